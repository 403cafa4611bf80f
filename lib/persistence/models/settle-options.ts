import type { IndexesOptions } from 'sequelize';
import { PersistenceError } from '../errors';
import { addOptions, getAttributes, getIndexes, getOptions, setAttributes } from '../sequelize/class-metadata';
import type { DomainModel } from './domain-model';

/** The options of `@Table` that are read before a class is initialised. */
interface TableOptions {
  readonly timestamps?: boolean;
  readonly createdAt?: string | boolean;
  readonly updatedAt?: string | boolean;
  readonly version?: string | boolean;
  readonly indexes?: readonly IndexesOptions[];
}

/**
 * Applies the options of `@Table` to the columns of BaseDomain: a timestamp or version under another name replaces the
 * inherited one.
 *
 * @throws PersistenceError TIMESTAMPS_OFF, VERSION_OFF
 */
export function applyTableOptions({ name, prototype }: DomainModel, base: object): void {
  const { timestamps, createdAt, updatedAt, version = true } = optionsOf(prototype);
  const [disabled] = Object.entries({ timestamps, createdAt, updatedAt }).find(([, value]) => value === false) ?? [];
  if (disabled) throw new PersistenceError('TIMESTAMPS_OFF', [name, disabled]);
  if (version === false) throw new PersistenceError('VERSION_OFF', [name]);
  addOptions(prototype, { version: version === true ? 'version' : version } as object);
  for (const [inherited, own] of Object.entries({ createdAt, updatedAt })) {
    if (typeof own === 'string' && own !== inherited) dropInherited(prototype as object, inherited, base);
  }
}

/** Removes an inherited column, unless the class declares it again. */
function dropInherited(prototype: object, column: string, base: object): void {
  const { [column]: declared, ...others } = getAttributes(prototype) ?? {};
  const inherited = getAttributes(base)?.[column];
  if (declared && declared.type === inherited?.type) setAttributes(prototype, others);
}

/** From merged indexes to those of `@Table`, so that merging twice does not duplicate them. */
const declaredIndexes = new WeakMap<object, readonly IndexesOptions[]>();

/**
 * Merges the indexes of `@Index` with those of `@Table`; sequelize-typescript uses only the latter. They are copied for
 * each class, since Sequelize modifies them, and subclasses share those of their superclass.
 */
export function mergeIndexes({ prototype }: DomainModel): void {
  const { indexes = [] } = optionsOf(prototype);
  const declared = declaredIndexes.get(indexes) ?? indexes;
  const { named, unnamed } = getIndexes(prototype);
  const columns = getAttributes(prototype) ?? {};
  const marked = [...Object.values(named), ...unnamed].map((index) => ownPart(index as IndexesOptions, columns));
  const merged = [...declared, ...marked].map((index) => ({ ...index, fields: index.fields && [...index.fields] }));
  if (merged.length === 0) return;
  declaredIndexes.set(merged, declared);
  addOptions(prototype, { indexes: merged });
}

/** The fields of an index that this class has: an index of the superclass may have fields of other subclasses. */
function ownPart(index: IndexesOptions, columns: object): IndexesOptions {
  const own = index.fields?.filter((field) => Object.hasOwn(columns, (field as { readonly name: string }).name)) ?? [];
  return own.length > 0 ? { ...index, fields: own } : index;
}

function optionsOf(prototype: object): TableOptions {
  return (getOptions(prototype) ?? {}) as TableOptions;
}
