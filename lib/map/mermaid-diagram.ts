import { type Cardinality, type DomainMap, labelOf, type MapAssociation, type MapEntity } from './domain-map';

/** The map as a Mermaid class diagram, which GitHub, GitLab and many wikis render. */
export function mermaidDiagram({ name, aggregates, associations }: DomainMap): string {
  const classes = aggregates.flatMap(({ entities }) => entities).flatMap(classLines);
  const lines = [
    '---',
    `title: ${name}`,
    '---',
    'classDiagram',
    ...[...classes, ...associations.map(line)].map(indented),
  ];
  return `${lines.join('\n')}\n`;
}

/** Visibility signs stand for access: `+` read and write, `-` read-only, `#` write-only. */
function classLines({ name, isRoot, fields, resources }: MapEntity): string[] {
  const actions = resources.flatMap(({ operations }) => operations).filter(({ label }) => label.endsWith(')'));
  const members = [
    ...fields.map(({ name, type, marks }) => `${signOf(marks)}${type.replace(/\W+/g, '_').replace(/_$/, '')} ${name}`),
    ...[...new Set(actions.map(({ label }) => label))].map((label) => `+${label.replaceAll('?', '')}`),
  ];
  const stereotype = isRoot ? ['  <<aggregate root>>'] : [];
  return [`class ${name} {`, ...stereotype, ...members.map(indented), '}'];
}

function signOf(marks: readonly string[]): string {
  if (marks.includes('read-only')) return '-';
  return marks.includes('write-only') ? '#' : '+';
}

const CARDINALITIES: Readonly<Record<Cardinality, string>> = { one: '"1"', optional: '"0..1"', many: '"*"' };

function line(association: MapAssociation): string {
  const { from, to, fromCardinality, toCardinality, isContained } = association;
  const arrow = isContained ? '*--' : '--';
  return `${from.name} ${CARDINALITIES[fromCardinality]} ${arrow} ${CARDINALITIES[toCardinality]} ${to.name} : ${labelOf(association)}`;
}

function indented(text: string): string {
  return `  ${text}`;
}
