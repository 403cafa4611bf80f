import type { Request } from '../../core';
import type { CollectionMetadata, EntityMetadata, RenamedMember } from '../../metadata';
import { ALTERNATIVES } from '../search/read-alternatives';
import type { SearchNames } from '../search/search-names';
import { SELECTION_PARAMETERS } from '../selection/verify-names';
import { splitNames } from '../split-names';
import { oldNamesOf, type Renamed } from './old-names';

type Query = Request['query'];

/** The class in which the names of a query are looked up first. */
export interface QueryStart {
  readonly entity: EntityMetadata;
  readonly within?: CollectionMetadata;
  /** The names of search parameters. */
  readonly names: SearchNames;
}

/** Parameters whose values are lists of names, which have no prefix. */
const NAME_LISTS: readonly string[] = [...SELECTION_PARAMETERS, 'sort'];

/**
 * Replaces the old names in a query with the current ones. A parameter that is sent by both names is treated as a
 * repeated one.
 *
 * @param used collects the old names that occur in it
 */
export function renamedQuery(query: Query, start: QueryStart, used: Set<RenamedMember>): Query {
  const renamed: Record<string, readonly string[]> = Object.create(null);
  for (const [parameter, values] of Object.entries(query)) {
    if (NAME_LISTS.includes(parameter)) renamed[parameter] = renamedList(values, start, used);
    else if (parameter === ALTERNATIVES) renamed[parameter] = values.map((text) => renamedTerms(text, start, used));
    else {
      const name = renamedParameter(parameter, start, used);
      renamed[name] = [...(renamed[name] ?? []), ...values];
    }
  }
  return renamed;
}

/** A reserved parameter, such as `page`, keeps its meaning even if a field once had its name. */
function renamedParameter(parameter: string, start: QueryStart, used: Set<RenamedMember>): string {
  const [name = '', ...operator] = parameter.split('[');
  if (start.names.isReserved(name)) return parameter;
  return [renamedName(name, start, used), ...operator].join('[');
}

function renamedList(values: readonly string[], start: QueryStart, used: Set<RenamedMember>): readonly string[] {
  return splitNames(values).map((name) => {
    const sign = name.startsWith('-') ? '-' : '';
    return sign + renamedPath(name.slice(sign.length), start, used);
  });
}

/**
 * Renames the names in the conditions of `or=(name:value,name[gt]:value)`, which are percent-encoded like the values.
 * Malformed conditions stay as they are, so that the reader of `or` reports them.
 */
function renamedTerms(text: string, start: QueryStart, used: Set<RenamedMember>): string {
  if (!text.startsWith('(')) return text;
  const terms = text.slice(1).split(',');
  return `(${terms.map((term) => renamedTerm(term, start, used)).join(',')}`;
}

function renamedTerm(term: string, start: QueryStart, used: Set<RenamedMember>): string {
  const colon = term.indexOf(':');
  const parameter = colon < 0 ? undefined : decoded(term.slice(0, colon));
  if (parameter === undefined) return term;
  const renamed = renamedParameter(parameter, start, used);
  return renamed === parameter ? term : encodeURIComponent(renamed) + term.slice(colon);
}

/** Undefined for text that is not percent-encoded UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The name of a searchable field, with the prefix if it is needed or was sent. */
function renamedName(text: string, start: QueryStart, used: Set<RenamedMember>): string {
  const { within, names } = start;
  const { prefix, formerPrefix } = names;
  const sentPrefix = [prefix, formerPrefix].find((one) => one !== undefined && text.startsWith(`${one}.`));
  if (sentPrefix === undefined) {
    return names.addressed(renamedPath(text, start, used));
  }
  if (sentPrefix !== prefix) used.add(within!.renamed!);
  return `${prefix}.${renamedPath(text.slice(sentPrefix.length + 1), start, used)}`;
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
