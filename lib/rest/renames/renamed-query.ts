import type { Request } from '../../core';
import type { CollectionMetadata, EntityMetadata, RenamedMember } from '../../metadata';
import { oldNamesOf, type Renamed } from './old-names';

type Query = Request['query'];

/** The class in which the names of a query are looked up first. */
export interface QueryStart {
  readonly entity: EntityMetadata;
  readonly within?: CollectionMetadata;
  /** The name of the resource or collection, which may precede each name. */
  readonly prefix: string;
}

/** Parameters whose values are lists of names. */
const NAME_LISTS = ['include', 'exclude', 'expand', 'sort'];

/** A name in `or`: it follows the first parenthesis, or a comma. Values may contain parentheses, but no commas. */
const ALTERNATIVE = /(^\(|,)([^,:()[\]]+)/g;

/**
 * Replaces the old names in a query with the current ones. A parameter that is sent by both names is treated as a
 * repeated one.
 *
 * @param used collects the old names that occur in it
 */
export function renamedQuery(query: Query, start: QueryStart, used: Set<RenamedMember>): Query {
  const renamed: Record<string, readonly string[]> = Object.create(null);
  for (const [parameter, values] of Object.entries(query)) {
    if (NAME_LISTS.includes(parameter)) renamed[parameter] = values.map((text) => renamedList(text, start, used));
    else if (parameter === 'or') renamed[parameter] = values.map((text) => renamedAlternatives(text, start, used));
    else {
      const name = renamedParameter(parameter, start, used);
      renamed[name] = [...(renamed[name] ?? []), ...values];
    }
  }
  return renamed;
}

function renamedParameter(parameter: string, start: QueryStart, used: Set<RenamedMember>): string {
  const [name = '', ...operator] = parameter.split('[');
  return [renamedName(name, start, used), ...operator].join('[');
}

function renamedList(text: string, start: QueryStart, used: Set<RenamedMember>): string {
  const names = text.split(',').map((name) => {
    const sign = name.startsWith('-') ? '-' : '';
    return sign + renamedName(name.slice(sign.length), start, used);
  });
  return names.join(',');
}

function renamedAlternatives(text: string, start: QueryStart, used: Set<RenamedMember>): string {
  return text.replace(ALTERNATIVE, (_, before: string, name: string) => before + renamedName(name, start, used));
}

function renamedName(text: string, start: QueryStart, used: Set<RenamedMember>): string {
  const { within, prefix } = start;
  const oldPrefix = within?.renamed?.name;
  if (text.startsWith(`${prefix}.`)) return `${prefix}.${renamedPath(text.slice(prefix.length + 1), start, used)}`;
  if (oldPrefix !== undefined && text.startsWith(`${oldPrefix}.`)) {
    used.add(within!.renamed!);
    return `${prefix}.${renamedPath(text.slice(oldPrefix.length + 1), start, used)}`;
  }
  return renamedPath(text, start, used);
}

/** Renames each segment of a dotted name, in the class that the previous segments lead to. */
function renamedPath(path: string, start: QueryStart, used: Set<RenamedMember>): string {
  let entity: EntityMetadata | undefined = start.entity;
  let within = start.within;
  const renamed: string[] = [];
  for (const segment of path.split('.')) {
    const old: Renamed | undefined = entity && oldNamesOf(entity, within).get(segment);
    if (old) used.add(old.renamed);
    const wireName: string = old?.member.wireName ?? segment;
    renamed.push(wireName);
    const name: string = entity?.wireNames.toDomain(wireName) ?? '';
    within = entity?.collections.get(name);
    entity = (within ?? entity?.references.get(name))?.target;
  }
  return renamed.join('.');
}
