/** What a statement does, in words of which there are few. */
export interface DatabaseOperation {
  /** `SELECT`; `_OTHER` for one that is not known. */
  readonly name: string;
  /** The first table that it reads or writes, as its text has it. */
  readonly table?: string;
}

/** The words before the table, by operation. */
const BEFORE_TABLE: Readonly<Record<string, string>> = {
  SELECT: ' FROM ',
  INSERT: ' INTO ',
  REPLACE: ' INTO ',
  UPDATE: 'UPDATE ',
  DELETE: ' FROM ',
};

const NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(BEFORE_TABLE),
  ...['BEGIN', 'START', 'COMMIT', 'ROLLBACK', 'SAVEPOINT', 'RELEASE', 'SET', 'WITH', 'SHOW', 'PRAGMA', 'KILL'],
]);

/** Subqueries in the list of columns may come before the table. */
const MOST_PLACES = 3;

const FIRST_WORD = /^\s*([a-z]+)/i;
const TABLE = /[`"]?([\w$]+)/y;

/** Before a statement that MariaDB carries out with other settings. */
const SETTINGS = 'SET STATEMENT ';

/** Reads as little of the statement as it can, whose values may be long. */
export function operationOf(sql: string): DatabaseOperation {
  if (sql.startsWith(SETTINGS)) return operationOf(sql.slice((sql.indexOf(' FOR ') + 1 || sql.length) + 3));
  const name = FIRST_WORD.exec(sql)?.[1]?.toUpperCase() ?? '';
  if (!NAMES.has(name)) return { name: '_OTHER' };
  const before = BEFORE_TABLE[name];
  return before === undefined ? { name } : { name, table: tableAfter(before, sql) };
}

function tableAfter(before: string, sql: string): string | undefined {
  let place = sql.indexOf(before);
  for (let count = 0; place >= 0 && count < MOST_PLACES; count++) {
    TABLE.lastIndex = place + before.length;
    const table = TABLE.exec(sql)?.[1];
    if (table !== undefined) return table;
    place = sql.indexOf(before, TABLE.lastIndex || place + before.length);
  }
  return undefined;
}
