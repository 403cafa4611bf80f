import { DataTypes } from 'sequelize';
import { getAttributes } from 'sequelize-typescript';
import { MetadataError, type ModelMistakes } from '../../metadata';
import { PersistenceError } from '../errors';
import type { DeclaredColumn } from './declared-members';
import type { DomainModel } from './domain-model';
import type { ReservedName } from './reserved-names';

type Columns = Readonly<Record<string, DeclaredColumn>>;

/**
 * Checks the columns of a class before it is initialised, and notes what could not work.
 *
 * @returns those that it can be initialised with
 */
export function usableColumns(
  model: DomainModel,
  columns: Columns,
  reservedBy: ReservedName,
  mistakes: ModelMistakes,
): Columns {
  const usable: Record<string, DeclaredColumn> = {};
  for (const [name, column] of Object.entries(columns)) {
    const reason = reservedBy(model, name);
    if (reason === undefined) {
      const told = counted(model, name, typed(model, name, column, mistakes), mistakes);
      usable[name] = stored(model, name, told, mistakes);
    } else {
      mistakes.add(new PersistenceError('NAME_RESERVED', [declarerOf(model, name), name, reason, hintFor(name)]));
      mistakes.leaveOut(model, name);
    }
  }
  return keyed(model, usable, mistakes);
}

/** The column of BaseDomain's own `version` is taken too. */
function hintFor(name: string): string {
  return name === 'version' ? '' : ` (@Column({ field: '${name}' }) keeps the name of its column.)`;
}

/** A column without a type goes on as a text, so that the other checks can look at it. */
function typed(model: DomainModel, name: string, column: DeclaredColumn, mistakes: ModelMistakes): DeclaredColumn {
  if (column.type !== undefined) return column;
  const type: unknown = Reflect.getMetadata('design:type', model.prototype, name);
  mistakes.add(new PersistenceError('COLUMN_UNTYPED', [declarerOf(model, name), name, untypedBecause(type)]));
  return { ...column, type: DataTypes.STRING };
}

/** SQLite counts the rows of a table by the primary key alone, and MariaDB does not tell what it has given to another column. */
function counted(model: DomainModel, name: string, column: DeclaredColumn, mistakes: ModelMistakes): DeclaredColumn {
  if (!column.autoIncrement || column.primaryKey) return column;
  mistakes.add(new PersistenceError('AUTO_INCREMENT_MISPLACED', [declarerOf(model, name), name]));
  return { ...column, autoIncrement: false };
}

/** A column whose type not every database has goes on as a text, and is not looked at any more. */
function stored(model: DomainModel, name: string, column: DeclaredColumn, mistakes: ModelMistakes): DeclaredColumn {
  const { key } = column.type as { readonly key?: string };
  const remedy = REMEDIES.get(key ?? '');
  if (remedy === undefined) return column;
  mistakes.add(new PersistenceError('COLUMN_TYPE_MISSING', [declarerOf(model, name), name, key!, remedy]));
  mistakes.leaveOut(model, name);
  return { ...column, type: DataTypes.STRING };
}

const LIST = 'DataType.JSON with a @Constraint on its elements, or make a class of them that @HasMany names';
const PLACE = 'DataType.JSON with GeoJSON in it, or two DECIMAL columns for longitude and latitude';

/** Replacements for types that SQLite, MariaDB and MySQL do not all have. */
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
  if (type === undefined) return 'no type is emitted for it ("emitDecoratorMetadata" is off, or the compiler has none)';
  if (type === Object) return 'decorators cannot tell that of a union such as "string | null", an interface or unknown';
  return `decorators cannot tell that of the type ${(type as { readonly name?: string }).name ?? 'undefined'}`;
}

/** A class of its own `id` has to mark it again: Sequelize takes the name for no other column. */
function keyed(model: DomainModel, columns: Record<string, DeclaredColumn>, mistakes: ModelMistakes): Columns {
  const { id } = columns;
  if (!id || Object.values(columns).some(({ primaryKey }) => primaryKey)) return columns;
  mistakes.add(new MetadataError('PRIMARY_KEY_MISSING', model.name));
  return { ...columns, id: { ...id, primaryKey: true } };
}

/** The class that declares a column, so that its subclasses do not repeat what is wrong with it. */
function declarerOf(model: DomainModel, column: string): string {
  const inherited = Object.getPrototypeOf(model) as DomainModel;
  const isInherited = Object.hasOwn(getAttributes(inherited.prototype) ?? {}, column);
  return isInherited ? declarerOf(inherited, column) : model.name;
}
