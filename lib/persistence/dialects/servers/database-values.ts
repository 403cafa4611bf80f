import type { Select } from '../../tables/rows';
import type { UnseenTriggers } from '../dialect';

/** The triggers that the account may see, and the generated columns, `ON UPDATE` and defaults, of MariaDB and MySQL. */
export const VALUES_OF_SERVERS = `SELECT 'trigger' AS kind, ${asText('EVENT_OBJECT_TABLE')} AS \`table\`, NULL AS \`column\`
FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = DATABASE()
UNION ALL
SELECT IF(${isSetInAnyWrite()}, 'column', 'default'), ${asText('TABLE_NAME')}, ${asText('COLUMN_NAME')}
FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()
AND (${isSetInAnyWrite()} OR (COLUMN_DEFAULT IS NOT NULL AND COLUMN_DEFAULT <> 'NULL'))`;

/** The tables of the catalogue have different collations, which a UNION does not mix. */
function asText(name: string): string {
  return `CONVERT(${name} USING utf8mb4)`;
}

/** MySQL marks a default that is an expression as DEFAULT_GENERATED. */
function isSetInAnyWrite(): string {
  const marks = ['on update', 'VIRTUAL GENERATED', 'STORED GENERATED', 'PERSISTENT'];
  return `(${marks.map((mark) => `EXTRA LIKE '%${mark}%'`).join(' OR ')})`;
}

/**
 * MySQL, and MariaDB before 2026, show the triggers of a table only to accounts with the privilege TRIGGER on it; later
 * versions of MariaDB show them to all that may write to it, without their statements.
 *
 * @returns the tables that the account may write to without seeing their triggers; undefined if there are none
 */
export async function unseenTriggers(select: Select, tables: readonly string[]): Promise<UnseenTriggers | undefined> {
  const [{ account, database, hasHiddenStatements }] = (await select(ACCOUNT)) as readonly [Account];
  if (hasHiddenStatements > 0) return undefined;
  const grants = await select<Readonly<Record<string, string>>>('SHOW GRANTS');
  const writing = levelsWith(['INSERT', 'UPDATE', 'DELETE'], grants);
  const seeing = levelsWith(['TRIGGER'], grants);
  const isAt = (levels: readonly Level[], table: string) => levels.some((level) => level(database, table));
  const unseen = tables.filter((table) => isAt(writing, table) && !isAt(seeing, table));
  return unseen.length > 0 ? { account, database, tables: unseen } : undefined;
}

interface Account {
  readonly account: string;
  readonly database: string;
  readonly hasHiddenStatements: number;
}

const ACCOUNT = `SELECT CURRENT_USER() AS account, DATABASE() AS \`database\`, VERSION() LIKE '%MariaDB%' AND EXISTS (
SELECT 1 FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'information_schema' AND TABLE_NAME = 'TRIGGERS'
AND COLUMN_NAME = 'ACTION_STATEMENT' AND IS_NULLABLE = 'YES') AS hasHiddenStatements`;

type Level = (database: string, table: string) => boolean;

/** Where the account has one of the privileges, by its own grants and, on MariaDB, those of its roles. */
function levelsWith(
  privileges: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
): readonly Level[] {
  return rows.flatMap((row) => {
    const [grant = ''] = Object.values(row);
    const [granted = '', on = ''] = grant.slice('GRANT '.length).split(' TO ', 1)[0]!.split(' ON ');
    const names = granted.split(', ').map((name) => name.split(' ', 1)[0]!);
    return names.some((name) => name === 'ALL' || privileges.includes(name)) ? levelOf(on) : [];
  });
}

/** The level of a grant: `*.*`, `` `shop`.* `` or `` `shop`.`orders` ``. Names of databases are patterns of LIKE. */
function levelOf(on: string): Level {
  if (on.startsWith('*.')) return () => true;
  const end = on.lastIndexOf('.');
  const [granted, tables] = [unquoted(on.slice(0, end)), on.slice(end + 1)];
  if (tables === '*') return (database) => isLike(granted, database);
  return (database, table) => database === granted && unquoted(tables) === table;
}

function unquoted(name: string): string {
  return name.startsWith('`') ? name.slice(1, -1).replaceAll('``', '`') : name;
}

/** LIKE: `%` is any text, `_` any character, and a backslash makes either a plain one. */
function isLike(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  const first = pattern.slice(0, pattern.startsWith('\\') ? 2 : 1);
  const after = pattern.slice(first.length);
  if (first === '%') return isLike(after, text) || (text !== '' && isLike(pattern, text.slice(1)));
  const isSame = text !== '' && (first === '_' || text[0] === first.at(-1));
  return isSame && isLike(after, text.slice(1));
}
