import { DataTypes, type ModelAttributeColumnOptions } from 'sequelize';
import { type DomainModel, storedName } from '../models/domain-model';
import { undeclaredUniques } from './missing-indexes';
import { plainType } from './shapes/plain-type';
import { writtenType } from './shapes/written-type';

/** A column as the database describes it. */
interface StoredColumn {
  readonly type: string;
  readonly allowNull: boolean;
  readonly defaultValue: unknown;
}

/**
 * The differences of an existing table that `update` does not change, since it only adds: types, NULL and NOT NULL,
 * required columns without a field, and undeclared unique indexes.
 *
 * @returns sentences for the log
 */
export async function unchangedColumns(model: DomainModel): Promise<readonly string[]> {
  const queryInterface = model.sequelize!.getQueryInterface();
  const stored: Readonly<Record<string, StoredColumn>> = await queryInterface.describeTable(
    model.getTableName() as string,
  );
  const columns = new Map(columnsOf(model).map((column) => [column.field!.toLowerCase(), column]));
  const table = storedName(model);
  const differing = Object.entries(stored).flatMap(([name, one]) => {
    const column = columns.get(name.toLowerCase());
    const found = column ? differences(column, one) : surplus(one);
    return found.map((difference) => `${table}.${name} ${difference}`);
  });
  const uniques = await undeclaredUniques(model);
  return [...differing, ...uniques.map((names) => `${table} has a unique index on ${names}, and the model has none`)];
}

/** The line for the log of each start. */
export function unchangedNote(differences: readonly string[]): string {
  return `hbm2ddl.auto: update adds tables, columns and indexes and leaves as it is: ${differences.join('; ')}. Change this by a migration, or the model.`;
}

function columnsOf(model: DomainModel): ModelAttributeColumnOptions[] {
  const columns = Object.values(model.getAttributes() as Record<string, ModelAttributeColumnOptions>);
  return columns.filter(({ type }) => !(type instanceof DataTypes.VIRTUAL));
}

function differences(column: ModelAttributeColumnOptions, stored: StoredColumn): string[] {
  // Each database has its own type of generated keys.
  if (column.primaryKey) return [];
  const isNullable = column.allowNull !== false;
  const [here, there] = [plainType(writtenType(column)), plainType(stored.type)];
  const type = here === there ? [] : [`is ${there} in the table and ${here} in the model`];
  if (isNullable === stored.allowNull) return type;
  return [
    ...type,
    stored.allowNull ? 'may be null in the table and not in the model' : 'is NOT NULL in the table alone',
  ];
}

function surplus({ allowNull, defaultValue }: StoredColumn): string[] {
  const isNeeded = !allowNull && (defaultValue === null || defaultValue === undefined);
  return isNeeded ? ['is NOT NULL without a default, and has no field in the model'] : [];
}
