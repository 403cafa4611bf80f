import type { ModelAttributeColumnOptions } from 'sequelize';
import { isAdded } from '../sequelize/data-types';
import { type DeclaredMembers, declaredMembers } from './declared-members';
import type { DomainModel } from './domain-model';

type Columns = DeclaredMembers['columns'];

/** The key that Sequelize gives to every model without one. */
const ADDED = 'id';

/** Whether the class declares a primary key. */
export function hasKey(model: DomainModel): boolean {
  return Object.values(declaredMembers(model).columns).some(
    (column) => column.primaryKey && !isAdded(column as ModelAttributeColumnOptions),
  );
}

/** Makes a column with the name of the added key the key, since Sequelize rejects it otherwise; {@link removeKey} undoes it. */
export function withKey(columns: Columns): Columns {
  const column = columns[ADDED];
  return column ? { ...columns, [ADDED]: { ...column, primaryKey: true } } : columns;
}

/** Removes the key of a model whose table has none, and the column if Sequelize has added it. */
export function removeKey(model: DomainModel): void {
  const column = model.getAttributes()[ADDED] as ModelAttributeColumnOptions;
  if (isAdded(column)) return model.removeAttribute(ADDED);
  column.primaryKey = false;
  model.refreshAttributes();
}
