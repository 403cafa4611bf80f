import type { EntityMetadata } from '../../metadata';
import { type DomainModel, type Entity, isModelInstance, modelOf } from '../models/domain-model';
import { type Row, SelectedRow } from './row';

/** The state that Sequelize keeps of an instance that was read in part. */
interface PartialInstance {
  readonly _options?: { readonly attributes?: readonly unknown[] };
}

const instances = new WeakMap<Row, Entity>();

/**
 * The instance that the accessors of a row are asked on: the row itself where it is one with all its columns, else one
 * made for that, which refuses to be asked for columns that were not loaded.
 */
export function getterInstance(entity: EntityMetadata, row: Row): Entity {
  const isInstance = isModelInstance(row);
  if (isInstance && !(row as PartialInstance)._options?.attributes) return row;
  const known = instances.get(row);
  if (known) return known;
  const made = instanceOf(
    modelOf(entity.type),
    isInstance ? loadedValues(entity, row.dataValues) : valuesOf(entity, row),
  );
  instances.set(row, made);
  return made;
}

function instanceOf(model: DomainModel, dataValues: object): Entity {
  const instance = model.build({}, { isNewRecord: false, raw: true });
  return Object.assign(instance, { dataValues, _previousDataValues: dataValues });
}

type Values = Record<string, unknown>;

/** Of what was written, a column without a value is null. */
function valuesOf(entity: EntityMetadata, row: Row): Values {
  const isSelected = row instanceof SelectedRow;
  const values = (isSelected ? Object.create(sharedGuard(entity, row.columns)) : {}) as Values;
  for (const { name, type } of entity.fields.values()) {
    if (isSelected && !row.columns.has(name)) continue;
    const value = row.get(name) ?? null;
    // Drivers have numbers in place of booleans.
    values[name] = type.kind === 'boolean' && value !== null ? Boolean(value) : value;
  }
  return values;
}

function loadedValues(entity: EntityMetadata, values: Values): Values {
  return Object.assign(Object.create(guardPrototype(entity, (name) => name in values)), values);
}

const guards = new WeakMap<object, object>();

/** One for all rows of a statement. */
function sharedGuard(entity: EntityMetadata, columns: ReadonlyMap<string, unknown>): object {
  const known = guards.get(columns);
  if (known) return known;
  const made = guardPrototype(entity, (name) => columns.has(name));
  guards.set(columns, made);
  return made;
}

/** Accessors that throw for each column that was not loaded: a result without it would look like a value. */
function guardPrototype({ fields }: EntityMetadata, isLoaded: (name: string) => boolean): object {
  const missing = [...fields.keys()].filter((name) => !isLoaded(name));
  const properties = missing.map((name) => [name, { get: () => throwNotLoaded(name) }]);
  return Object.create(Object.prototype, Object.fromEntries(properties)) as object;
}

function throwNotLoaded(name: string): never {
  throw new TypeError(`it reads "${name}", which was not loaded: add it to "from"`);
}
