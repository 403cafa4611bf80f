import { PersistenceError } from '../errors';
import type { MigrationConnection, MigrationRows } from './migration-connection';
import type { Migration, MigrationContext } from './migration-files';
import { forget, note } from './migration-table';
import type { MigrationDialect } from './plan/sql-words';

export type Direction = 'up' | 'down';

/** A migration that is run one way. */
export interface Step {
  readonly name: string;
  readonly direction: Direction;
  readonly migration: Migration;
  readonly dialect: MigrationDialect;
}

const READS = /^\s*(?:SELECT|SHOW|PRAGMA\s+\w+(?:\(|\s*$)|EXPLAIN|WITH|DESCRIBE)\b/i;

/** The statements that a migration would send. Those that read are sent, since it may go by what they find. */
export async function statementsOf(step: Step, connection: MigrationConnection): Promise<readonly string[]> {
  const statements: string[] = [];
  await wayOf(step)({
    dialect: step.dialect,
    sql: async (statement, values) => {
      if (READS.test(statement)) return connection.query(statement, values);
      statements.push(statement);
      return [];
    },
  });
  return statements;
}

/**
 * Runs it, and notes that it ran: on SQLite in one transaction; on MariaDB and MySQL, where each statement that changes a
 * table commits, one statement after the other.
 *
 * @throws PersistenceError MIGRATION_FAILED, MIGRATION_DOWN_MISSING
 */
export async function runStep(step: Step, connection: MigrationConnection): Promise<readonly string[]> {
  const way = wayOf(step);
  const sent: string[] = [];
  const context: MigrationContext = {
    dialect: step.dialect,
    sql: (statement, values) => {
      sent.push(statement);
      return connection.query(statement, values);
    },
  };
  const work = async () => {
    await way(context);
    await (step.direction === 'up' ? note(connection, step.name) : forget(connection, step.name));
  };
  try {
    await (step.dialect === 'sqlite' ? inTransaction(connection, work) : work());
  } catch (error) {
    const { message } = error as Error;
    const done = step.dialect === 'sqlite' ? ROLLED_BACK : partsDone(sent.length);
    const facts = [step.name, step.direction, sent.at(-1) ?? '', message, done] as const;
    throw new PersistenceError('MIGRATION_FAILED', facts, { cause: error });
  }
  return sent;
}

const ROLLED_BACK = 'Nothing of it stays: the migration was rolled back.';

function partsDone(count: number): string {
  return count <= 1
    ? 'No statement before this one was carried out.'
    : `The ${count - 1} statements before this one stay, since this database commits each of them: undo them by hand, or go on from here.`;
}

function wayOf({ name, direction, migration }: Step): (context: MigrationContext) => Promise<void> {
  if (!migration[direction]) throw new PersistenceError('MIGRATION_DOWN_MISSING', [name]);
  return (context) => migration[direction]!(context);
}

/** Tables are made anew with their foreign keys off, which are looked at before the COMMIT. */
async function inTransaction(connection: MigrationConnection, work: () => Promise<void>): Promise<void> {
  await connection.query('PRAGMA foreign_keys = OFF');
  try {
    await connection.query('BEGIN IMMEDIATE');
    try {
      const before = await danglingKeys(connection);
      await work();
      const after = await danglingKeys(connection);
      const [added] = [...after].filter((one) => !before.has(one));
      if (added !== undefined) throw new Error(`FOREIGN KEY constraint failed: ${added}`);
      await connection.query('COMMIT');
    } catch (error) {
      await connection.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  } finally {
    await connection.query('PRAGMA legacy_alter_table = OFF');
    await connection.query('PRAGMA foreign_keys = ON');
  }
}

async function danglingKeys(connection: MigrationConnection): Promise<ReadonlySet<string>> {
  const rows: MigrationRows = await connection.query('PRAGMA foreign_key_check');
  return new Set(rows.map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to no row of ${parent}`));
}
