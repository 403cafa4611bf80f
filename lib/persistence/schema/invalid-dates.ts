import { QueryTypes } from 'sequelize';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { dialectOf } from '../dialects/dialect-of';
import { modelOf, storedName } from '../models/domain-model';
import { queryGeneratorOf } from '../sequelize/query-interface';
import { sameName } from '../tables/table-shape';
import type { SchemaComparison } from './compare-schema';

/** A column with dates that no calendar has, such as `0000-00-00`. */
export interface InvalidDates {
  readonly model: string;
  readonly field: string;
  readonly table: string;
  readonly column: string;
  readonly isNullable: boolean;
  /** One of them. */
  readonly example: string;
}

/** The number of rows that are examined of each table, so that large tables take a short time too. */
export const EXAMINED_ROWS = 100_000;

/** Finds dates that read as null in the tables of entities, by one query for each column. */
export async function invalidDates(
  entities: readonly EntityMetadata[],
  { stored }: SchemaComparison,
): Promise<readonly InvalidDates[]> {
  const found: InvalidDates[] = [];
  for (const entity of entities) {
    const table = stored.find(({ name, isView }) => !isView && sameName(name, storedName(modelOf(entity.type))));
    for (const { name } of [...entity.fields.values()].filter(isDate)) {
      const { field } = modelOf(entity.type).getAttributes()[name]!;
      const column = table?.columns.find((one) => sameName(one.name, field!));
      const example = column && (await exampleIn(entity, column.name));
      if (example === undefined) continue;
      const place = { model: entity.name, field: name, table: table!.name, column: column!.name };
      found.push({ ...place, isNullable: column!.isNullable, example });
    }
  }
  return found;
}

function isDate({ type: { kind } }: FieldMetadata): boolean {
  return kind === 'date' || kind === 'datetime';
}

async function exampleIn({ type }: EntityMetadata, column: string): Promise<string | undefined> {
  const model = modelOf(type);
  const generator = queryGeneratorOf(model);
  const { syntax, values } = dialectOf(model.sequelize!);
  const [quoted, table] = [generator.quoteIdentifier(column), generator.quoteTable(model.getTableName())];
  const examined = `SELECT ${quoted} AS date FROM ${table} LIMIT ${EXAMINED_ROWS}`;
  const sql = `SELECT ${syntax.textOf('date')} AS example FROM (${examined}) AS part WHERE ${values.isNoDate} LIMIT 1`;
  const [row] = await model.sequelize!.query<{ example: string }>(sql, { type: QueryTypes.SELECT });
  return row?.example;
}
