import { type Awaitable, andThen, isPromise } from '../../foundation';
import { InvalidEntityError, type Violation } from '../../values';
import type { DomainModel, Entity } from '../models/domain-model';
import { hasInsertHooks } from '../models/write-hooks';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { noteWritten } from '../unit-of-work/tracing';
import { currentUnit, inUnit } from '../unit-of-work/unit-of-work';
import { atPath } from './at-path';
import { rowPlanOf } from './row-plan';
import { SavedInstance } from './saved-instance';
import { type FittedRow, insertRows, isOneInsert } from './send-rows';
import { writingCode } from './writing-code';

/** An instance whose hooks have run, and its values. */
interface Prepared {
  readonly index: number;
  readonly saved: SavedInstance;
  readonly values: FittedRow;
}

/**
 * Inserts new instances of one class: the hooks before the statement run for all of them in their order, then come as few
 * INSERTs as possible, then the hooks after it.
 *
 * If such a hook sends a statement, the instances before its own are stored first, so that it sees them, and further ones
 * are stored one by one; from then on all of the class.
 *
 * @throws InvalidEntityError with paths that begin with the index of the instance
 */
export async function insertInstances(model: DomainModel, rows: readonly Entity[]): Promise<void> {
  if (writingCode(model).isSavedByItself) {
    for (const [index, row] of rows.entries()) await atPath([index], () => row.save(inUnit(model)));
    return;
  }
  const insertion = new Insertion(model);
  if (rows.length > 1 && !hasInsertHooks(model)) await insertion.prepareAll(rows);
  else await insertion.addAll(rows);
  await insertion.finish();
}

class Insertion {
  #prepared: Prepared[] = [];

  constructor(private readonly model: DomainModel) {}

  /** Instances without hooks: the violations of all of them are reported. */
  async prepareAll(rows: readonly Entity[]): Promise<void> {
    const violations: Violation[] = [];
    for (const [index, row] of rows.entries()) {
      try {
        const waiting = this.#prepare(index, row);
        if (isPromise(waiting)) await waiting;
      } catch (error) {
        if (!(error instanceof InvalidEntityError)) throw error;
        violations.push(...error.violations);
      }
    }
    if (violations.length > 0) throw new InvalidEntityError(violations);
  }

  async addAll(rows: readonly Entity[]): Promise<void> {
    const { hookStatements } = this.model.sequelize as DomainSequelize;
    for (const [index, row] of rows.entries()) {
      const waiting = hookStatements.watch(
        this.model,
        () => this.#prepare(index, row),
        () => this.#store(),
      );
      const hasSent = isPromise(waiting) ? await waiting : waiting;
      if (hasSent) await this.#store();
    }
  }

  async finish(): Promise<void> {
    const unit = currentUnit(this.model.sequelize!);
    const rows = this.#prepared.map(({ values }) => values);
    if (unit?.isSolo && isOneInsert(this.model, rows)) unit.endWithNextWrite();
    await this.#store();
  }

  #prepare(index: number, row: Entity): Awaitable<void> {
    const saved = new SavedInstance(row);
    return atPath([index], () =>
      andThen(saved.before(), (fitted) => {
        // The hooks may have made those before it be stored.
        this.#prepared.push({ index, saved, values: fitted });
      }),
    );
  }

  async #store(): Promise<void> {
    const stored = this.#prepared;
    this.#prepared = [];
    if (stored.length === 0) return;
    const rows = stored.map(({ values }) => values);
    const insert = () => insertRows(this.model, rows);
    // The database says which value it rejects, but not in which of several rows.
    await (stored.length === 1 ? atPath([stored[0]!.index], insert) : insert());
    for (const { saved, values } of stored) saved.store(values);
    const instances = stored.map(({ saved }) => saved.row);
    noteWritten(this.model, instances, rowPlanOf(this.model).names, true);
    for (const { index, saved } of stored) {
      const waiting = atPath([index], () => saved.after());
      if (isPromise(waiting)) await waiting;
    }
  }
}
