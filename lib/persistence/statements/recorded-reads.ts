import type { DataSource } from '../data-source';
import type { DriverRow } from './driver-rows';

/**
 * The statements that some work would read with, in order, of a data source that is not connected.
 *
 * @param value  what each column of each row is taken to hold, so that what hangs on a row is read too
 */
export async function recordedReads(
  { sequelize }: DataSource,
  value: string,
  work: () => Promise<unknown>,
): Promise<{ readonly statements: readonly string[]; readonly error?: unknown }> {
  const statements: string[] = [];
  const note = (sql: unknown) => {
    statements.push(typeof sql === 'string' ? sql : String((sql as { readonly query: string }).query));
  };
  const row = new Proxy<DriverRow>({}, { get: () => value });
  sequelize.selectRows = async (sql, read) => {
    note(sql);
    return read([row]);
  };
  sequelize.query = (async (sql: unknown) => {
    note(sql);
    return [];
  }) as never;
  try {
    await work();
    return { statements };
  } catch (error) {
    return { statements, error };
  }
}
