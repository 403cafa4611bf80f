import { oncePer } from '../../foundation';
import type { EntityMetadata } from '../../metadata';
import { dialectOf } from '../dialects/dialect-of';
import { associationKeys } from '../models/association';
import { defaultCriteria } from '../models/default-scope';
import { type DomainModel, type Entity, isOverridden, modelOf } from '../models/domain-model';
import { referrersTo } from '../models/referrers';
import { hasDestroyHooks, hasHooks } from '../models/write-hooks';
import type { EntityKey } from '../reads/place';
import { classifyDatabaseError } from '../unit-of-work/database-faults';
import { columnLiteral } from './column-literal';
import { sendWrite } from './driver-write';
import { storedEntity } from './stored-entity';

/** Writes the DELETE of one row by its key, whose WHERE has the absence of children and referring rows as conditions. */
type SingleStatementDelete = (key: EntityKey) => string;

/** A foreign key of another table that may refer to the row. */
interface ReferringKey {
  readonly model: DomainModel;
  readonly field: string;
  readonly referred: string;
}

/** Whether a row of the class may be deleted by one statement: there is no domain code to run, and no soft delete. */
export function isDeletedPlainly(entity: EntityMetadata, entities: readonly EntityMetadata[]): boolean {
  return singleStatementDeleteOf(entity, entities) !== null && !hasOwnHooks(modelOf(entity.type));
}

/**
 * Deletes one row without children, unless the model declares a rule for rows that refer to it.
 *
 * @returns undefined, and nothing is deleted, if there is no such row
 */
export async function deleteInOneStatement(
  entity: EntityMetadata,
  entities: readonly EntityMetadata[],
  key: EntityKey,
): Promise<Entity | undefined> {
  const model = modelOf(entity.type);
  try {
    const { rows } = await sendWrite(model, { sql: singleStatementDeleteOf(entity, entities)!(key), values: [] });
    return rows === 0 ? undefined : storedEntity(model, { [entity.key.name]: key });
  } catch (error) {
    // The general way of deleting reports which rows refer to it.
    if (classifyDatabaseError(error)?.kind === 'reference') return undefined;
    throw error;
  }
}

const singleStatementDeleteOf = oncePer(makeSingleStatementDelete);

function makeSingleStatementDelete(
  entity: EntityMetadata,
  entities: readonly EntityMetadata[],
): SingleStatementDelete | null {
  const model = modelOf(entity.type);
  const isOwn = isOverridden(model, 'destroy') || model.options.paranoid === true;
  if (isOwn || defaultCriteria(model) !== undefined) return null;
  const referringKeys = referringKeysOf(entity, entities);
  const tables = [model, ...referringKeys.map((key) => key.model)].map((one) => one.getTableName());
  // MySQL cannot read the table that a statement deletes from.
  if (tables.some((table) => typeof table !== 'string') || tables.lastIndexOf(tables[0]!) > 0) return null;
  const unreferred = referringKeys.map((key) => ` AND NOT ${existsSql(model, key)}`).join('');
  const isKey = keySql(entity);
  return (key) => `DELETE FROM ${quoted(model)} WHERE ${isKey(key)}${unreferred}`;
}

/** Children, links, and foreign keys with a declared rule; the database checks the other foreign keys. */
function referringKeysOf(entity: EntityMetadata, entities: readonly EntityMetadata[]): ReferringKey[] {
  const children = [...entity.collections.values()].map((collection): ReferringKey => {
    const association = associationKeys(collection);
    const model = association.kind === 'oneToMany' ? modelOf(collection.target.type) : association.through;
    return { model, field: association.foreignKey, referred: association.sourceKey };
  });
  return [...children, ...referrersTo(entity, entities).filter(({ rule }) => rule !== undefined)];
}

function existsSql(model: DomainModel, key: ReferringKey): string {
  const refersToRow = `${quoted(key.model, key.field)} = ${quoted(model, key.referred)}`;
  return `EXISTS (SELECT 1 FROM ${quoted(key.model)} WHERE ${refersToRow})`;
}

/** Compares a key byte by byte, even if the collation of its column ignores case. */
function keySql({ type, key }: EntityMetadata): (value: EntityKey) => string {
  const model = modelOf(type);
  const column = quoted(model, key.name);
  const literal = columnLiteral(model, model.getAttributes()[key.name]!);
  if (key.type.kind !== 'string' || !dialectOf(model.sequelize!).comparison.usesCollations) {
    return (value) => `${column} = ${literal(value)}`;
  }
  return (value) => `${column} = ${literal(value)} AND CAST(${column} AS BINARY) = ${literal(value)}`;
}

function quoted(model: DomainModel, field?: string): string {
  const queryInterface = model.sequelize!.getQueryInterface();
  const table = queryInterface.quoteIdentifier(model.getTableName() as string);
  return field === undefined
    ? table
    : `${table}.${queryInterface.quoteIdentifier(model.getAttributes()[field]!.field!)}`;
}

function hasOwnHooks(model: DomainModel): boolean {
  return hasDestroyHooks(model) || hasHooks(model, 'beforeBulkDestroy', 'afterBulkDestroy');
}
