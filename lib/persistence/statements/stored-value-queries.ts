import type { Sequelize } from 'sequelize';
import { isObject } from '../../foundation';
import type { FieldType } from '../../values';
import { type DriverField, isJson, jsonText, type TypeCast } from '../dialects/servers/driver-values';
import type { DomainModel } from '../models/domain-model';
import { fieldTypeOfColumn } from '../models/field-types';
import {
  type Convert,
  converterOf,
  instantOf,
  isCalendarDate,
  isConverted,
  NoDate,
  noteNoDates,
  withoutNoDate,
} from '../models/stored-values';
import { typeCastOf } from '../sequelize/connections';
import { type ColumnTypes, parsingBy, type Query, type QueryClass, replaceQueryClass } from '../sequelize/queries';
import type { TimeZone } from '../time-zone';

type Row = Record<string, unknown>;
type IncludeMap = Readonly<Record<string, Included>>;

interface Included {
  readonly model: DomainModel;
  readonly includeMap?: IncludeMap;
}

/** The options of a query, as Sequelize hands them to the class of its dialect. */
interface QueryOptions {
  readonly model?: DomainModel;
  readonly includeMap?: IncludeMap;
  readonly raw?: boolean;
  /** From columns to fields, for SQL of domain code. */
  readonly fieldMap?: Readonly<Record<string, string>>;
}

/**
 * Makes instances have the values that rows of responses have: by the type of the field, whatever the column holds and the
 * driver makes of it. Raw results are those of the driver, except for dates that no calendar has.
 */
export function readStoredValues(sequelize: Sequelize, zone: TimeZone): void {
  const cast = typeCastOf<TypeCast>(sequelize);
  replaceQueryClass<QueryClass<QueryOptions>>(sequelize, (Base) => {
    const Reading = cast ? serverQuery(Base, cast, zone) : parsingBy(Base, withoutModelColumns);
    return class extends Reading {
      override handleSelectQuery(rows: Row[]): unknown {
        return converted(this.options, zone, rows, (read) => super.handleSelectQuery(read));
      }
    };
  });
}

function serverQuery(Base: QueryClass<QueryOptions>, cast: TypeCast, zone: TimeZone): QueryClass<QueryOptions> {
  return class extends Base {
    constructor(connection: unknown, sequelize: Sequelize, options: QueryOptions) {
      super(connection, sequelize, options);
      this.connection = casting(connection as ServerConnection, (field, next) =>
        castValue({ query: this, cast, zone }, field, next),
      );
    }
  };
}

interface ServerConnection {
  readonly uuid?: string;
  query(options: object, done: unknown): unknown;
  execute(...given: readonly unknown[]): unknown;
}

/** A connection that casts the values of its queries; those of prepared statements are not text. */
function casting(connection: ServerConnection, typeCast: TypeCast): ServerConnection {
  return {
    uuid: connection.uuid,
    query: (options, done) => connection.query({ ...options, typeCast }, done),
    execute: (...given) => connection.execute(...given),
  };
}

/** What the values of a query are cast by. */
interface Casting {
  readonly query: Query<QueryOptions>;
  readonly cast: TypeCast;
  readonly zone: TimeZone;
}

const DAYS: ReadonlySet<string> = new Set(['DATE', 'NEWDATE']);
const DATES: ReadonlySet<string> = new Set([...DAYS, 'DATETIME', 'TIMESTAMP']);

/** Sequelize's value, except for dates and for text that contains JSON. */
function castValue({ query, cast, zone }: Casting, field: DriverField, next: () => unknown): unknown {
  if (DATES.has(field.type)) return castDate({ query, cast, zone }, field, next);
  if (!isJson(field)) return cast(field, next);
  const type = typeOf(query.options, field.name);
  const isText = type !== undefined && isConverted(type) && !(query.options.raw && type.kind === 'json');
  return isText ? jsonText(field) : cast(field, next);
}

function castDate({ query: { options }, cast, zone }: Casting, field: DriverField, next: () => unknown): unknown {
  const text = field.string();
  // Sequelize would count years below 100 from 1900 or 2000.
  if (text?.startsWith('00') && isCalendarDate(text)) return DAYS.has(field.type) ? text : instantOf(text, zone);
  // Sequelize knows two of the types; for another one it would read the field, whose text is read already, once more.
  const type = DAYS.has(field.type) ? 'DATE' : 'DATETIME';
  if (text === null || isCalendarDate(text)) return cast({ type, name: field.name, string: () => text }, next);
  return options.raw || typeOf(options, field.name) === undefined ? null : new NoDate(text);
}

/** Leaves columns to {@link converted}: Sequelize would parse them by the type in the database. */
function withoutModelColumns(options: QueryOptions, types: ColumnTypes): ColumnTypes {
  const left: Record<string, Record<string, string>> = { ...types };
  for (const model of modelsOf(options)) {
    const table = String(model.getTableName());
    const converted = Object.values(model.getAttributes()).filter((column) => isConverted(fieldTypeOfColumn(column)));
    const fields = converted.map(({ field }) => [field!, ''] as const);
    if (left[table]) left[table] = { ...left[table], ...Object.fromEntries(fields) };
  }
  return left;
}

function modelsOf({ model, includeMap = {} }: Pick<QueryOptions, 'model' | 'includeMap'>): DomainModel[] {
  return [...(model ? [model] : []), ...Object.values(includeMap).flatMap(modelsOf)];
}

/** Converts the values of rows, and notes which dates of the instances that are built from them read as null. */
function converted(options: QueryOptions, zone: TimeZone, rows: Row[], build: (rows: Row[]) => unknown): unknown {
  const columns = options.raw ? [] : columnsOf(options, zone, Object.keys(rows[0] ?? {}));
  if (columns.length === 0) return build(rows);
  const noDates = rows.map((row) => convertRow(row, columns));
  const built = build(rows);
  if (noDates.every((one) => one === undefined)) return built;
  const instances = [built].flat();
  // Joined rows become one instance, whose dates are not known to be of which row.
  if (instances.length === rows.length) {
    for (const [index, one] of instances.entries()) if (isObject(one)) noteNoDates(one, noDates[index]);
  }
  return built;
}

/** A value of a row, and how it becomes the value of its field. */
interface Column {
  readonly key: string;
  readonly convert: Convert;
}

function columnsOf(options: QueryOptions, zone: TimeZone, keys: readonly string[]): Column[] {
  return keys.flatMap((key) => {
    const type = typeOf(options, key);
    const convert = type && converterOf(type, zone);
    return convert ? [{ key, convert }] : [];
  });
}

/** @returns the texts of the dates that are none, by name; undefined if there are none */
function convertRow(row: Row, columns: readonly Column[]): Readonly<Record<string, string>> | undefined {
  let noDates: Record<string, string> | undefined;
  for (const { key, convert } of columns) {
    if (row[key] === null || row[key] === undefined) continue;
    const value = convert(row[key]);
    if (value instanceof NoDate) noDates = { ...noDates, [key]: value.text };
    row[key] = withoutNoDate(value);
  }
  return noDates;
}

/** The type of the field that has a value of a row: `items.code` is a field of an association. */
function typeOf(options: QueryOptions, key: string): FieldType | undefined {
  const steps = key.split('.');
  const name = steps.pop()!;
  let included: QueryOptions | undefined = options;
  for (const step of steps) included = included?.includeMap?.[step];
  if (!included?.model) return undefined;
  const column = included.model.getAttributes()[options.fieldMap?.[name] ?? name];
  return column && fieldTypeOfColumn(column);
}
