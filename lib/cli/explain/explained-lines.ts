import { inColumns, listCell } from '../columns';
import type { Explanation } from './explanation';
import type { MemberRule } from './rules-of';

/** An explanation for people: one section for each part. */
export function explainedLines(explanation: Explanation): readonly string[] {
  const { method, path, configuration, rules, statements } = explanation;
  return [
    `${method} ${path}`,
    ...indented(inColumns(factsOf(explanation))),
    ...section('Rules', rulesLines(rules)),
    ...section('SQL', statements && sqlLines(explanation)),
    ...section(
      'Configuration',
      inColumns(configuration.map(({ key, level, value }) => [key, level, JSON.stringify(value)])),
    ),
  ];
}

function factsOf(one: Explanation): readonly (readonly string[])[] {
  const keys = Object.entries(one.keys).map(([name, value]) => `${name} = ${value}`);
  const permissions =
    one.permissions.length > 0 ? `${listCell(one.permissions)} (${listCell(one.secured_at)})` : undefined;
  const credentials = one.needs_credentials ? 'none, but credentials' : 'none';
  return [
    ['application', one.application],
    ['name', one.resource === 'generated' ? one.name : `${one.resource}.${one.name}`],
    ['operation id', one.operation_id ?? '- (not in the API documents)'],
    ['declared at', one.declared_at ?? '-'],
    ['keys', listCell(keys)],
    ['filters', listCell(one.filters)],
    ['guards', listCell(one.guards)],
    ['permissions', permissions ?? credentials],
    ['scope', listCell(one.scope)],
  ];
}

function rulesLines({ members, invariants }: Explanation['rules']): readonly string[] {
  const rows = (members ?? []).map((rule) => [rule.name, rule.required ? 'required' : '', schemaText(rule)]);
  return [
    ...(members ? inColumns(rows) : ['no payload']),
    ...invariants.map(({ name, message }) => `invariant ${name}: ${message}`),
  ];
}

function schemaText({ schema }: MemberRule): string {
  return Object.entries(schema)
    .map(([word, value]) => `${word} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

function sqlLines({ statements = [], statements_ended: ended }: Explanation): readonly string[] {
  if (ended !== undefined) return [`nothing is read: ${ended}`];
  return statements.length === 0 ? ['nothing is read before the write'] : statements;
}

function section(title: string, lines: readonly string[] | undefined): readonly string[] {
  return lines === undefined || lines.length === 0 ? [] : ['', title, ...indented(lines)];
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}
