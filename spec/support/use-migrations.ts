import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QueryTypes } from 'sequelize';
import { DataSource } from '../../lib/persistence';
import { POOL } from './open-store';
import { createTestDatabase, type DatabasePlace, type TestDatabase } from './test-database';

/** A new database and an empty folder of migrations for each test of a `describe`. */
export function useMigrations(place: DatabasePlace) {
  let database: TestDatabase;
  let folder: string;
  let dataSource: DataSource | undefined;
  const lines: string[] = [];

  beforeEach(async () => {
    database = await createTestDatabase(place);
    folder = mkdtempSync(join(tmpdir(), 'koaggregate-migrations-'));
    lines.length = 0;
  });
  afterEach(async () => {
    await dataSource?.close();
    dataSource = undefined;
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    lines,
    url: () => database.url,
    folder: () => folder,
    migrations: () => dataSource!.migrations,
    rows: (sql: string) => dataSource!.sequelize.query(sql, { type: QueryTypes.SELECT }),
    send: (sql: string) => dataSource!.sequelize.query(sql),
    write(files: Readonly<Record<string, string>>): void {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    },
    async open(onStart = false): Promise<DataSource> {
      const migrations = { folder: '.', onStart, waitMs: 1000 };
      const configuration = { url: database.url, pool: POOL, providerProperties: {}, migrations };
      const log = (line: string) => void lines.push(line);
      dataSource = await DataSource.open(configuration, [], { projectRoot: folder, log });
      return dataSource;
    },
  };
}
