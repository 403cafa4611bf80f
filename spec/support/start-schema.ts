import { QueryTypes, Sequelize } from 'sequelize';
import type { DataSource } from '../../lib/persistence';
import { openModels } from './open-models';
import { dialect, type TestDatabase } from './test-database';

/** Opens the data source of an application with a schema mode, as its start does. @returns it with the lines of its log */
export async function startSchema(
  database: TestDatabase,
  mode: string,
  types: readonly unknown[],
): Promise<{ readonly dataSource: DataSource; readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const { dataSource, registry } = await openModels(database, types, { mode, log: (line) => void lines.push(line) });
  try {
    dataSource.sessions();
    dataSource.keys();
    dataSource.rates();
    dataSource.roles('role_permissions');
    await dataSource.applySchema(registry.entities);
    return { dataSource, lines };
  } catch (error) {
    await dataSource.close();
    throw error;
  }
}

/** {@link startSchema} and the stop after it. @returns the lines of the log */
export async function startAndStop(
  database: TestDatabase,
  mode: string,
  types: readonly unknown[],
): Promise<readonly string[]> {
  const { dataSource, lines } = await startSchema(database, mode, types);
  await dataSource.close();
  return lines;
}

/** All tables, indexes and triggers of a database as SQL, as the database itself writes them, with all rows. */
export async function databaseTexts({ url }: TestDatabase): Promise<Readonly<Record<string, unknown>>> {
  const storage = url.slice('sqlite:'.length);
  const sequelize = new Sequelize(url, { logging: false, ...(dialect === 'sqlite' && { storage }) });
  const rows = (sql: string) => sequelize.query<Record<string, unknown>>(sql, { type: QueryTypes.SELECT });
  const found: Record<string, unknown> = {};
  for (const { name, kind, text } of await (dialect === 'sqlite' ? rows(MASTER) : serverTexts(rows))) {
    found[`${kind} ${name}`] = text;
    if (kind === 'table' && !String(text).startsWith('CREATE VIRTUAL'))
      found[`rows of ${name}`] = await rows(`SELECT * FROM \`${name}\``);
  }
  await sequelize.close();
  return found;
}

const MASTER =
  "SELECT name, type AS kind, sql AS text FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY type, name";

async function serverTexts(rows: (sql: string) => Promise<Record<string, unknown>[]>) {
  const names = (await rows('SHOW TABLES')).map((row) => String(Object.values(row)[0]));
  const texts: Record<string, unknown>[] = [];
  for (const name of names) {
    const [created] = await rows(`SHOW CREATE TABLE \`${name}\``);
    texts.push({ name, kind: 'table', text: created!['Create Table'] });
  }
  const triggers = await rows('SHOW TRIGGERS');
  return [...texts, ...triggers.map((row) => ({ name: row.Trigger, kind: 'trigger', text: JSON.stringify(row) }))];
}
