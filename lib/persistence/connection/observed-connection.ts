import { deadlines } from '../../foundation';

/** The methods of a connection of sqlite3 that send statements. */
const SENDING = ['all', 'run', 'exec'] as const;

type Done = (this: unknown, error: Error | null, ...results: unknown[]) => void;
type Send = (sql: string, ...given: unknown[]) => unknown;
type SqliteConnection = Record<(typeof SENDING)[number], Send>;

const observed = new WeakSet<object>();

/** Tells the observer of each request of its statements on a connection of SQLite, from now on. */
export function observeConnection(connection: object): void {
  if (observed.has(connection)) return;
  observed.add(connection);
  const methods = connection as SqliteConnection;
  for (const name of SENDING) {
    const send = methods[name].bind(connection);
    methods[name] = (sql, ...given) => {
      const observer = deadlines.getStore()?.observer;
      const done = given.at(-1);
      if (!observer || typeof done !== 'function') return send(sql, ...given);
      const begunMs = performance.now();
      const sent = observer.sending?.();
      const told: Done = function (error, ...results) {
        observer.statement(sql, performance.now() - begunMs, error ?? undefined, sent);
        (done as Done).call(this, error, ...results);
      };
      return send(sql, ...given.slice(0, -1), told);
    };
  }
}
