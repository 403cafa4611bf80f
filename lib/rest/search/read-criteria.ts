import type { BadRequestException } from '../../core';
import type { Criteria } from '../../persistence';
import type { Access } from '../access/access';
import { readingThrough } from '../access/reading';
import { invalidParameter, quoted } from '../invalid-parameter';
import { type Asked, criteriaOf } from './criteria-of';
import { operatorOf } from './operators';
import { bracketOf, fieldNameOf } from './parameter-name';
import { ALTERNATIVES, readAlternatives } from './read-alternatives';
import type { SearchNames, SearchTarget } from './search-names';

export type Query = Readonly<Record<string, readonly string[]>>;

/** Values of one query, each of which is a condition; the elements of `in` are not counted. */
const MAX_VALUES = 100;

export interface ReadCriteria {
  /** Undefined when nothing is asked. */
  readonly criteria?: Criteria;
  /** Parameters that lead to no searchable field. */
  readonly unknown: readonly string[];
}

/**
 * Reads search parameters of a query: AND between names, a repeated name is OR of its values. What is asked of the
 * entities of one collection is asked of the same one.
 *
 * @param parameters those that are no others'; alternatives are read as well
 * @throws BadRequestException for an unknown operator, a wrong value, or too many
 * @throws UnauthorizedException, ForbiddenException for a name that the request may not read
 */
export function readCriteria(
  query: Query,
  parameters: readonly string[],
  names: SearchNames,
  access: Access,
): ReadCriteria {
  const asked = new Map<string, Asked>();
  const unknown: string[] = [];
  let count = 0;
  for (const parameter of parameters) {
    const target = names.resolve(fieldNameOf(parameter));
    if (target) access.demand(readingThrough(target.steps, target.field), `The parameter ${quoted(parameter)}`);
    if (target) count += ask(asked, target, parameter, query[parameter]!);
    else unknown.push(parameter);
    if (count > MAX_VALUES) throw tooMany(parameter);
  }
  const groups = query[ALTERNATIVES] && readGroups(query[ALTERNATIVES], names, access, MAX_VALUES - count);
  return { criteria: asked.size > 0 || groups ? criteriaOf(asked.values(), groups) : undefined, unknown };
}

function readGroups(texts: readonly string[], names: SearchNames, access: Access, most: number): readonly Asked[][] {
  let left = most;
  return texts.map((text) => {
    const group = readAlternatives(text, names, access, left);
    if (!group) throw tooMany(ALTERNATIVES);
    left -= group.length;
    return group;
  });
}

function tooMany(parameter: string): BadRequestException {
  return invalidParameter(parameter, `A query has at most ${MAX_VALUES} values: use [in] for a list.`);
}

/**
 * With and without the prefix it is the same name.
 *
 * @returns how many values were added
 */
function ask(asked: Map<string, Asked>, target: SearchTarget, parameter: string, texts: readonly string[]): number {
  const bracket = bracketOf(parameter);
  const { operator, read } = operatorOf(parameter, bracket);
  const key = `${[...target.steps, target.field].map(({ wireName }) => wireName).join('.')}[${bracket}]`;
  const values = texts.flatMap((text) => read(parameter, target.field, text));
  asked.set(key, { target, operator, values: [...(asked.get(key)?.values ?? []), ...values] });
  return texts.length;
}
