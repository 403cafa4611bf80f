import { type Markup, markup } from '../apidocs';
import type { Cardinality, MapAssociation, MapEntity, MapField, MapInvariant, MapOperation } from './domain-map';

/** One class in words: fields, invariants, operations and associations. */
export function classSection(entity: MapEntity, associations: readonly MapAssociation[]): Markup {
  const { name, isRoot, fields, invariants, resources } = entity;
  const operations = resources.flatMap((resource) => resource.operations);
  return markup`<article class="${isRoot ? 'root' : 'child'}" id="${name}" aria-labelledby="class-${name}">
<h3 id="class-${name}">${name} <span class="quiet">${isRoot ? 'root' : 'child'}</span></h3>
<h4>Fields</h4>
<table>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Marks</th></tr></thead>
<tbody>
${fields.map(fieldRow)}</tbody>
</table>
${list('Invariants', 'invariants', invariants.map(invariantItem))}${list('Operations', 'operations', operations.map(operationItem))}${list('Associations', 'associations', associationItems(entity, associations))}</article>
`;
}

export function operationItem({ label, method, path, permissions, link }: MapOperation): Markup {
  const name = link ? markup`<a href="${link}">${label}</a>` : markup`${label}`;
  const needs = permissions.length > 0 && markup` <span class="quiet">needs ${permissions.join(', ')}</span>`;
  return markup`<li><span class="method">${method}</span><div>${name} <code class="quiet">${breakable(path)}</code>${needs}</div></li>\n`;
}

function invariantItem({ name, message }: MapInvariant): Markup {
  return markup`<li><code>${name}</code>: ${message}</li>\n`;
}

function list(title: string, kind: string, items: readonly Markup[]): Markup | undefined {
  if (items.length === 0) return undefined;
  return markup`<h4>${title}</h4>
<ul class="${kind}">
${items}</ul>
`;
}

function fieldRow({ name, type, values, marks }: MapField): Markup {
  const kind = values ? `one of ${values.join(', ')}` : type;
  return markup`<tr><th scope="row"><code>${breakable(name)}</code></th><td>${kind}</td><td class="quiet">${marks.join(', ')}</td></tr>\n`;
}

/** May be broken after underscores and slashes rather than within a word. */
function breakable(name: string): Markup[] {
  return name.split(/(?<=[_/])/).map((part, index) => (index === 0 ? markup`${part}` : markup`<wbr>${part}`));
}

/** From this class to the others; of an association with itself, one sentence for each side. */
function associationItems(entity: MapEntity, associations: readonly MapAssociation[]): Markup[] {
  return associations.flatMap(({ from, to, fromName, toName, fromCardinality, toCardinality, isContained }) => [
    ...(from === entity ? [item(fromName, `whose ${toName} it is`, toCardinality, to, isContained)] : []),
    ...(to === entity ? [item(toName, `in whose ${fromName} it is`, fromCardinality, from, false)] : []),
  ]);
}

const WORDS: Readonly<Record<Cardinality, string>> = { one: 'one', optional: 'one or no', many: 'many' };

/** @param role  what is said where the class has no name for the other one */
function item(
  name: string | undefined,
  role: string,
  cardinality: Cardinality,
  other: MapEntity,
  isOwn: boolean,
): Markup {
  const target = markup`${WORDS[cardinality]} <a href="#${other.name}">${other.name}</a>`;
  return name
    ? markup`<li><code>${name}</code>: ${target}${isOwn && ', its own'}</li>\n`
    : markup`<li>${target}, ${role}</li>\n`;
}
