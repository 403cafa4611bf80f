import type { Request } from '../../core';
import type { CollectionMetadata, EntityMetadata, RenamedMember } from '../../metadata';
import { oldNamesOf } from './old-names';

type Query = Request['query'];

/** Where the names of a query begin. */
export interface QueryPlace {
  readonly entity: EntityMetadata;
  readonly within?: CollectionMetadata;
  /** The name of the resource or collection, which may stand before each name. */
  readonly prefix: string;
}

/** Parameters whose values are names. */
const LISTS = ['include', 'exclude', 'expand', 'sort'];
const ALTERNATIVE = /([(,])([^,:()[\]]+)/g;

/**
 * A query with the new names alone. A parameter that is given by both has the values of both, as one that is repeated.
 *
 * @param used takes the old names that it has
 */
export function renamedQuery(query: Query, place: QueryPlace, used: Set<RenamedMember>): Query {
  const renamed: Record<string, readonly string[]> = Object.create(null);
  for (const [parameter, values] of Object.entries(query)) {
    if (LISTS.includes(parameter)) renamed[parameter] = values.map((text) => renamedList(text, place, used));
    else if (parameter === 'or') renamed[parameter] = values.map((text) => renamedAlternatives(text, place, used));
    else {
      const name = renamedParameter(parameter, place, used);
      renamed[name] = [...(renamed[name] ?? []), ...values];
    }
  }
  return renamed;
}

function renamedParameter(parameter: string, place: QueryPlace, used: Set<RenamedMember>): string {
  const [name = '', ...operator] = parameter.split('[');
  return [renamedName(name, place, used), ...operator].join('[');
}

function renamedList(text: string, place: QueryPlace, used: Set<RenamedMember>): string {
  const names = text.split(',').map((name) => {
    const sign = name.startsWith('-') ? '-' : '';
    return sign + renamedName(name.slice(sign.length), place, used);
  });
  return names.join(',');
}

/** Names stand behind a parenthesis or a comma; commas of values are percent-encoded. */
function renamedAlternatives(text: string, place: QueryPlace, used: Set<RenamedMember>): string {
  return text.replace(ALTERNATIVE, (_, before: string, name: string) => before + renamedName(name, place, used));
}

function renamedName(text: string, { entity, within, prefix }: QueryPlace, used: Set<RenamedMember>): string {
  const sent = [prefix, within?.renamed?.name].find((one) => one !== undefined && text.startsWith(`${one}.`));
  if (sent !== undefined && sent !== prefix) used.add(within!.renamed!);
  const words = (sent === undefined ? text : text.slice(sent.length + 1)).split('.');
  let at: EntityMetadata | undefined = entity;
  let step = within;
  const renamed: string[] = [];
  for (const word of words) {
    const old: ReturnType<typeof oldNameAt> = at && oldNameAt(at, step, word);
    if (old) used.add(old.renamed);
    const wireName: string = old?.member.wireName ?? word;
    renamed.push(wireName);
    const name: string = at?.wireNames.toDomain(wireName) ?? '';
    step = at?.collections.get(name);
    at = (step ?? at?.references.get(name))?.target;
  }
  return (sent === undefined ? '' : `${prefix}.`) + renamed.join('.');
}

function oldNameAt(entity: EntityMetadata, within: CollectionMetadata | undefined, word: string) {
  return oldNamesOf(entity, within).get(word);
}
