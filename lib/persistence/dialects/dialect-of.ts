import type { Dialect } from './dialect';
import { mariadb } from './mariadb';
import { mysql } from './mysql';
import { sqlite } from './sqlite';

/** A Sequelize, of this package or of an application. */
interface Queried {
  getDialect(): string;
  /** Set where it is known, which is after the connection to a server. */
  readonly sqlDialect?: Dialect;
}

const BY_NAME: ReadonlyMap<string, Dialect> = new Map([
  ['sqlite', sqlite],
  ['mariadb', mariadb],
]);

export function dialectOf(sequelize: Queried): Dialect {
  return sequelize.sqlDialect ?? dialectNamed(sequelize.getDialect());
}

/** The dialect by Sequelize's name for it. */
export function dialectNamed(name: string): Dialect {
  return BY_NAME.get(name) ?? mysql;
}

/** The dialect of a server, by the version that it sends. */
export function dialectOfServer(version: string): Dialect {
  return /mariadb/i.test(version) ? mariadb : mysql;
}
