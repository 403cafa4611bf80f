import { openSqlServer } from './raw/open-sql-server';

/**
 * Gives an order a time whose fraction is zero, which drivers shorten, so that every run compares one.
 *
 * @param url of the database
 */
export async function createInWholeSecond(url: string, key: number): Promise<void> {
  const database = await openSqlServer(url);
  const zone = url.startsWith('sqlite:') ? ' +00:00' : '';
  try {
    await database.run('UPDATE orders SET created_at = ? WHERE id = ?', [`2026-01-31 08:30:00.000${zone}`, key]);
  } finally {
    await database.close();
  }
}
