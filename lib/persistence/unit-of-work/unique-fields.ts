import { UniqueConstraintError } from 'sequelize';
import { knownErrors } from '../dialects/known-errors';
import { columnOf, type DomainModel, fieldOfColumn } from '../models/domain-model';
import { indexesOf } from '../sequelize/model-class';

/** The columns of indexes, by the name of the index. */
type Indexes = ReadonlyMap<string, readonly string[]>;

const stored = new WeakMap<DomainModel, Indexes>();

/** Whether a unique index was violated: a NOT NULL column may lead to the same class of error. */
export function isUniqueFault({ parent }: UniqueConstraintError): boolean {
  return knownErrors.isDuplicate(parent);
}

/** The fields of the unique index that was violated. */
export function uniqueFields(model: DomainModel | undefined, error: UniqueConstraintError): readonly string[] {
  const index = indexOf(error);
  const columns = index === undefined ? columnsOf(error) : model ? columnsIn(model, index) : [index];
  return columns.map((column) => (model ? fieldOfColumn(model, column) : column));
}

/** The message that the model declares for a unique index (`@Unique({ name, msg })`). */
export function uniqueMessage(model: DomainModel | undefined, fields: readonly string[]): string | undefined {
  const columns = fields.map((name) => (model ? columnOf(model, name) : name));
  const isMeant = (others: readonly string[]) =>
    others.length === columns.length && others.every((column) => columns.includes(column));
  return Object.values(model?.uniqueKeys ?? {}).find((key) => isMeant(key.fields))?.msg ?? undefined;
}

/** Reads the indexes of a table if the model does not declare the violated one, as in an adopted schema. */
export async function learnIndexes(model: DomainModel, error: unknown): Promise<void> {
  const index = error instanceof UniqueConstraintError ? indexOf(error) : undefined;
  if (index === undefined || declaredColumns(model, index) || stored.get(model)?.has(index)) return;
  const shown = await model.sequelize!.getQueryInterface().showIndex(model.getTableName() as string);
  const indexes = shown as readonly { readonly name: string; readonly fields: readonly { attribute: string }[] }[];
  stored.set(model, new Map(indexes.map(({ name, fields }) => [name, fields.map(({ attribute }) => attribute)])));
}

/** Undefined if the message names the columns. */
function indexOf({ parent }: UniqueConstraintError): string | undefined {
  return knownErrors.violatedIndex(parent);
}

function columnsOf({ fields }: UniqueConstraintError): readonly string[] {
  return Array.isArray(fields) ? (fields as string[]) : Object.keys(fields);
}

function columnsIn(model: DomainModel, index: string): readonly string[] {
  return declaredColumns(model, index) ?? stored.get(model)?.get(index) ?? [];
}

function declaredColumns(model: DomainModel, index: string): readonly string[] | undefined {
  if (index === 'PRIMARY') return Object.values(model.primaryKeys).map(({ field }) => field);
  const key = Object.values(model.uniqueKeys).find(({ name, customIndex }) => customIndex && name === index);
  if (key) return key.fields;
  const declared = indexesOf(model).find(({ name }) => name === index);
  return declared?.fields?.map((column) => (typeof column === 'string' ? column : (column as { name: string }).name));
}
