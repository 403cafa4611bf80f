import { openMysql } from './mysql-server';
import type { SqlServer } from './sql-server';
import { openSqlite } from './sqlite-server';

/** @param url of a SQLite file, `sqlite:path`, or of a database on MariaDB or MySQL */
export async function openSqlServer(url: string): Promise<SqlServer> {
  return url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openMysql(url);
}
