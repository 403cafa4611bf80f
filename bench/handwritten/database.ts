import type { Transaction } from 'sequelize';
import { Sequelize, type SequelizeOptions } from 'sequelize-typescript';
import { POOL } from '../pool';
import { Order, OrderItem } from './models';

export interface Database {
  readonly sequelize: Sequelize;
  /** Commits when the work returns, rolls back when it throws. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
}

export function openDatabase(url: string): Database {
  const isSqlite = url.startsWith('sqlite:');
  const sequelize = new Sequelize(isSqlite ? sqliteOptions(url) : serverOptions(url));
  sequelize.addModels([Order, OrderItem]);
  let last: Promise<unknown> = Promise.resolve();
  return {
    sequelize,
    transaction: (work) => {
      const run = () => sequelize.transaction(work);
      if (!isSqlite) return run();
      // SQLite has one writer: all other concurrent transactions would fail with SQLITE_BUSY.
      const result = last.then(run);
      last = result.catch(() => undefined);
      return result;
    },
  };
}

function sqliteOptions(url: string): SequelizeOptions {
  const storage = url.slice('sqlite:'.length);
  return { dialect: 'sqlite', storage, transactionType: 'IMMEDIATE' as never, logging: false };
}

function serverOptions(url: string): SequelizeOptions {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    dialect: 'mysql',
    host: hostname,
    port: Number(port || 3306),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
    timezone: '+00:00',
    pool: { max: POOL.max, min: POOL.min, acquire: POOL.acquireMs, idle: POOL.idleMs },
    logging: false,
  };
}
