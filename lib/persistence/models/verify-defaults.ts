import { Utils } from 'sequelize';
import { isObject, isPlainObject } from '../../foundation';
import type { ModelMistakes } from '../../metadata';
import { PersistenceError } from '../errors';
import { fitValue, ruleOf, storedColumnsOf } from './column-rules';
import type { DomainModel } from './domain-model';

/**
 * Rejects fixed defaults that their columns cannot hold: every create that leaves the field out would fail; and SQL
 * expressions as that of the primary key, which only the database would know.
 *
 * Reports DEFAULT_INVALID, KEY_DEFAULT_EXPRESSION.
 */
export function verifyDefaults(model: DomainModel, mistakes: ModelMistakes): void {
  for (const [name, column] of storedColumnsOf(model)) {
    const value: unknown = column.defaultValue;
    if (mistakes.isLeftOut(model, name)) continue;
    if (isExpression(value) && model.primaryKeyAttributes.join() === name) {
      mistakes.add(new PersistenceError('KEY_DEFAULT_EXPRESSION', [model.name, name]));
    }
    if (!isFixed(value)) continue;
    const fitted = fitValue(ruleOf(name, column), value);
    if (!('problem' in fitted)) continue;
    const shown = JSON.stringify(value) ?? String(value);
    mistakes.add(new PersistenceError('DEFAULT_INVALID', [model.name, name, shown, fitted.problem]));
  }
}

/** Functions, SQL expressions and the likes of UUIDV4 have another value for each row. */
function isFixed(value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'function') return false;
  if (isExpression(value)) return false;
  return !isObject(value) || isPlainObject(value) || Array.isArray(value) || value instanceof Date;
}

function isExpression(value: unknown): boolean {
  return value instanceof Utils.SequelizeMethod;
}
