import { QueryTypes, type Transaction } from 'sequelize';
import { PersistenceError } from '../../errors';
import type { FullText, IndexedColumn } from '../dialect';
import { SQLITE_WORDS } from './table-words';

/** SQLite: a virtual FTS5 table over the rows of the table, which triggers update, also after cascading deletes. */
export const fullText: FullText = {
  readLengths: async () => undefined,
  condition(column, { words, columnOf, literal: textOf }) {
    const { model } = column;
    const key = columnOf(model.getAttributes()[model.primaryKeyAttribute]!.field!);
    const table = `"${wordsTable(column)}"`;
    const query = textOf(words.map((word) => `"${word}"`).join(' '));
    return `${key} IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ${query})`;
  },
  missing,
  statements,
  removal,
  outlivesTable: true,
  create,
};

/** The FTS5 table. */
function wordsTable({ table, column }: IndexedColumn): string {
  return `${table}_${column}_full_text`;
}

const EVENTS = ['insert', 'update', 'delete'] as const;

async function missing(one: IndexedColumn): Promise<readonly string[]> {
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
async function create(one: IndexedColumn): Promise<void> {
  await verifyKey(one);
  const sequelize = one.model.sequelize!;
  const written = await statements(one);
  await sequelize.transaction(async (transaction: Transaction) => {
    for (const sql of written) await sequelize.query(sql, { transaction });
  });
  // Makes the connection reload its schema: a statement that fires the new triggers would not find the virtual table.
  await sequelize.query('SELECT COUNT(*) FROM sqlite_master');
}

async function statements(one: IndexedColumn): Promise<readonly string[]> {
  return [...removal(one), ...parts(one)];
}

/** Only an INTEGER primary key is the rowid; other rowids change when the file is vacuumed. */
async function verifyKey({ model, field, table }: IndexedColumn): Promise<void> {
  const sql = 'SELECT name, type FROM pragma_table_info(:table) WHERE pk > 0';
  const keys = await model.sequelize!.query<{ type: string }>(sql, {
    replacements: { table },
    type: QueryTypes.SELECT,
  });
  if (keys.length === 1 && keys[0]!.type.toUpperCase() === 'INTEGER') return;
  throw new PersistenceError('FULL_TEXT_KEY', [model.name, field.name, table]);
}

function removal(one: IndexedColumn): string[] {
  const triggers = EVENTS.map((event) => `DROP TRIGGER IF EXISTS ${quoted(triggerOf(one, event))}`);
  return [...triggers, `DROP TABLE IF EXISTS ${quoted(wordsTable(one))}`];
}

function parts(one: IndexedColumn): string[] {
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

function triggerOf(one: IndexedColumn, event: string): string {
  return `${wordsTable(one)}_${event}`;
}

const quoted = SQLITE_WORDS.quote;

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
