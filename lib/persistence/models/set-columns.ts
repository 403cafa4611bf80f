import type { Sequelize } from 'sequelize';
import type { ColumnType } from '../sequelize/data-types';
import { normalizingOf } from '../sequelize/sequelize-instance';
import { fieldTypeOfSql } from './sql-types';

interface BindOptions {
  bindParam(value: unknown): unknown;
}

/** The type of a SET column, which Sequelize does not have: a list of texts, stored as text with commas. */
class SetType implements ColumnType {
  readonly key = 'SET';

  /**
   * @param declared the type as SQL: `SET('a','b')`
   * @param sql      that of the column in the database
   */
  constructor(
    readonly declared: string,
    readonly values: readonly string[],
    private readonly sql: string,
  ) {}

  toSql(): string {
    return this.sql;
  }

  toString(): string {
    return this.sql;
  }

  /** In the order of the members, as servers store them. */
  stringify(value: unknown): unknown {
    if (!Array.isArray(value)) return value;
    return value.toSorted((one, other) => this.values.indexOf(one) - this.values.indexOf(other)).join(',');
  }

  bindParam(value: unknown, options: BindOptions): unknown {
    return options.bindParam(this.stringify(value));
  }
}

/**
 * Makes the type of `@Column("SET('a','b')")`.
 *
 * @param sql of the column, in a database that has no SET
 */
export function makeSetColumns(sequelize: Sequelize, sql?: string): void {
  const own = normalizingOf(sequelize);
  const normalize = own.normalizeDataType.bind(sequelize);
  own.normalizeDataType = (type) => {
    const declared: unknown = type instanceof SetType ? type.declared : type;
    const holds = typeof declared === 'string' ? fieldTypeOfSql(declared) : undefined;
    if (typeof declared !== 'string' || holds?.kind !== 'set') return normalize(type);
    return new SetType(declared, holds.values, sql ?? declared);
  };
}
