import type { DescribedCall } from '../../rest';
import { inColumns, listCell } from '../columns';
import type { MemberRule } from './documented-route';
import type { Explanation } from './explanation';

/** Formats an explanation as text, in sections. */
export function explanationLines(explanation: Explanation): readonly string[] {
  const { method, path, call, configuration, rules, statements } = explanation;
  return [
    `${method} ${path}`,
    ...indented(inColumns(factsOf(explanation))),
    ...section('Call', call && inColumns(callRows(call))),
    ...section('Rules', rulesLines(rules)),
    ...section('SQL', statements && sqlLines(explanation)),
    ...section(
      'Configuration',
      inColumns(configuration.map(({ key, level, value }) => [key, level, JSON.stringify(value)])),
    ),
  ];
}

function factsOf(explanation: Explanation): readonly (readonly string[])[] {
  const keys = Object.entries(explanation.keys).map(([name, value]) => `${name} = ${value}`);
  const permissions =
    explanation.permissions.length > 0
      ? `${listCell(explanation.permissions)} (${listCell(explanation.secured_at)})`
      : undefined;
  const credentials = explanation.requires_credentials ? 'none, but credentials' : 'none';
  return [
    ['application', explanation.application],
    ['name', explanation.resource === 'generated' ? explanation.name : `${explanation.resource}.${explanation.name}`],
    ['operation id', explanation.operation_id ?? '- (not in the API documents)'],
    ['declared at', explanation.declared_at ?? '-'],
    ['keys', listCell(keys)],
    ['filters', listCell(explanation.filters)],
    ['guards', listCell(explanation.guards)],
    ['permissions', permissions ?? credentials],
    ['scope', listCell(explanation.scope)],
  ];
}

function callRows({ verb, place, parents, ids, page, selection }: DescribedCall): readonly (readonly string[])[] {
  return [
    ['verb', verb],
    ['place', place.join(' → ')],
    ...(parents.length > 0 ? [['parents', parents.join(', ')]] : []),
    ...(ids.length > 0 ? [['ids', ids.join(', ')]] : []),
    ...(page ? [['page', `${page.number}, of ${page.size} each`]] : []),
    ...(selection ? [['selection', selection.join(', ')]] : []),
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
