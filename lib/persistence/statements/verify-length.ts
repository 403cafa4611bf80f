import { QueryTypes } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import { dialectOf } from '../dialects/dialect-of';
import { StatementTooLongError } from '../errors';

/** In bytes: smaller values fit in any statement. */
const ALWAYS_FITS_BYTES = 1024 * 1024;

/** In bytes: a generous allowance for the statement besides its values. */
const OVERHEAD_BYTES = 64 * 1024;

/** By database; each server is asked once. */
const maxBytesOf = new WeakMap<Sequelize, Promise<number>>();

/**
 * Rejects values that exceed `max_allowed_packet`, for which the server would close the connection without an error.
 *
 * @throws StatementTooLongError
 */
export async function verifyLength(sequelize: Sequelize, values: readonly unknown[]): Promise<void> {
  const bytes = values.reduce<number>((sum, value) => sum + bytesOf(value), 0);
  if (bytes < ALWAYS_FITS_BYTES) return;
  const { longestStatementSql } = dialectOf(sequelize).driver;
  if (longestStatementSql === undefined) return;
  const maxBytes = await maxPacketBytes(sequelize, longestStatementSql);
  if (bytes + OVERHEAD_BYTES > maxBytes) throw new StatementTooLongError(bytes, maxBytes);
}

/** Short values are not counted. */
function bytesOf(value: unknown): number {
  if (Buffer.isBuffer(value)) return value.length;
  return typeof value === 'string' && value.length >= ALWAYS_FITS_BYTES / 4 ? Buffer.byteLength(value) : 0;
}

function maxPacketBytes(sequelize: Sequelize, sql: string): Promise<number> {
  const maxBytes = maxBytesOf.get(sequelize) ?? askServer(sequelize, sql);
  maxBytesOf.set(sequelize, maxBytes);
  maxBytes.catch(() => maxBytesOf.delete(sequelize));
  return maxBytes;
}

async function askServer(sequelize: Sequelize, sql: string): Promise<number> {
  const [row] = await sequelize.query<{ maxBytes: number }>(sql, { type: QueryTypes.SELECT });
  return Number(row!.maxBytes);
}
