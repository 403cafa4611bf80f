import type { IndexesOptions } from 'sequelize';
import { addOptions, getAttributes, getIndexes, getOptions, setAttributes } from 'sequelize-typescript';
import { PersistenceError } from '../errors';
import type { DomainModel } from './domain-model';

/** The parts of `@Table` that are looked at before a class is initialised. */
interface TableOptions {
  readonly timestamps?: boolean;
  readonly createdAt?: string | boolean;
  readonly updatedAt?: string | boolean;
  readonly version?: string | boolean;
  readonly indexes?: readonly IndexesOptions[];
}

/**
 * Settles what `@Table` and the columns of BaseDomain say of the same things: a timestamp or a version that the class
 * names itself takes the place of the inherited one.
 *
 * @throws PersistenceError TIMESTAMPS_OFF, VERSION_OFF
 */
export function settleBaseColumns({ name, prototype }: DomainModel, base: object): void {
  const { timestamps, createdAt, updatedAt, version = true } = optionsOf(prototype);
  const [off] = Object.entries({ timestamps, createdAt, updatedAt }).find(([, value]) => value === false) ?? [];
  if (off) throw new PersistenceError('TIMESTAMPS_OFF', [name, off]);
  if (version === false) throw new PersistenceError('VERSION_OFF', [name]);
  addOptions(prototype, { version: version === true ? 'version' : version } as object);
  for (const [inherited, own] of Object.entries({ createdAt, updatedAt })) {
    if (typeof own === 'string' && own !== inherited) dropInherited(prototype as object, inherited, base);
  }
}

/** A column that the class declares anew is its own. */
function dropInherited(prototype: object, column: string, base: object): void {
  const { [column]: declared, ...others } = getAttributes(prototype) ?? {};
  const inherited = getAttributes(base)?.[column];
  if (declared && declared.type === inherited?.type) setAttributes(prototype, others);
}

/** From what was settled before to what `@Table` said. */
const declaredIndexes = new WeakMap<object, readonly IndexesOptions[]>();

/**
 * Joins the indexes of `@Index` to those of `@Table`, in whose favour sequelize-typescript forgets them. Each class gets
 * copies: Sequelize writes names and columns into them, and those of a superclass are shared.
 */
export function settleIndexes({ prototype }: DomainModel): void {
  const { indexes = [] } = optionsOf(prototype);
  const declared = declaredIndexes.get(indexes) ?? indexes;
  const { named, unnamed } = getIndexes(prototype);
  const columns = getAttributes(prototype) ?? {};
  const marked = [...Object.values(named), ...unnamed].map((index) => ownPart(index as IndexesOptions, columns));
  const settled = [...declared, ...marked].map((index) => ({ ...index, fields: index.fields && [...index.fields] }));
  if (settled.length === 0) return;
  declaredIndexes.set(settled, declared);
  addOptions(prototype, { indexes: settled });
}

/** Subclasses that use the name of an index of their superclass add their columns to the same one. */
function ownPart(index: IndexesOptions, columns: object): IndexesOptions {
  const own = index.fields?.filter((field) => (field as { readonly name: string }).name in columns) ?? [];
  return own.length > 0 ? { ...index, fields: own } : index;
}

function optionsOf(prototype: object): TableOptions {
  return (getOptions(prototype) ?? {}) as TableOptions;
}
