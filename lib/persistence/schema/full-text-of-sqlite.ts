import { QueryTypes, type Transaction } from 'sequelize';
import { PersistenceError } from '../errors';
import { type FullTextColumn, wordsTable } from '../models/full-text';
import type { FullTextIndexes } from './full-text-indexes';

/** SQLite: a virtual FTS5 table over the rows of the table, which triggers update, also after cascading deletes. */
export const sqliteIndexes: FullTextIndexes = {
  readSettings: async () => undefined,
  missing,
  statements,
  removal,
  create,
};

const EVENTS = ['insert', 'update', 'delete'] as const;

async function missing(one: FullTextColumn): Promise<readonly string[]> {
  const index = wordsTable(one);
  const wanted = [index, ...EVENTS.map((event) => triggerOf(one, event))];
  const sql = 'SELECT name FROM sqlite_master WHERE name IN (:wanted)';
  const rows = await one.model.sequelize!.query<{ name: string }>(sql, {
    replacements: { wanted },
    type: QueryTypes.SELECT,
  });
  const existing = new Set(rows.map(({ name }) => name));
  return wanted
    .filter((name) => !existing.has(name))
    .map((name) => `the ${name === index ? 'index' : 'trigger'} ${name}`);
}

/** Creates the whole index anew: if a trigger was missing, the index may lack rows. */
async function create(one: FullTextColumn): Promise<void> {
  await verifyKey(one);
  const sequelize = one.model.sequelize!;
  const written = await statements(one);
  await sequelize.transaction(async (transaction: Transaction) => {
    for (const sql of written) await sequelize.query(sql, { transaction });
  });
  // Makes the connection reload its schema: a statement that fires the new triggers would not find the virtual table.
  await sequelize.query('SELECT COUNT(*) FROM sqlite_master');
}

async function statements(one: FullTextColumn): Promise<readonly string[]> {
  return [...removal(one), ...parts(one)];
}

/** Only an INTEGER primary key is the rowid; other rowids change when the file is vacuumed. */
async function verifyKey({ model, field, table }: FullTextColumn): Promise<void> {
  const sql = 'SELECT name, type FROM pragma_table_info(:table) WHERE pk > 0';
  const keys = await model.sequelize!.query<{ type: string }>(sql, {
    replacements: { table },
    type: QueryTypes.SELECT,
  });
  if (keys.length === 1 && keys[0]!.type.toUpperCase() === 'INTEGER') return;
  throw new PersistenceError('FULL_TEXT_KEY', [model.name, field.name, table]);
}

function removal(one: FullTextColumn): string[] {
  const triggers = EVENTS.map((event) => `DROP TRIGGER IF EXISTS ${quoted(triggerOf(one, event))}`);
  return [...triggers, `DROP TABLE IF EXISTS ${quoted(wordsTable(one))}`];
}

function parts(one: FullTextColumn): string[] {
  const { model, table } = one;
  const key = model.getAttributes()[model.primaryKeyAttribute]!.field!;
  const [index, column, rows] = [wordsTable(one), one.column, table].map(quoted) as [string, string, string];
  const options = `content = ${literal(table)}, content_rowid = ${literal(key)}, tokenize = ${literal(TOKENIZE)}`;
  const added = `INSERT INTO ${index} (rowid, ${column}) VALUES (new.${quoted(key)}, new.${column});`;
  const removed = `INSERT INTO ${index} (${index}, rowid, ${column}) VALUES ('delete', old.${quoted(key)}, old.${column});`;
  const trigger = (event: (typeof EVENTS)[number], columns: string, body: string) =>
    `CREATE TRIGGER ${quoted(triggerOf(one, event))} AFTER ${event.toUpperCase()}${columns} ON ${rows} BEGIN ${body} END`;
  return [
    `CREATE VIRTUAL TABLE ${index} USING fts5(${column}, ${options})`,
    `INSERT INTO ${index} (${index}) VALUES ('rebuild')`,
    trigger('insert', '', added),
    trigger('update', ` OF ${column}, ${quoted(key)}`, `${removed} ${added}`),
    trigger('delete', '', removed),
  ];
}

function triggerOf(one: FullTextColumn, event: string): string {
  return `${wordsTable(one)}_${event}`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Emoji, arrows and currencies that SQLite's Unicode tables do not have, so that it would treat them as letters. */
const UNKNOWN_SYMBOLS = [
  [0x20ba, 0x20cf],
  [0x2b4d, 0x2bff],
  [0x2e3c, 0x2e7f],
  [0x1f321, 0x1faff],
] as const;

const SEPARATORS = UNKNOWN_SYMBOLS.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
).join('');

/** Words consist of letters with their marks, digits and underscores; case is ignored, accents are not. */
const TOKENIZE = `unicode61 remove_diacritics 0 categories 'L* N* M*' tokenchars '_' separators '${SEPARATORS}'`;
