import { DataSource } from '../../lib/persistence';
import { type OpenedModels, openModels } from './open-models';
import { createTestDatabase, type TestDatabase } from './test-database';

/** A new database for each test of a `describe`, and data sources that start on it, one in place of the other. */
export function useSchema() {
  let database: TestDatabase;
  let opened: OpenedModels | undefined;
  const lines: string[] = [];

  async function close(): Promise<void> {
    await opened?.dataSource.close();
    opened = undefined;
  }

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await close();
    await database.drop();
  });

  return {
    /** The log of the last start. */
    lines,
    database: () => database,
    dataSource: (): DataSource => opened!.dataSource,
    /** Starts as an application does, in place of the data source before. */
    async start(mode: string, types: readonly unknown[]): Promise<OpenedModels> {
      await close();
      lines.length = 0;
      opened = await openModels(database, types, { mode, log: (line) => void lines.push(line) });
      await opened.dataSource.applySchema(opened.registry.entities);
      return opened;
    },
  };
}
