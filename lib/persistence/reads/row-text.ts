import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import type { TextPart } from '../dialects/dialect';
import { dialectOf } from '../dialects/dialect-of';
import { type DomainModel, modelOf } from '../models/domain-model';
import { quotedColumn } from '../models/quoted-column';
import { queryGeneratorOf } from '../sequelize/query-interface';
import { textLiteral } from './column-term';

/** The columns of a join table that a statement reads with the row. */
export interface LinkColumns {
  readonly fields: CollectionMetadata['joinFields'];
  /** The name of the join table in the statement. */
  readonly alias: string;
}

/**
 * The SQL of a text that differs whenever a row differs in a column that clients may see: its class and its values, on
 * MariaDB and MySQL as a digest. Hidden, write-only and large columns are left out.
 *
 * It is made by the database, of what is stored, so that it does not depend on how a row is read.
 */
export function rowTextSql(entity: EntityMetadata, links?: LinkColumns): string {
  const model = modelOf(entity.type);
  const own = [...entity.fields.values()].filter(isInText);
  const columns = own.map(
    (field): TextPart => ({ kind: field.type.kind, sql: quotedColumn(model, columnName(model, field)) }),
  );
  for (const field of links?.fields.values() ?? []) {
    if (isShown(field)) columns.push({ kind: field.type.kind, sql: linkColumn(model, links!.alias, field) });
  }
  const name = textLiteral(model, entity.name);
  return dialectOf(model.sequelize!).comparison.rowText(name, columns);
}

/** The primary key is in every text, also if clients do not see it. */
function isInText(field: FieldMetadata): boolean {
  return field.isPrimaryKey || isShown(field);
}

function isShown({ access, large }: FieldMetadata): boolean {
  return (access === 'open' || access === 'readOnly') && !large;
}

function columnName(model: DomainModel, { name }: FieldMetadata): string {
  return model.getAttributes()[name]!.field!;
}

function linkColumn(model: DomainModel, alias: string, field: FieldMetadata): string {
  const quote = (name: string) => queryGeneratorOf(model).quoteIdentifier(name);
  return `${quote(alias)}.${quote(columnName(modelOf(field.holder!), field))}`;
}
