import type { ChangeTables, Dialect } from '../dialects/dialect';
import { PersistenceError } from '../errors';
import type { SchemaConnection } from '../schema/execution/schema-connection';
import { statementKind } from '../statement-kind';
import { isConnectionLost } from './claim-connection';
import type { MigrationClaim } from './migration-claim';
import type { Migration, MigrationContext } from './migration-files';
import { type Direction, recordMigration } from './migration-table';
import { type Outcome, stateOf } from './unfinished-migration';

/** A migration and the direction in which it runs. */
export interface Step {
  readonly name: string;
  readonly direction: Direction;
  readonly migration: Migration;
  readonly dialect: Dialect;
}

/** The statements that a migration would send. Those that read are sent, since it may depend on their result. */
export async function statementsOf(step: Step, connection: SchemaConnection): Promise<readonly string[]> {
  const statements: string[] = [];
  await functionOf(step)({
    dialect: step.dialect.name,
    sql: async (statement, values) => {
      if (statementKind(statement, step.dialect.syntax).isReading) return connection.query(statement, values);
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
 * @throws PersistenceError MIGRATION_FAILED, MIGRATION_DOWN_MISSING, MIGRATION_CLAIM_LOST
 */
export async function runStep(
  step: Step,
  connection: SchemaConnection,
  claim: MigrationClaim,
): Promise<readonly string[]> {
  const migrate = functionOf(step);
  await claim.begin(step.name, step.direction);
  const { inTransaction } = step.dialect.schema;
  return inTransaction
    ? runInTransaction(step, migrate, connection, claim, inTransaction)
    : runStatements(step, migrate, connection, claim);
}

type Migrate = (context: MigrationContext) => Promise<void>;

/**
 * The transaction has the only right to write, so that no other process can take over the claim, nor the claim name
 * statements, during it: a process that ends leaves nothing behind.
 */
async function runInTransaction(
  step: Step,
  migrate: Migrate,
  connection: SchemaConnection,
  claim: MigrationClaim,
  inTransaction: ChangeTables,
): Promise<readonly string[]> {
  const { name, direction, dialect } = step;
  const sent: string[] = [];
  const sql: MigrationContext['sql'] = (statement, values) => {
    sent.push(statement);
    return connection.query(statement, values);
  };
  try {
    const query = (statement: string) => connection.query(statement);
    await inTransaction(query, async () => {
      await claim.confirmIn(connection);
      await migrate({ dialect: dialect.name, sql });
      await claim.finishIn(connection, (open) => recordMigration(open, name, direction));
    });
    return sent;
  } catch (error) {
    throw failedError(step, sent, error, 'Nothing of it stays: the migration was rolled back.');
  }
}

async function runStatements(
  step: Step,
  migrate: Migrate,
  connection: SchemaConnection,
  claim: MigrationClaim,
): Promise<readonly string[]> {
  const { name, direction, dialect } = step;
  const sent: string[] = [];
  const progress = { hasWritten: false, outcome: 'done' as Outcome };
  const sql: MigrationContext['sql'] = async (statement, values) => {
    const isReading = statementKind(statement, dialect.syntax).isReading;
    if (!isReading) await claim.beforeStatement(sent.length + 1, statement);
    sent.push(statement);
    const rows = await connection.query(statement, values).catch((error: unknown) => {
      progress.outcome = isConnectionLost(error) && !isReading ? 'unknown' : 'failed';
      throw error;
    });
    progress.hasWritten ||= !isReading;
    progress.outcome = 'done';
    return rows;
  };
  try {
    await migrate({ dialect: dialect.name, sql });
    await connection.query('COMMIT');
    await claim.finish((open) => recordMigration(open, name, direction));
    return sent;
  } catch (error) {
    const { hasWritten, outcome } = progress;
    if (!hasWritten && outcome !== 'unknown')
      throw failedError(step, sent, error, 'No statement before this one was carried out.');
    const isUnknown = outcome === 'unknown';
    await claim.fail(`${messageOf(error)}${isUnknown ? ' (whether the statement was carried out is unknown)' : ''}`);
    throw failedError(step, sent, error, stateOf(name, direction, sent.length, outcome));
  }
}

function failedError({ name, direction }: Step, sent: readonly string[], error: unknown, state: string): Error {
  if (error instanceof PersistenceError && error.code === 'MIGRATION_CLAIM_LOST') return error;
  const facts = [name, direction, sent.at(-1) ?? '', messageOf(error), state] as const;
  return new PersistenceError('MIGRATION_FAILED', facts, { cause: error });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function functionOf({ name, direction, migration }: Step): Migrate {
  if (!migration[direction]) throw new PersistenceError('MIGRATION_DOWN_MISSING', [name]);
  return (context) => migration[direction]!(context);
}
