import { QueryTypes } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import { StatementTooLongError } from '../errors';

/** In bytes: values that are shorter fit in any statement. */
const ALWAYS_FITS = 1024 * 1024;

/** In bytes: what a statement has besides its values, generously. */
const MARGIN = 64 * 1024;

/** By database; of a server that is asked once. */
const known = new WeakMap<Sequelize, Promise<number>>();

/**
 * Refuses values that the server would not take in one packet: it would close the connection, and tell nothing.
 *
 * @throws StatementTooLongError
 */
export async function verifyLength(sequelize: Sequelize, values: readonly unknown[]): Promise<void> {
  const bytes = values.reduce<number>((sum, value) => sum + bytesOf(value), 0);
  if (bytes < ALWAYS_FITS || sequelize.getDialect() === 'sqlite') return;
  const most = await longest(sequelize);
  if (bytes + MARGIN > most) throw new StatementTooLongError(bytes, most);
}

/** Of most values not counted, and of a text no more than it takes to tell. */
function bytesOf(value: unknown): number {
  if (Buffer.isBuffer(value)) return value.length;
  return typeof value === 'string' && value.length >= ALWAYS_FITS / 4 ? Buffer.byteLength(value) : 0;
}

function longest(sequelize: Sequelize): Promise<number> {
  const asked = known.get(sequelize) ?? askServer(sequelize);
  known.set(sequelize, asked);
  asked.catch(() => known.delete(sequelize));
  return asked;
}

async function askServer(sequelize: Sequelize): Promise<number> {
  const [row] = await sequelize.query<{ most: number }>('SELECT @@max_allowed_packet AS most', {
    type: QueryTypes.SELECT,
  });
  return Number(row!.most);
}
