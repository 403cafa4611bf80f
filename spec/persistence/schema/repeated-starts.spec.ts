import type { TableShape } from '../../../lib/persistence';
import { league } from '../../support/domain/league';
import { prepare } from '../../support/serve-shop';
import { databaseTexts, startAndStop, startSchema } from '../../support/start-schema';
import { createTestDatabase, dialect, type TestDatabase } from '../../support/test-database';

const NOW = "'2026-01-02 03:04:05'";

/** What others have added to the tables: columns with values, an index, a trigger, a table with a foreign key. */
const BY_HAND = [
  'ALTER TABLE teams ADD budget INT DEFAULT 777',
  'CREATE INDEX teams_by_budget ON teams (budget)',
  'CREATE TABLE audits (id INTEGER PRIMARY KEY, team_id BIGINT, FOREIGN KEY (team_id) REFERENCES teams (id))',
  dialect === 'sqlite'
    ? "CREATE TRIGGER teams_changed AFTER UPDATE ON teams BEGIN UPDATE teams SET history = 'changed' WHERE id = new.id AND history IS NULL; END"
    : "CREATE TRIGGER teams_changed BEFORE UPDATE ON teams FOR EACH ROW SET NEW.history = COALESCE(NEW.history, 'changed')",
  ...(dialect === 'sqlite'
    ? []
    : [
        'ALTER TABLE teams MODIFY checked_at TIMESTAMP NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP',
        "ALTER TABLE teams MODIFY name VARCHAR(60) COLLATE utf8mb4_nopad_bin COMMENT 'by hand'",
      ]),
];

const ROWS = [
  `INSERT INTO teams (id, name, created_at, updated_at, version) VALUES (1, 'Reds', ${NOW}, ${NOW}, 0)`,
  `INSERT INTO teams (id, name, created_at, updated_at, version, successor_id) VALUES (2, 'Blues', ${NOW}, ${NOW}, 3, 1)`,
  `INSERT INTO players (id, licence, created_at, updated_at, version, team_id) VALUES (5, 'L5', ${NOW}, ${NOW}, 0, 1)`,
  'UPDATE teams SET captain_id = 5, budget = 12 WHERE id = 1',
];

/** Unique indexes and foreign keys, without their names. Of join tables Sequelize leaves out the foreign keys, if others make a cycle. */
function linksOf(tables: readonly TableShape[]): string[] {
  const others = tables.filter(({ name }) => name !== 'awards');
  return others.flatMap(({ name, indexes, foreignKeys }) => [
    ...indexes.filter(({ isUnique }) => isUnique).map(({ columns }) => `${name}: unique ${columns.join()}`),
    ...foreignKeys.map(({ columns, table }) => `${name}: ${columns.join()} to ${table}`),
  ]);
}

describe('hbm2ddl.auto: update, start after start', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  it('leaves tables, what others added to them, and rows as they are, byte for byte', async () => {
    expect(await startAndStop(database, 'update', league)).toEqual([]);
    await prepare(database.url, [...BY_HAND, ...ROWS]);
    const before = await databaseTexts(database);

    for (let count = 0; count < 5; count += 1) {
      const lines = await startAndStop(database, 'update', league);

      expect(await databaseTexts(database)).toEqual(before);
      expect(lines.at(-1)).toContain(
        'and leaves these differences: Team (teams.budget): the model has no field for it',
      );
    }
    expect(before['rows of teams']).toMatchObject([{ budget: 12 }, { budget: 777 }]);
  });

  it('recognises indexes and foreign keys that Sequelize has created, whatever their names', async () => {
    const { dataSource } = await startSchema(database, 'none', league);
    await dataSource.sequelize.sync();
    const before = linksOf(await dataSource.storedTables());
    await dataSource.close();

    const { dataSource: updated } = await startSchema(database, 'update', league);
    const after = linksOf(await updated.storedTables());
    await updated.close();

    expect(after).toEqual(before);
    expect(after).toContain('teams: captain_id to players');
    expect(after).toContain('players: unique licence');
  });

  it('creates the same tables with create and create-drop, which drops them and no others', async () => {
    await startAndStop(database, 'update', league);
    const created = await databaseTexts(database);
    await prepare(database.url, ['CREATE TABLE others (id INTEGER PRIMARY KEY)']);

    await startAndStop(database, 'create', league);
    expect(await databaseTexts(database)).toMatchObject(created);
    await startAndStop(database, 'create-drop', league);

    const tables = Object.keys(await databaseTexts(database)).filter((name) => name.startsWith('table '));
    expect(tables.filter((name) => !name.startsWith('table teams_history'))).toEqual(['table others']);
  });

  it('does not drop a table that another one refers to', async () => {
    await startAndStop(database, 'update', league);
    await prepare(database.url, BY_HAND);
    const before = await databaseTexts(database);

    await expect(startAndStop(database, 'create', league)).rejects.toThrow(
      'The table teams cannot be dropped, since the foreign key on team_id of the table audits refers to it, which is not dropped: drop audits first',
    );

    expect(await databaseTexts(database)).toEqual(before);
  });
});
