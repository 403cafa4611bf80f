import type { EntityMetadata } from '../../metadata';
import { type DomainModel, type Entity, isModelInstance, modelOf } from '../models/domain-model';
import { type Row, SelectedRow } from './row';

/** The state that Sequelize keeps of an instance that was read in part. */
interface ReadInPart {
  readonly _options?: { readonly attributes?: readonly unknown[] };
}

const standIns = new WeakMap<Row, Entity>();

/**
 * The instance that the accessors of a row are asked on: the row itself where it is one with all its columns, else one
 * made for that, which refuses to be asked for columns that were not loaded.
 */
export function standIn(entity: EntityMetadata, row: Row): Entity {
  const isInstance = isModelInstance(row);
  if (isInstance && !(row as ReadInPart)._options?.attributes) return row;
  const known = standIns.get(row);
  if (known) return known;
  const made = instanceWith(modelOf(entity.type), isInstance ? partOf(entity, row.dataValues) : valuesOf(entity, row));
  standIns.set(row, made);
  return made;
}

function instanceWith(model: DomainModel, dataValues: object): Entity {
  const instance = model.build({}, { isNewRecord: false, raw: true });
  return Object.assign(instance, { dataValues, _previousDataValues: dataValues });
}

type Values = Record<string, unknown>;

/** Of what was written, a column without a value is null. */
function valuesOf(entity: EntityMetadata, row: Row): Values {
  const isSelected = row instanceof SelectedRow;
  const values = (isSelected ? Object.create(guardOf(entity, row.columns)) : {}) as Values;
  for (const { name, type } of entity.fields.values()) {
    if (isSelected && !row.columns.has(name)) continue;
    const value = row.get(name) ?? null;
    // Drivers have numbers in place of booleans.
    values[name] = type.kind === 'boolean' && value !== null ? Boolean(value) : value;
  }
  return values;
}

function partOf(entity: EntityMetadata, values: Values): Values {
  return Object.assign(Object.create(guard(entity, (name) => name in values)), values);
}

const guards = new WeakMap<object, object>();

/** One for all rows of a statement. */
function guardOf(entity: EntityMetadata, columns: ReadonlyMap<string, unknown>): object {
  const known = guards.get(columns);
  if (known) return known;
  const made = guard(entity, (name) => columns.has(name));
  guards.set(columns, made);
  return made;
}

/** Accessors that throw for each column that was not loaded: a result without it would look like a value. */
function guard({ fields }: EntityMetadata, isLoaded: (name: string) => boolean): object {
  const missing = [...fields.keys()].filter((name) => !isLoaded(name));
  const properties = missing.map((name) => [name, { get: () => refuse(name) }]);
  return Object.create(Object.prototype, Object.fromEntries(properties)) as object;
}

function refuse(name: string): never {
  throw new TypeError(`it reads "${name}", which was not loaded: add it to "from"`);
}
