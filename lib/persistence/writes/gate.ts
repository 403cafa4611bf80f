import { type DomainModel, storedTableName } from '../models/domain-model';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { recordFault } from '../unit-of-work/database-faults';
import type { Journal } from '../unit-of-work/journal';
import { unitOfWrite } from '../unit-of-work/opened-transactions';
import { writtenIn } from '../unit-of-work/tracing';
import { runInside } from '../unit-of-work/unit-of-work';
import type { WriteGate } from '../unit-of-work/write-gate';
import { completeAggregates } from './before-commit';
import { fitToColumns, mustValidate, WITHOUT_HOOKS } from './fit-columns';
import { noteRows } from './note-rows';
import { needsUnit, type WatchedTable, WatchedTables } from './watched-tables';
import { incrementingVersions, type Send, updatesExisting, type Write } from './write';
import { writeInAggregate } from './write-in-aggregate';

/**
 * The gate that every write by Sequelize passes: its values are fitted to the columns, the roots that its rows belong to
 * are locked, it is sent, and it is noted for the end of its unit of work.
 */
export class Gate implements WriteGate {
  readonly tables = new WatchedTables();

  constructor(private readonly sequelize: DomainSequelize) {}

  needsUnit(model: DomainModel): boolean | undefined {
    return this.tables.needsUnit(model);
  }

  beforeCommit(journal: Journal): Promise<void> {
    return completeAggregates(journal);
  }

  /** @throws ColumnValueError, InvalidEntityError */
  async write(write: Write, send: Send): Promise<unknown> {
    const { model, table, instance, options } = write;
    if (mustValidate(write)) await instance!.validate(WITHOUT_HOOKS);
    fitToColumns(write);
    const sendFitted: Send = model ? (one) => recordFault(model, send(one)) : send;
    const watched = this.tables.find(storedTableName(table));
    const sendOnce = () => (watched ? this.#sendWatched(watched, write, sendFitted) : sendFitted(write));
    const journal = writtenIn(this.sequelize, options?.transaction);
    return journal ? noteRows(journal, write, sendOnce) : sendOnce();
  }

  #sendWatched(watched: WatchedTable, write: Write, send: Send): Promise<unknown> {
    const { options, instance } = write;
    const unit = unitOfWrite(this.sequelize, options?.transaction);
    if (unit?.isReadOnly) return send(write);
    if (unit) return runInside(unit, () => writeInAggregate(unit, watched, write, send));
    // Roots that belong to no other aggregate need a single statement.
    if (!needsUnit(watched) && !updatesExisting(write)) return send(incrementingVersions(watched.model, write));
    const isOutside = options?.transaction === null;
    return this.sequelize.inUnit(isOutside, (opened) => {
      if (instance) opened.remember(instance);
      const inside = isOutside ? { ...write, options: { ...options, transaction: opened.transaction } } : write;
      return writeInAggregate(opened, watched, inside, send);
    });
  }
}
