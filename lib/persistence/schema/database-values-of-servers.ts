import type { Select } from './shapes/rows';

/** The triggers that the account may see, and the generated columns, `ON UPDATE` and defaults, of MariaDB and MySQL. */
export const VALUES_OF_SERVERS = `SELECT 'trigger' AS kind, EVENT_OBJECT_TABLE AS \`table\`, NULL AS \`column\`
FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = DATABASE()
UNION ALL
SELECT IF(${isSetInAnyWrite()}, 'column', 'default'), TABLE_NAME, COLUMN_NAME
FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()
AND (${isSetInAnyWrite()} OR (COLUMN_DEFAULT IS NOT NULL AND COLUMN_DEFAULT <> 'NULL'))`;

/** MySQL marks a default that is an expression as DEFAULT_GENERATED. */
function isSetInAnyWrite(): string {
  const marks = ['on update', 'VIRTUAL GENERATED', 'STORED GENERATED', 'PERSISTENT'];
  return `(${marks.map((mark) => `EXTRA LIKE '%${mark}%'`).join(' OR ')})`;
}

/** Tables whose triggers an account cannot see. */
export interface UnseenTriggers {
  readonly account: string;
  readonly database: string;
  readonly tables: readonly string[];
}

/** A server shows the triggers of a table only to accounts with the privilege TRIGGER on it; undefined if none is hidden. */
export async function unseenTriggers(select: Select, tables: readonly string[]): Promise<UnseenTriggers | undefined> {
  const [{ account, database }] = (await select('SELECT CURRENT_USER() AS account, DATABASE() AS `database`')) as [
    { readonly account: string; readonly database: string },
  ];
  const levels = levelsWithTrigger(await select<Readonly<Record<string, string>>>('SHOW GRANTS'));
  const unseen = tables.filter((table) => !levels.some((level) => level(database, table)));
  return unseen.length > 0 ? { account, database, tables: unseen } : undefined;
}

type Level = (database: string, table: string) => boolean;

/** Where the account has the privilege, by its own grants and those of its roles. */
function levelsWithTrigger(rows: readonly Readonly<Record<string, string>>[]): readonly Level[] {
  return rows.flatMap((row) => {
    const [grant = ''] = Object.values(row);
    const [privileges = '', on = ''] = grant.slice('GRANT '.length).split(' TO ', 1)[0]!.split(' ON ');
    const isGranted = privileges.split(', ').some((name) => name === 'TRIGGER' || name.startsWith('ALL PRIVILEGES'));
    return isGranted ? levelOf(on) : [];
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
