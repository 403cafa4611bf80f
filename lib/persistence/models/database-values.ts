import type { ModelAttributeColumnOptions } from 'sequelize';
import { timestampsOf, versionFieldOf } from '../sequelize/model-class';
import { storedColumnsOf } from './column-rules';
import { type DomainModel, storedName } from './domain-model';

/**
 * Something by which a database sets values of rows itself: a trigger of a table, a column that it may set in any write
 * (generated, `ON UPDATE`), or a column with a default.
 */
export interface DatabaseValue {
  readonly kind: 'trigger' | 'column' | 'default';
  readonly table: string;
  /** Null for a trigger. */
  readonly column: string | null;
}

/** The values that a database sets itself, as it has them at the start. Names are compared without case. */
export class DatabaseValues {
  readonly #known: ReadonlySet<string>;

  constructor(values: readonly DatabaseValue[]) {
    this.#known = new Set(values.map(({ kind, table, column }) => nameOf(kind, table, column)));
  }

  hasTrigger(table: string): boolean {
    return this.#known.has(nameOf('trigger', table, null));
  }

  /** Whether the database may set columns of the class in any write. */
  hasColumn(model: DomainModel): boolean {
    return storedColumnsOf(model).some(([name, column]) => this.#has('column', model, name, column));
  }

  /** Whether the database sets columns of new rows that the class does not set. */
  hasDefault(model: DomainModel): boolean {
    return storedColumnsOf(model).some(
      ([name, column]) => !isSetByModel(model, name, column) && this.#has('default', model, name, column),
    );
  }

  #has(kind: DatabaseValue['kind'], model: DomainModel, name: string, { field = name }: ModelAttributeColumnOptions) {
    return this.#known.has(nameOf(kind, storedName(model), field));
  }
}

/** Whether every INSERT of the class has a value for the column. */
function isSetByModel(model: DomainModel, name: string, { defaultValue, primaryKey }: ModelAttributeColumnOptions) {
  const { createdAt, updatedAt } = timestampsOf(model);
  const isOwn = [createdAt, updatedAt, versionFieldOf(model)].includes(name);
  return defaultValue !== undefined || primaryKey === true || isOwn;
}

function nameOf(kind: DatabaseValue['kind'], table: string, column: string | null): string {
  return JSON.stringify([kind, table.toLowerCase(), column?.toLowerCase()]);
}
