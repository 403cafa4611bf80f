import { PersistenceError } from '../errors';
import { statementKind } from '../statement-kind';
import type { MigrationConnection, MigrationRows } from './migration-connection';
import type { Migration, MigrationContext } from './migration-files';
import { recordMigration, removeRecord } from './migration-table';
import type { MigrationDialect } from './plan/sql-words';

export type Direction = 'up' | 'down';

/** A migration and the direction in which it runs. */
export interface Step {
  readonly name: string;
  readonly direction: Direction;
  readonly migration: Migration;
  readonly dialect: MigrationDialect;
}

/** The statements that a migration would send. Those that read are sent, since it may depend on their result. */
export async function statementsOf(step: Step, connection: MigrationConnection): Promise<readonly string[]> {
  const statements: string[] = [];
  await functionOf(step)({
    dialect: step.dialect,
    sql: async (statement, values) => {
      if (statementKind(statement, step.dialect).isReading) return connection.query(statement, values);
      statements.push(statement);
      return [];
    },
  });
  return statements;
}

/**
 * Runs a migration and records it: on SQLite in one transaction; on MariaDB and MySQL, where DDL commits implicitly, one
 * statement after the other.
 *
 * @throws PersistenceError MIGRATION_FAILED, MIGRATION_DOWN_MISSING
 */
export async function runStep(step: Step, connection: MigrationConnection): Promise<readonly string[]> {
  const migrate = functionOf(step);
  const sent: string[] = [];
  const context: MigrationContext = {
    dialect: step.dialect,
    sql: (statement, values) => {
      sent.push(statement);
      return connection.query(statement, values);
    },
  };
  const work = async () => {
    await migrate(context);
    await (step.direction === 'up' ? recordMigration(connection, step.name) : removeRecord(connection, step.name));
  };
  try {
    await (step.dialect === 'sqlite' ? inTransaction(connection, work) : work());
  } catch (error) {
    const { message } = error as Error;
    const remaining = step.dialect === 'sqlite' ? ROLLED_BACK : remainingStatements(sent.length);
    const facts = [step.name, step.direction, sent.at(-1) ?? '', message, remaining] as const;
    throw new PersistenceError('MIGRATION_FAILED', facts, { cause: error });
  }
  return sent;
}

const ROLLED_BACK = 'Nothing of it stays: the migration was rolled back.';

/** @param count the statements that were sent, of which the last one failed */
function remainingStatements(count: number): string {
  if (count <= 1) return 'No statement before this one was carried out.';
  const remaining =
    count === 2 ? 'The statement before this one stays' : `The ${count - 1} statements before this one stay`;
  return `${remaining}, since this database commits each statement: undo the changes by hand, or go on from here.`;
}

function functionOf({ name, direction, migration }: Step): (context: MigrationContext) => Promise<void> {
  if (!migration[direction]) throw new PersistenceError('MIGRATION_DOWN_MISSING', [name]);
  return (context) => migration[direction]!(context);
}

/** Foreign keys are off, since tables may be created anew, and are checked before COMMIT. */
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
