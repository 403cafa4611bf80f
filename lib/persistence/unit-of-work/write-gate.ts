import type { Sequelize } from 'sequelize';
import type { DomainModel } from '../models/domain-model';
import type { Journal } from './journal';

/** The gate of the writes of a database, as far as its instances and units of work know it. */
export interface WriteGate {
  /** Whether every write of rows of a model needs a unit of work; undefined for a model that belongs to no aggregate. */
  needsUnit(model: DomainModel): boolean | undefined;
  /** Reads the journal of a unit before its COMMIT, inside of it; an error rolls the unit back. */
  beforeCommit(journal: Journal): Promise<void>;
}

/** Undefined for a Sequelize instance that is no database of an application. */
export function gateOf(sequelize: Sequelize): WriteGate | undefined {
  return (sequelize as Sequelize & { readonly gate?: WriteGate }).gate;
}
