import type { ModelAttributeColumnOptions, Sequelize } from 'sequelize';
import { isPlainObject } from '../../foundation';
import { snakeCase } from '../../naming';
import { isAdded } from '../sequelize/data-types';
import type { DomainModel } from './domain-model';

type Columns = Readonly<Record<string, ModelAttributeColumnOptions>>;

/**
 * Names columns in snake_case by the function that names fields in JSON: `customerURL` becomes `customer_url`. Sequelize
 * would start a word at each capital.
 *
 * Covers columns of the model, of Sequelize (timestamps, the version) and of associations (foreign keys).
 */
export function nameColumns(sequelize: Sequelize): void {
  sequelize.addHook('beforeDefine', (attributes, { underscored }) => {
    if (underscored) nameUnnamed((attributes ?? {}) as Columns);
  });
  sequelize.addHook('afterDefine', (defined) => {
    const model = defined as DomainModel;
    if (model.underscored) nameAdded(model);
  });
}

function nameUnnamed(columns: Columns): void {
  // Attributes of `sequelize.define` may be a plain type.
  for (const [name, column] of Object.entries(columns)) if (isPlainObject(column)) column.field ??= snakeCase(name);
}

function nameAdded(model: DomainModel): void {
  for (const [name, column] of Object.entries(model.rawAttributes)) {
    if (isAdded(column)) column.field = snakeCase(name);
  }
  nameBeforeRefresh(model);
  model.refreshAttributes();
}

/** Associations add foreign keys, refresh the attributes, and then read the names of the columns. */
function nameBeforeRefresh(model: DomainModel): void {
  if (Object.hasOwn(model, 'refreshAttributes')) return;
  const refresh = model.refreshAttributes;
  const value = function refreshAttributes(this: DomainModel) {
    if (this.underscored) nameUnnamed(this.rawAttributes as Columns);
    refresh.call(this);
  };
  Object.defineProperty(model, 'refreshAttributes', { value, configurable: true, writable: true });
}
