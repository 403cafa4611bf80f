import type { EntityMetadata } from '../../metadata';
import { type DomainModel, type Entity, isModelInstance, modelOf } from '../models/domain-model';
import { codeOnReads } from './code-run-on-reads';
import { entityOf } from './entity-of';
import { type Row, SelectedRow } from './row';

/** The internal state of an instance that was loaded with some of its attributes. */
interface PartialInstance {
  readonly _options?: { readonly attributes?: readonly unknown[] };
}

const instances = new WeakMap<Row, Entity>();

/**
 * The instance that getters run on: the row itself if it is a complete instance, else an instance
 * built from its values, whose columns that were not loaded throw.
 */
export function getterInstance(entity: EntityMetadata, row: Row): Entity {
  const isInstance = isModelInstance(row);
  if (isInstance && !(row as PartialInstance)._options?.attributes) return row;
  const cached = instances.get(row);
  if (cached) return cached;
  const instance = takesValues(entity, row)
    ? entityOf(entity, row)
    : instanceOf(modelOf(entity.type), isInstance ? loadedValues(entity, row.dataValues) : valuesOf(entity, row));
  instances.set(row, instance);
  return instance;
}

/** Whether a constructor takes the values of a row, so that they cannot be set later, which is cheaper. */
function takesValues(entity: EntityMetadata, row: Row): boolean {
  if (!codeOnReads(entity).isConstructed || !(row instanceof SelectedRow)) return false;
  return [...entity.fields.keys()].every((name) => row.columns.has(name));
}

function instanceOf(model: DomainModel, dataValues: object): Entity {
  const instance = model.build({}, { isNewRecord: false, raw: true });
  return Object.assign(instance, { dataValues, _previousDataValues: dataValues });
}

type Values = Record<string, unknown>;

/** Of a row that was just written, a column without a value is null. */
function valuesOf(entity: EntityMetadata, row: Row): Values {
  const isSelected = row instanceof SelectedRow;
  const values = (isSelected ? Object.create(sharedPrototype(entity, row.columns)) : {}) as Values;
  for (const name of entity.fields.keys()) {
    if (isSelected && !row.columns.has(name)) continue;
    values[name] = (isSelected ? row.stored(name) : row.get(name)) ?? null;
  }
  return values;
}

function loadedValues(entity: EntityMetadata, values: Values): Values {
  return Object.assign(Object.create(throwingPrototype(entity, (name) => name in values)), values);
}

const prototypes = new WeakMap<object, object>();

/** Cached: all rows of a statement share their columns. */
function sharedPrototype(entity: EntityMetadata, columns: ReadonlyMap<string, unknown>): object {
  const cached = prototypes.get(columns);
  if (cached) return cached;
  const prototype = throwingPrototype(entity, (name) => columns.has(name));
  prototypes.set(columns, prototype);
  return prototype;
}

/** A prototype whose columns that were not loaded throw, so that a getter does not compute with undefined. */
function throwingPrototype({ fields }: EntityMetadata, isLoaded: (name: string) => boolean): object {
  const missing = [...fields.keys()].filter((name) => !isLoaded(name));
  const properties = missing.map((name) => [name, { get: () => throwNotLoaded(name) }]);
  return Object.create(Object.prototype, Object.fromEntries(properties)) as object;
}

function throwNotLoaded(name: string): never {
  throw new TypeError(`it reads "${name}", which was not loaded: add it to "from"`);
}
