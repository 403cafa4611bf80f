import { DataTypes } from 'sequelize';
import { MetadataError, type ModelMistakes } from '../../metadata';
import { PersistenceError } from '../errors';
import { getAttributes } from '../sequelize/class-metadata';
import type { DeclaredColumn } from './declared-members';
import type { DomainModel } from './domain-model';
import type { ReservedName } from './reserved-names';

/** The name of a column that no object can have as a member. */
const UNUSABLE = '__proto__';

type Columns = Readonly<Record<string, DeclaredColumn>>;

/**
 * Checks the columns of a class before it is initialised.
 *
 * @returns the valid columns
 */
export function usableColumns(
  model: DomainModel,
  columns: Columns,
  reservedBy: ReservedName,
  mistakes: ModelMistakes,
): Columns {
  const usable: Record<string, DeclaredColumn> = {};
  for (const [name, column] of Object.entries(columns)) {
    if (column.field === UNUSABLE) {
      mistakes.add(new PersistenceError('COLUMN_NAME_UNUSABLE', [declarerOf(model, name), name, UNUSABLE]));
      mistakes.leaveOut(model, name);
      continue;
    }
    const reason = reservedBy(model, name);
    if (reason === undefined) {
      const typed = withType(model, name, column, mistakes);
      const numbered = withValidAutoIncrement(model, name, typed, mistakes);
      const storable = withStorableType(model, name, numbered, mistakes);
      usable[name] = withEnumValues(model, name, storable, mistakes);
    } else {
      mistakes.add(new PersistenceError('NAME_RESERVED', [declarerOf(model, name), name, reason, hintFor(name)]));
      mistakes.leaveOut(model, name);
    }
  }
  return withPrimaryKey(model, usable, mistakes);
}

/** No hint for `version`, whose column name BaseDomain uses itself. */
function hintFor(name: string): string {
  return name === 'version' ? '' : ` (@Column({ field: '${name}' }) keeps the name of its column.)`;
}

/** A column without a type becomes a text, so that the other checks can run. */
function withType(model: DomainModel, name: string, column: DeclaredColumn, mistakes: ModelMistakes): DeclaredColumn {
  if (column.type !== undefined) return column;
  const type: unknown = Reflect.getMetadata('design:type', model.prototype, name);
  mistakes.add(new PersistenceError('COLUMN_UNTYPED', [declarerOf(model, name), name, untypedBecause(type)]));
  return { ...column, type: DataTypes.STRING };
}

/** SQLite generates values for the primary key only, and MariaDB does not return those of other columns. */
function withValidAutoIncrement(
  model: DomainModel,
  name: string,
  column: DeclaredColumn,
  mistakes: ModelMistakes,
): DeclaredColumn {
  if (!column.autoIncrement || column.primaryKey) return column;
  mistakes.add(new PersistenceError('AUTO_INCREMENT_MISPLACED', [declarerOf(model, name), name]));
  return { ...column, autoIncrement: false };
}

/** A column whose type is not supported by every database becomes a text, and is not checked further. */
function withStorableType(
  model: DomainModel,
  name: string,
  column: DeclaredColumn,
  mistakes: ModelMistakes,
): DeclaredColumn {
  const { key } = column.type as { readonly key?: string };
  const remedy = REMEDIES.get(key ?? '');
  if (remedy === undefined) return column;
  mistakes.add(new PersistenceError('COLUMN_TYPE_MISSING', [declarerOf(model, name), name, key!, remedy]));
  mistakes.leaveOut(model, name);
  return { ...column, type: DataTypes.STRING };
}

/** An ENUM whose values are not texts becomes a text, and is not checked further. */
function withEnumValues(
  model: DomainModel,
  name: string,
  column: DeclaredColumn,
  mistakes: ModelMistakes,
): DeclaredColumn {
  const { key, values: ofType } = column.type as { readonly key?: string; readonly values?: unknown };
  const values: unknown = column.values ?? ofType ?? [];
  if (key !== 'ENUM' || areTexts(values)) return column;
  const shown = Array.isArray(values) && values.length > 0 ? values.join(', ') : 'none';
  mistakes.add(new PersistenceError('ENUM_VALUES_INVALID', [declarerOf(model, name), name, shown]));
  mistakes.leaveOut(model, name);
  return { ...column, type: DataTypes.STRING };
}

function areTexts(values: unknown): boolean {
  if (!Array.isArray(values) || values.length === 0) return false;
  return values.every((value) => typeof value === 'string') && new Set(values).size === values.length;
}

const LIST = 'DataType.JSON with a @Constraint on its elements, or make a class of them that @HasMany names';
const PLACE = 'DataType.JSON with GeoJSON in it, or two DECIMAL columns for longitude and latitude';

/** Replacements for types that not all of SQLite, MariaDB and MySQL support. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['ARRAY', LIST],
  ['CIDR', 'DataType.STRING(43)'],
  ['CITEXT', 'DataType.STRING, with @Searchable({ ignoreCase: true }) where it is searched'],
  ['GEOGRAPHY', PLACE],
  ['GEOMETRY', PLACE],
  ['HSTORE', 'DataType.JSON'],
  ['INET', 'DataType.STRING(43)'],
  ['JSONB', 'DataType.JSON'],
  ['MACADDR', 'DataType.STRING(17)'],
  ['RANGE', 'two columns, one for each end, and a @Constraint on the class that holds them together'],
  ['TSVECTOR', 'DataType.TEXT, which the database can index itself'],
]);

function untypedBecause(type: unknown): string {
  if (type === undefined)
    return 'since no type is emitted for it ("emitDecoratorMetadata" is off, or the compiler has none)';
  if (type === Object) return 'from a union such as "string | null", an interface or unknown';
  return `from the type ${(type as { readonly name?: string }).name ?? 'undefined'}`;
}

/** A class that declares its own `id` has to mark it as the primary key. */
function withPrimaryKey(model: DomainModel, columns: Record<string, DeclaredColumn>, mistakes: ModelMistakes): Columns {
  const { id } = columns;
  if (!id || Object.values(columns).some(({ primaryKey }) => primaryKey)) return columns;
  mistakes.add(new MetadataError('PRIMARY_KEY_MISSING', model.name));
  return { ...columns, id: { ...id, primaryKey: true } };
}

/** The class that declares a column, so that its mistakes are not repeated for subclasses. */
function declarerOf(model: DomainModel, column: string): string {
  const inherited = Object.getPrototypeOf(model) as DomainModel;
  const isInherited = Object.hasOwn(getAttributes(inherited.prototype) ?? {}, column);
  return isInherited ? declarerOf(inherited, column) : model.name;
}
