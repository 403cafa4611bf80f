import { cast, literal, type ModelAttributeColumnOptions, type ProjectionAlias } from 'sequelize';
import { dialectOf } from '../dialects/dialect-of';
import { type DomainModel, fieldOfColumn, modelWithTable } from './domain-model';
import { fieldTypeOfColumn } from './field-types';
import { quotedColumn } from './quoted-column';

/** Converts a double of SQLite's driver to the value that other databases return. */
type Restore = (value: unknown) => unknown;

/** A column whose values SQLite's driver returns as doubles. */
export interface NumberColumn {
  readonly name: string;
  readonly restore: Restore;
  /** Whether a double cannot hold all of its values, so that it is selected as text. */
  readonly isWide: boolean;
}

/** By the attributes of a model, which are shared by its scopes. */
const cache = new WeakMap<object, readonly NumberColumn[]>();

/**
 * The DECIMAL and BIGINT columns of a model on SQLite, except generated keys and the foreign keys to them, which stay far
 * below 2^53. Cached when rows are first read, since the types of columns are final only then.
 */
export function numberColumns(model: DomainModel): readonly NumberColumn[] {
  const attributes = model.getAttributes();
  const columns = cache.get(attributes) ?? findNumberColumns(model);
  cache.set(attributes, columns);
  return columns;
}

function findNumberColumns(model: DomainModel): NumberColumn[] {
  return Object.entries(model.getAttributes()).flatMap(([name, column]): NumberColumn[] => {
    const type = fieldTypeOfColumn(column);
    if (type.kind === 'decimal') return [{ name, restore: (value) => decimalText(value, type.scale), isWide: false }];
    const isWide = type.kind === 'integer' && type.max > BigInt(Number.MAX_SAFE_INTEGER);
    return isWide && !isGenerated(model, name) ? [{ name, restore: plainInteger, isWide }] : [];
  });
}

/** The fields that are selected as text, since the driver would return doubles. */
export function wideColumns(model: DomainModel): string[] {
  if (!dialectOf(model.sequelize!).driver.roundsNumbers) return [];
  return numberColumns(model).flatMap(({ name, isWide }) => (isWide ? [name] : []));
}

/** Whether the database generates the values of a column, or those of the key that it refers to. */
function isGenerated(model: DomainModel, name: string, above: readonly ModelAttributeColumnOptions[] = []): boolean {
  const column = model.getAttributes()[name] as ModelAttributeColumnOptions | undefined;
  if (!column || above.includes(column)) return false;
  if (column.autoIncrement === true || typeof column.references !== 'object') return column.autoIncrement === true;
  const { model: table, key } = column.references;
  const referred = modelWithTable(model.sequelize!, table);
  const referredName = referred && (key === undefined ? referred.primaryKeyAttribute : fieldOfColumn(referred, key));
  return referred !== undefined && isGenerated(referred, referredName!, [...above, column]);
}

/** A column cast to text, under the name of its field. */
export function columnAsText(model: DomainModel, name: string): ProjectionAlias {
  return [cast(literal(quotedColumn(model, model.getAttributes()[name]!.field!)), 'TEXT'), name];
}

export function decimalText(value: unknown, scale: number): unknown {
  return typeof value === 'number' ? value.toFixed(scale) : value;
}

export function plainInteger(value: unknown): unknown {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
