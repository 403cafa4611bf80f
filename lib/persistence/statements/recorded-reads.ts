import type { DataSource } from '../data-source';
import type { DriverRow } from '../dialects/dialect';

/**
 * Records the statements of reads, in order, without a connection. Each statement returns one row.
 *
 * @param value of every column of that row, so that reads of related rows are recorded too
 */
export async function recordedReads(
  { sequelize }: DataSource,
  value: string,
  work: () => Promise<unknown>,
): Promise<{ readonly statements: readonly string[]; readonly error?: unknown }> {
  const statements: string[] = [];
  const record = (sql: unknown) => {
    statements.push(typeof sql === 'string' ? sql : String((sql as { readonly query: string }).query));
  };
  const row = new Proxy<DriverRow>({}, { get: () => value });
  sequelize.selectRows = async (sql, read) => {
    record(sql);
    return read([row]);
  };
  sequelize.query = (async (sql: unknown) => {
    record(sql);
    return [];
  }) as never;
  try {
    await work();
    return { statements };
  } catch (error) {
    return { statements, error };
  }
}
