import type { BadRequestException } from '../../core';
import type { Criteria } from '../../persistence';
import type { Access } from '../access/access';
import { readingThrough } from '../access/reading';
import { invalidParameter, quoted } from '../invalid-parameter';
import { type Condition, criteriaOf } from './criteria-of';
import { operatorOf } from './operators';
import { fieldNameOf, operatorNameOf } from './parameter-name';
import { ALTERNATIVES, readAlternatives } from './read-alternatives';
import type { SearchNames } from './search-names';
import { verifyPath, verifyTables } from './search-reach';
import type { SearchTarget } from './search-target';

export type Query = Readonly<Record<string, readonly string[]>>;

/** Values of one query, each of which is a condition; the elements of `in` are not counted. */
const MAX_VALUES = 100;

export interface ReadCriteria {
  /** Undefined when the query has no conditions. */
  readonly criteria?: Criteria;
  /** Parameters that lead to no searchable field. */
  readonly unknown: readonly string[];
}

/**
 * Reads the search parameters of a query: different names are joined by AND, the values of a repeated name by OR.
 *
 * @param parameters the candidates: all but the reserved ones; `or` is read as well
 * @throws BadRequestException for an unknown operator, a wrong value, a path that returns, too many values, or too many tables
 * @throws UnauthorizedException, ForbiddenException for a name that the request may not read
 */
export function readCriteria(
  query: Query,
  parameters: readonly string[],
  names: SearchNames,
  access: Access,
): ReadCriteria {
  const conditions = new Map<string, Condition>();
  const unknown: string[] = [];
  let onAssociation: string | undefined;
  let valueCount = 0;
  for (const parameter of parameters) {
    const target = names.resolve(fieldNameOf(parameter));
    if (!target) {
      unknown.push(parameter);
      continue;
    }
    access.require(readingThrough(target.steps, target.field), `The parameter ${quoted(parameter)}`);
    if (target.steps.length > 0) {
      verifyPath(parameter, fieldNameOf(parameter), target.steps);
      onAssociation = parameter;
    }
    const texts = query[parameter]!;
    addCondition(conditions, target, parameter, texts);
    valueCount += texts.length;
    if (valueCount > MAX_VALUES) throw tooManyValues(parameter);
  }
  const alternatives = query[ALTERNATIVES];
  const groups = alternatives && readGroups(alternatives, names, access, MAX_VALUES - valueCount);
  if (conditions.size === 0 && !groups) return { unknown };
  const criteria = criteriaOf(conditions.values(), groups);
  if (groups || onAssociation) verifyTables(criteria, names.maxTables, onAssociation ?? ALTERNATIVES);
  return { criteria, unknown };
}

/** Joins the values of a name that is given with and without the prefix. */
function addCondition(
  conditions: Map<string, Condition>,
  target: SearchTarget,
  parameter: string,
  texts: readonly string[],
): void {
  const operatorName = operatorNameOf(parameter);
  const { operator, read } = operatorOf(parameter, operatorName);
  const path = [...target.steps, target.field].map(({ wireName }) => wireName).join('.');
  const key = `${path}[${operatorName}]`;
  const values = texts.flatMap((text) => read(parameter, target.field, text));
  conditions.set(key, { target, operator, values: [...(conditions.get(key)?.values ?? []), ...values] });
}

function readGroups(
  texts: readonly string[],
  names: SearchNames,
  access: Access,
  maxConditions: number,
): readonly Condition[][] {
  let remaining = maxConditions;
  return texts.map((text) => {
    const group = readAlternatives(text, names, access, remaining);
    if (!group) throw tooManyValues(ALTERNATIVES);
    remaining -= group.length;
    return group;
  });
}

function tooManyValues(parameter: string): BadRequestException {
  return invalidParameter(parameter, `A query has at most ${MAX_VALUES} values: use [in] for a list.`);
}
