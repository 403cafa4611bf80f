import type { WhereOptions } from 'sequelize';
import { ownValue } from '../../foundation';
import { columnOf, type DomainModel, type Entity } from '../models/domain-model';
import { versionFieldOf } from '../sequelize/model-class';
import type { TableName, WriteOptions } from '../sequelize/query-interface';
import { incrementedVersion } from './incremented-version';

/** The values of a row by column. */
export type ColumnValues = Record<string, unknown>;

/** A statement that is about to write rows of one table. */
export interface Write {
  readonly kind: 'insert' | 'upsert' | 'update' | 'delete' | 'bulkInsert' | 'bulkUpdate' | 'bulkDelete' | 'increment';
  readonly table: TableName;
  /** Undefined for a table without a model, as in migrations. */
  readonly model: DomainModel | undefined;
  readonly options: WriteOptions;
  readonly instance?: Entity | null;
  /** Rows that are inserted, or may be (upsert). */
  readonly rows?: readonly ColumnValues[];
  /** The criteria of the rows that are changed or deleted. */
  readonly where?: WhereOptions;
  /** The new values of those rows, and of the rows that an upsert finds. */
  readonly values?: ColumnValues;
  /** The amounts of an increment. */
  readonly by?: ColumnValues;
}

/** Sends a write, or one that was derived from it; returns what Sequelize returns. */
export type Send = (write: Write) => Promise<unknown>;

/** Whether an insert updates the rows that have the same keys. */
export function updatesExisting({ kind, options }: Write): boolean {
  return kind === 'upsert' || (kind === 'bulkInsert' && options?.updateOnDuplicate !== undefined);
}

/** The write with an expression that increments the versions of the rows of a bulk update, unless it sets them itself. */
export function incrementingVersions(model: DomainModel, write: Write): Write {
  const { kind, values = {} } = write;
  const version = versionFieldOf(model);
  if (kind !== 'bulkUpdate' || version === undefined) return write;
  const column = columnOf(model, version);
  if (ownValue(values, column) !== undefined) return write;
  // A row may have no prototype, so that no column is found in it that is not set.
  const copy = Object.assign(Object.create(Object.getPrototypeOf(values)), values);
  return { ...write, values: Object.assign(copy, { [column]: incrementedVersion(model)[version] }) };
}
