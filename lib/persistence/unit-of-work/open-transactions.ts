import { sep } from 'node:path';
import { DatabaseError, type Sequelize, type Transaction } from 'sequelize';
import { knownErrors } from '../dialects/known-errors';
import type { BegunTransaction } from '../sequelize/transaction';
import { classifyDatabaseError } from './database-faults';
import { LockHeldError } from './lock-held-error';
import { currentUnit } from './unit-of-work';

/** A transaction that domain code has begun itself. */
interface OpenTransaction {
  readonly transaction: BegunTransaction;
  readonly begunAtMs: number;
  /** Its stack is the place of the code; it is formatted when it is read. */
  readonly place: Error;
}

/** The transactions that domain code has begun by `sequelize.transaction()` and not ended yet, to name them in errors. */
export class OpenTransactions {
  readonly #begun = new Set<OpenTransaction>();

  constructor(private readonly sequelize: Sequelize) {}

  /** Begins a transaction, and remembers the calling code until it ends. */
  async begin(begin: () => Promise<Transaction>, place: Error): Promise<Transaction> {
    const transaction = await begin();
    this.#forgetEnded();
    this.#begun.add({ transaction: transaction as BegunTransaction, begunAtMs: Date.now(), place });
    return transaction;
  }

  /** The error of a statement that has waited for a lock in vain, with the transactions that may hold it; others unchanged. */
  explain(error: unknown): unknown {
    if (!(error instanceof DatabaseError) || error instanceof LockHeldError || !isLockWait(error)) return error;
    const unit = currentUnit(this.sequelize);
    const holders = this.#holders();
    if (unit) holders.unshift('the unit of work that the statement is sent in, with { transaction: null }');
    return holders.length > 0 ? new LockHeldError(error, holders, unit !== undefined) : error;
  }

  /** The error of a unit that has waited for its turn in vain. */
  turnTimeout(waitedMs: number): LockHeldError {
    const parent = Object.assign(new Error(`SQLITE_BUSY: no turn in ${waitedMs} ms`), { code: 'SQLITE_BUSY', sql: '' });
    const holders = this.#holders();
    return new LockHeldError(
      new DatabaseError(parent),
      holders.length > 0 ? holders : ['a unit of work that is still running'],
      false,
    );
  }

  #holders(): string[] {
    this.#forgetEnded();
    return [...this.#begun].map(
      ({ begunAtMs, place }) => `a transaction begun ${Date.now() - begunAtMs} ms ago${callersIn(place)}`,
    );
  }

  #forgetEnded(): void {
    for (const one of this.#begun) if (one.transaction.finished) this.#begun.delete(one);
  }
}

function isLockWait(error: DatabaseError): boolean {
  return knownErrors.lockWaitOf(error.parent) !== undefined && classifyDatabaseError(error)?.kind === 'contention';
}

/** This package and its dependencies. */
const OWN_FILES = [
  __dirname.split(sep).slice(0, -2).join(sep) + sep,
  `${sep}node_modules${sep}`,
  'node:',
  '(<anonymous>)',
];
const SHOWN_CALLERS = 3;

/** The lines of a stack that are of the application. */
function callersIn({ stack = '' }: Error): string {
  const lines = stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !OWN_FILES.some((own) => line.includes(own)));
  return lines.length === 0 ? '' : ` by code\n${lines.slice(0, SHOWN_CALLERS).join('\n')}\n`;
}
