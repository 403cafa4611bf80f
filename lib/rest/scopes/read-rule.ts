import { HttpException } from '../../core';
import { isPlainObject } from '../../foundation';
import type { EntityMetadata } from '../../metadata';
import type { Criteria } from '../../persistence';
import { SecurityError } from '../../security';
import { type Asked, criteriaOf } from '../search/criteria-of';
import { operatorOf } from '../search/operators';
import { bracketOf, fieldNameOf } from '../search/parameter-name';
import { anyTarget } from '../search/search-names';

/**
 * The result of the rule of a scope, as criteria: names and operators as in the query of a search, AND between them, a
 * list is OR. A list is an array here, so that a comma in a value is part of it.
 *
 * @param given what the rule has returned
 * @returns undefined for all rows
 * @throws SecurityError SCOPE_RULE_INVALID for whatever is not plainly that, so that no slip opens all rows
 */
export function readRule(entity: EntityMetadata, given: unknown): Criteria | undefined {
  if (given === undefined) return undefined;
  if (given === false) return none(entity);
  if (!isPlainObject(given)) throw invalid(entity, `gives ${described(given)}`);
  const asked = Object.entries(given).map(([name, value]) => conditionOf(entity, name, value));
  return asked.length === 0 ? undefined : criteriaOf(asked);
}

function none({ primaryKey }: EntityMetadata): Criteria {
  return { comparisons: [{ field: primaryKey, operator: 'in', values: [] }], related: new Map() };
}

/** A list stands for `in` without being asked; as text it would be split at its commas. */
const OF_ONE: Readonly<Record<string, string>> = { in: '', nin: 'ne' };

function conditionOf(entity: EntityMetadata, name: string, value: unknown): Asked {
  const target = anyTarget(entity, fieldNameOf(name));
  if (!target)
    throw invalid(entity, `names "${name}", which leads to no column; ${entity.name} has ${namesOf(entity)}`);
  const bracket = bracketOf(name);
  const texts = [value].flat().map((one) => textOf(entity, name, one));
  try {
    const { operator, read } = operatorOf(name, OF_ONE[bracket] ?? bracket);
    return { target, operator, values: texts.flatMap((text) => read(name, target.field, text)) };
  } catch (error) {
    if (error instanceof HttpException) throw invalid(entity, `is no criterion of a search: ${error.message}`);
    throw error;
  }
}

function textOf(entity: EntityMetadata, name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  throw invalid(entity, `compares "${name}" with ${described(value)}`);
}

function namesOf({ fields, references, collections }: EntityMetadata): string {
  const named = [...fields.values(), ...references.values(), ...collections.values()];
  return named.map(({ wireName }) => wireName).join(', ');
}

/** Without the value itself: it may be of the principal. */
function described(value: unknown): string {
  if (value === null || typeof value === 'undefined' || typeof value === 'number') return String(value);
  return typeof value === 'object' ? `an object of the class ${value.constructor?.name}` : `a ${typeof value}`;
}

function invalid({ name }: EntityMetadata, fault: string): SecurityError {
  return new SecurityError('SCOPE_RULE_INVALID', name, fault);
}
