import type { MigrationDialect } from '../../../../lib/persistence/dialects/dialect';
import { dialectNamed } from '../../../../lib/persistence/dialects/dialect-of';
import { mysql } from '../../../../lib/persistence/dialects/mysql';
import { withAdditions } from '../../../../lib/persistence/schema/plan/additions';
import { planChanges } from '../../../../lib/persistence/schema/plan/plan-changes';
import { rowChecks } from '../../../../lib/persistence/schema/plan/row-checks';
import type { TableShape } from '../../../../lib/persistence/tables/table-shape';
import { column, foreignKey, required, table } from '../../../support/table-shapes';

const INNODB = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE utf8mb4_nopad_bin';
const teams = (more: Partial<TableShape> = {}) =>
  table('teams', [column('captain', 'INTEGER')], { options: INNODB, ...more });
const players = (more: Partial<TableShape> = {}) =>
  table('players', [column('team', 'INTEGER')], { options: INNODB, ...more });
const captain = { foreignKeys: [foreignKey('captain', 'players')] };
const team = { foreignKeys: [foreignKey('team', 'teams')] };

const plan = (stored: readonly TableShape[], wanted: readonly TableShape[], dialect: MigrationDialect = 'mysql') =>
  planChanges(stored, withAdditions(stored, wanted, dialectNamed(dialect)), dialectNamed(dialect));

describe('The additions to a database', () => {
  it('are tables that refer to each other, whose foreign keys come last', () => {
    expect(plan([], [teams(captain), players(team)]).map((sql) => sql.split('\n')[0])).toEqual([
      'CREATE TABLE `teams` (',
      'CREATE TABLE `players` (',
      expect.stringMatching(/^ALTER TABLE `teams` ADD CONSTRAINT `teams_captain_fk` FOREIGN KEY \(`captain`\)/),
      expect.stringMatching(/^ALTER TABLE `players` ADD CONSTRAINT `players_team_fk` FOREIGN KEY \(`team`\)/),
    ]);
  });

  it.each<MigrationDialect>(['mysql', 'sqlite'])(
    'are none to tables with all of it, whatever the names (%s)',
    (dialect) => {
      const added = withAdditions([], [teams(captain), players(team)], dialectNamed(dialect));
      const others = added.map((one) => ({
        ...one,
        columns: [...one.columns, column('budget', 'INT')],
        foreignKeys: one.foreignKeys.map((key) => ({ ...key, name: `${one.name}_ibfk_1`, onDelete: 'CASCADE' })),
      }));

      expect(plan(others, [teams(captain), players(team)], dialect)).toEqual([]);
    },
  );

  it('neither drop nor change what exists', () => {
    const stored = teams({
      columns: [...teams().columns.slice(0, 1), required('captain', 'VARCHAR(9)'), column('budget')],
    });
    const index = { name: 'by_budget', isUnique: false, columns: ['budget'] };

    expect(plan([{ ...stored, indexes: [index] }, table('others', [])], [teams()])).toEqual([]);
  });

  it.each<[string, Partial<TableShape>, Partial<TableShape>]>([
    ['another type of column', {}, { columns: [...teams().columns.slice(0, 1), column('captain', 'BIGINT')] }],
    ['an engine without foreign keys', { options: 'ENGINE=MyISAM' }, {}],
    ['no index on the key', { primaryKey: [] }, {}],
    ['a view', { isView: true }, {}],
  ])('have no foreign key that the database would reject: %s', (_, ofPlayers, ofTeams) => {
    const [stored, wanted] = [
      [teams(ofTeams), players(ofPlayers)],
      [teams(captain), players()],
    ];

    expect(plan(stored, wanted)).toEqual([]);
  });

  it('have a foreign key between texts of one collation', () => {
    const text = (collation?: string) => column('name', 'VARCHAR(9)', collation === undefined ? {} : { collation });
    const cups = (collation?: string) => table('cups', [text(collation)], { options: INNODB, primaryKey: ['name'] });
    const prizes = {
      ...table('prizes', [text()], { options: INNODB }),
      foreignKeys: [foreignKey('name', 'cups', { referred: ['name'] })],
    };

    expect(plan([cups()], [cups(), prizes]).join()).toContain('FOREIGN KEY');
    expect(plan([cups('utf8mb4_general_ci')], [cups(), prizes]).join()).not.toContain('FOREIGN KEY');
  });

  it('have names that are free in the whole database, where it needs them', () => {
    const index = (columns: string[]) => ({ indexes: [{ name: 'a_b_c', isUnique: false, columns }] });
    const wanted = [table('a', [column('b_c')], index(['b_c'])), table('a_b', [column('c')], index(['c']))];

    expect(plan([], wanted, 'sqlite').slice(1)).toEqual([
      'CREATE INDEX "a_b_c" ON "a" ("b_c")',
      expect.any(String),
      'CREATE INDEX "a_b_c_2" ON "a_b" ("c")',
    ]);
  });

  it('add a column with its foreign key on SQLite without creating the table anew', () => {
    const bare = { ...players(), columns: players().columns.slice(0, 1) };

    expect(plan([teams(), bare], [teams(), players(team)], 'sqlite')).toEqual([
      'ALTER TABLE "players" ADD COLUMN "team" INTEGER REFERENCES "teams" ("id") ON DELETE NO ACTION ON UPDATE NO ACTION',
    ]);
  });

  it('leave a generated key out, if the table has another key', () => {
    const keyed = { ...teams(), columns: teams().columns.slice(1), primaryKey: ['captain'] };

    expect(plan([keyed], [teams()])).toEqual([]);
    expect(plan([{ ...keyed, primaryKey: [] }], [teams()])).toEqual([
      'ALTER TABLE `teams` ADD COLUMN `id` INTEGER NOT NULL AUTO_INCREMENT, ADD PRIMARY KEY (`id`)',
    ]);
  });

  it('ask for rows that violate new unique indexes and foreign keys', () => {
    const unique = (columns: string[]) => ({ indexes: [{ name: 'u', isUnique: true, columns }] });
    const checks = (stored: TableShape[], wanted: TableShape[]) =>
      rowChecks(stored, withAdditions(stored, wanted, mysql), mysql).map(({ sql }) => sql);
    const bare = { ...teams(), columns: teams().columns.slice(0, 1) };
    const strict = { ...players(team), columns: [players().columns[0]!, required('team', 'INTEGER')] };

    expect(checks([teams()], [teams(unique(['captain']))])).toEqual([
      'SELECT 1 FROM `teams` WHERE `captain` IS NOT NULL GROUP BY `captain` HAVING COUNT(*) > 1 LIMIT 1',
    ]);
    expect(checks([bare], [teams(unique(['captain']))])).toEqual([]);
    expect(checks([teams(), players()], [teams(captain), players()])).toEqual([
      'SELECT 1 FROM `teams` c WHERE c.`captain` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `players` p WHERE p.`id` = c.`captain`) LIMIT 1',
    ]);
    expect(checks([teams()], [teams(captain), players()])).toEqual([
      'SELECT 1 FROM `teams` c WHERE c.`captain` IS NOT NULL LIMIT 1',
    ]);
    expect(checks([teams(), { ...players(), columns: [players().columns[0]!] }], [teams(), strict])).toEqual([
      'SELECT 1 FROM `players` LIMIT 1',
    ]);
  });
});
