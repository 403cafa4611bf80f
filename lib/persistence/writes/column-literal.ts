import type { ModelAttributeColumnOptions, Sequelize } from 'sequelize';
import type { DomainModel } from '../models/domain-model';
import type { ColumnType } from '../models/field-types';

/** The SQL of a value of one column. */
export type ColumnLiteral = (value: unknown) => string;

interface LiteralGenerator {
  readonly typeValidation?: boolean;
  escape(value: unknown, column?: ModelAttributeColumnOptions, options?: object): unknown;
}

const UTC = '+00:00';
/** Sequelize writes what is text already as it is. */
const TEXTUAL = new Set(['STRING', 'CHAR', 'TEXT', 'ENUM', 'UUID', 'TIME', 'DECIMAL', 'BIGINT']);
const NUMERIC = new Set(['TINYINT', 'SMALLINT', 'MEDIUMINT', 'INTEGER', 'BIGINT']);

/** As Sequelize's generator writes values of the column, which takes long over dates: it asks for their time zone. */
export function columnLiteral(model: DomainModel, column: ModelAttributeColumnOptions): ColumnLiteral {
  const { sequelize } = model;
  const { queryGenerator: generator } = sequelize!.getQueryInterface() as unknown as {
    readonly queryGenerator: LiteralGenerator;
  };
  const general: ColumnLiteral = (value) => String(generator.escape(value, column, { context: 'INSERT' }));
  const type = column.type as unknown as ColumnType;
  if (generator.typeValidation) return general;
  if (type.key === 'DATE' && isInUtc(sequelize!)) {
    const write = dateWriter(sequelize!, type);
    return (value) => (value instanceof Date ? write(value) : general(value));
  }
  const isNumeric = NUMERIC.has(type.key);
  const isTextual = TEXTUAL.has(type.key) && type.options?.binary !== true;
  return (value) => {
    if (isTextual && typeof value === 'string') return String(generator.escape(value));
    return isNumeric && typeof value === 'number' ? String(value) : general(value);
  };
}

function isInUtc(sequelize: Sequelize): boolean {
  return (sequelize as unknown as { readonly options: { readonly timezone?: string } }).options.timezone === UTC;
}

/** MariaDB and MySQL know no zone, and are told milliseconds only where the column keeps decimals of a second. */
function dateWriter(sequelize: Sequelize, { _length }: ColumnType): (date: Date) => string {
  const isSqlite = sequelize.getDialect() === 'sqlite';
  const end = isSqlite || _length ? WITH_MILLISECONDS : WITH_SECONDS;
  const zone = isSqlite ? ` ${UTC}` : '';
  return (date) => {
    const text = date.toISOString();
    return `'${text.slice(0, 10)} ${text.slice(11, end)}${zone}'`;
  };
}

/** Where the parts of a time end that is written as `2026-01-31T08:30:00.123Z`. */
const WITH_SECONDS = 19;
const WITH_MILLISECONDS = 23;
