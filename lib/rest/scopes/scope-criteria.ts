import { HttpException } from '../../core';
import { isPlainObject, ownValue } from '../../foundation';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import type { Criteria } from '../../persistence';
import { SecurityError } from '../../security';
import { isLongerThan } from '../../values';
import { type Condition, criteriaOf } from '../search/criteria-of';
import { operatorOf } from '../search/operators';
import { fieldNameOf, operatorNameOf } from '../search/parameter-name';
import { columnTarget } from '../search/search-target';

/**
 * Reads the result of a `@Scope` rule as criteria.
 *
 * Names and operators are those of a search, joined by AND; an array is a list of alternatives. Unlike in a query, a
 * comma is part of a value.
 *
 * @returns undefined for all rows
 * @throws SecurityError SCOPE_RULE_INVALID for any other result, so that no mistake opens all rows
 */
export function scopeCriteria(entity: EntityMetadata, result: unknown): Criteria | undefined {
  if (result === undefined) return undefined;
  if (result === false) return noRows(entity);
  if (!isPlainObject(result)) throw invalid(entity, `returns ${describeValue(result)}`);
  const conditions = Object.entries(result).map(([name, value]) => readCondition(entity, name, value));
  return conditions.length === 0 ? undefined : criteriaOf(conditions);
}

function noRows({ primaryKey }: EntityMetadata): Criteria {
  return { comparisons: [{ field: primaryKey, operator: 'in', values: [] }], related: new Map() };
}

/** Operators that take `in` and `nin` without splitting the values at commas. */
const WITHOUT_SPLITTING: Readonly<Record<string, string>> = { in: '', nin: 'ne' };

function readCondition(entity: EntityMetadata, name: string, value: unknown): Condition {
  const target = columnTarget(entity, fieldNameOf(name));
  if (!target) throw invalid(entity, `names "${name}", which is not a column; known fields: ${namesOf(entity)}`);
  const operatorName = operatorNameOf(name);
  const given = [value].flat().map((element) => textOf(entity, name, element));
  const texts = isEquality(operatorName) ? given.filter((text) => fits(target.field, text)) : given;
  try {
    const { operator, read } = operatorOf(name, ownValue(WITHOUT_SPLITTING, operatorName) ?? operatorName);
    return { target, operator, values: texts.flatMap((text) => read(name, target.field, text)) };
  } catch (error) {
    if (error instanceof HttpException) throw invalid(entity, `is not a valid search: ${error.message}`);
    throw error;
  }
}

function isEquality(operatorName: string): boolean {
  return operatorName === '' || operatorName === 'in';
}

/** A text that is longer than its column equals no stored value: the name of a principal may have any length. */
function fits({ type }: FieldMetadata, text: string): boolean {
  return type.kind !== 'string' || !isLongerThan(type.maxLength, text);
}

function textOf(entity: EntityMetadata, name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  throw invalid(entity, `compares "${name}" with ${describeValue(value)}`);
}

function namesOf({ fields, references, collections }: EntityMetadata): string {
  const members = [...fields.values(), ...references.values(), ...collections.values()];
  return members.map(({ wireName }) => wireName).join(', ');
}

/** The type only, since the value may be personal data of the principal. */
function describeValue(value: unknown): string {
  if (value === null || typeof value === 'undefined' || typeof value === 'number') return String(value);
  return typeof value === 'object' ? `an object of the class ${value.constructor?.name}` : `a ${typeof value}`;
}

function invalid({ name }: EntityMetadata, fault: string): SecurityError {
  return new SecurityError('SCOPE_RULE_INVALID', name, fault);
}
