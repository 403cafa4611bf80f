import type { ModelAttributeColumnOptions } from 'sequelize';
import { ownValue } from '../../foundation';
import type { DomainModel } from '../models/domain-model';
import type { DomainSequelize } from '../statements/domain-sequelize';
import type { ColumnValues, Send, Write } from './write';

/**
 * Inserts rows with keys and rows without in statements of their own: Sequelize counts the generated keys of a statement
 * from the first or the last one, also for rows that have a key, so that instances would get the keys of other rows.
 *
 * @param send returns an object with the generated key for each row
 */
export async function insertByKeys(sequelize: DomainSequelize, write: Write, send: Send): Promise<unknown> {
  const { model, rows = [], options } = write;
  const key = model && generatedKeyOf(model);
  const hasKey = (row: ColumnValues) => key !== undefined && (ownValue(row, key) ?? null) !== null;
  const withKey = rows.filter(hasKey);
  if (withKey.length === 0 || withKey.length === rows.length) return send(write);
  const both = async () => {
    await send({ ...write, rows: withKey });
    return send({ ...write, rows: rows.filter((row) => !hasKey(row)) });
  };
  const generated = await (options?.transaction === undefined ? sequelize.unitOfWork(both) : both());
  if (!Array.isArray(generated)) return generated;
  let next = 0;
  return rows.map((row) => (hasKey(row) ? {} : generated[next++]));
}

/** The column of a key that the database generates. */
function generatedKeyOf(model: DomainModel): string | undefined {
  const key = model.getAttributes()[model.primaryKeyAttribute as never] as ModelAttributeColumnOptions | undefined;
  return key?.autoIncrement === true ? key.field : undefined;
}
