import { type Markup, markup } from '../apidocs';
import type { Cardinality, MapAssociation, MapEntity, MapField, MapInvariant, MapOperation } from './domain-map';

/** The section of one class: fields, invariants, operations and associations. */
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
  const required = permissions.length > 0 && markup` <span class="quiet">requires ${permissions.join(', ')}</span>`;
  return markup`<li><span class="method">${method}</span><div>${name} <code class="quiet">${breakable(path)}</code>${required}</div></li>\n`;
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

/** Allows line breaks after underscores and slashes. */
function breakable(name: string): Markup[] {
  return name.split(/(?<=[_/])/).map((part, index) => (index === 0 ? markup`${part}` : markup`<wbr>${part}`));
}

/** The associations of this class. One with itself has an item for each side. */
function associationItems(entity: MapEntity, associations: readonly MapAssociation[]): Markup[] {
  return associations.flatMap(({ from, to, fromName, toName, fromCardinality, toCardinality, isContained }) => [
    ...(from === entity ? [item(fromName, `via ${toName}`, toCardinality, to, isContained)] : []),
    ...(to === entity ? [item(toName, `via ${fromName}`, fromCardinality, from, false)] : []),
  ]);
}

const CARDINALITY_WORDS: Readonly<Record<Cardinality, string>> = { one: 'one', optional: 'zero or one', many: 'many' };

/** @param role  the text if this class has no member for the association */
function item(
  name: string | undefined,
  role: string,
  cardinality: Cardinality,
  other: MapEntity,
  isContained: boolean,
): Markup {
  const target = markup`${CARDINALITY_WORDS[cardinality]} <a href="#${other.name}">${other.name}</a>`;
  return name
    ? markup`<li><code>${name}</code>: ${target}${isContained && ', contained'}</li>\n`
    : markup`<li>${target}, ${role}</li>\n`;
}
