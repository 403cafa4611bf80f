import { promisify } from 'node:util';
import { Database, type RunResult, type Statement } from 'sqlite3';
import type { Row, SqlServer, Value } from './sql-server';

/** sqlite3 alone, with prepared statements and one transaction at a time. */
export async function openSqlite(file: string): Promise<SqlServer> {
  const database = await new Promise<Database>((resolve, reject) => {
    const opened: Database = new Database(file, (error) => (error ? reject(error) : resolve(opened)));
  });
  await promisify<string, void>(database.exec.bind(database))('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON');
  const statements = statementsOf(database);
  let last: Promise<unknown> = Promise.resolve();
  const inSequence = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const server: SqlServer = {
    all: statements.all,
    run: (sql, values) => inSequence(() => statements.run(sql, values)),
    insert: (sql, values, rows) => inSequence(() => statements.insert(sql, values, rows)),
    transaction: (work) =>
      inSequence(async () => {
        await statements.run('BEGIN IMMEDIATE', []);
        try {
          const result = await work({ ...server, ...statements });
          await statements.run('COMMIT', []);
          return result;
        } catch (error) {
          await statements.run('ROLLBACK', []);
          throw error;
        }
      }),
    close: async () => {
      await statements.finalize();
      await promisify(database.close.bind(database))();
    },
  };
  return server;
}

type Statements = Pick<SqlServer, 'all' | 'run' | 'insert'> & { finalize(): Promise<void> };

function statementsOf(database: Database): Statements {
  const prepared = new Map<string, Statement>();
  const prepare = (sql: string) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  const change = (sql: string, values: readonly Value[]) =>
    new Promise<RunResult>((resolve, reject) => {
      prepare(sql).run([...values], function (this: RunResult, error: Error | null) {
        if (error) reject(error);
        else resolve(this);
      });
    });
  return {
    all: (sql, values) =>
      new Promise((resolve, reject) => {
        prepare(sql).all<Row>([...values], (error, rows) => (error ? reject(error) : resolve(rows)));
      }),
    run: async (sql, values) => (await change(sql, values)).changes,
    insert: async (sql, values, rows) => (await change(sql, values)).lastID - rows + 1,
    finalize: async () => {
      for (const statement of prepared.values())
        await new Promise<void>((resolve) => statement.finalize(() => resolve()));
    },
  };
}
