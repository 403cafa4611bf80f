import { type FindOptions, Transaction, UniqueConstraintError } from 'sequelize';
import { baseClassOf, type DomainModel, type Entity } from '../models/domain-model';
import { staticsOf } from '../sequelize/model-class';
import { currentUnit } from './unit-of-work';

/** A database that runs units of work. */
export interface WithUnits {
  unitOfWork<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
}

/** The replaced methods; plain models that an application gives back have their own again. */
const replacing = new WeakSet<object>();

/**
 * Makes `findOrCreate` of a class run in the current unit of work, or in one of its own.
 *
 * By itself it opens a transaction that waits for no other: several at once fail on SQLite, which has one writer.
 */
export function findOrCreateInUnits(model: DomainModel): void {
  const methods = staticsOf(baseClassOf(model));
  const { findOrCreate } = methods;
  if (replacing.has(findOrCreate)) return;
  methods.findOrCreate = function (this: DomainModel, ...args) {
    const [options] = args as [FindOptions | undefined];
    const { sequelize } = this as { readonly sequelize?: unknown };
    if (!hasUnits(sequelize) || !options?.where || args.length > 1 || hasTransaction(this, options)) {
      return findOrCreate.apply(this, args);
    }
    return sequelize.unitOfWork((transaction) =>
      findOrCreate
        .call(this, { ...options, transaction })
        .catch((error: unknown) => foundMeanwhile(this, { ...options, transaction }, error)),
    );
  };
  replacing.add(methods.findOrCreate);
}

/** False for a Sequelize of other code, to which a class may have been returned. */
function hasUnits(sequelize: unknown): sequelize is WithUnits {
  return typeof (sequelize as Partial<WithUnits> | undefined)?.unitOfWork === 'function';
}

/** Whether the call brings its own transaction, or leaves the current unit by `null`. */
function hasTransaction({ sequelize }: DomainModel, { transaction }: FindOptions): boolean {
  return Boolean(transaction) || (transaction === null && currentUnit(sequelize!) !== undefined);
}

/** Reads the row that another transaction has inserted; only a locking read sees it if this transaction began before. */
async function foundMeanwhile(model: DomainModel, options: FindOptions, error: unknown): Promise<[Entity, boolean]> {
  if (!(error instanceof UniqueConstraintError)) throw error;
  const found = await model.findOne({ ...options, lock: Transaction.LOCK.SHARE });
  if (!found) throw error;
  return [found, false];
}
