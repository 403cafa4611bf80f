import { oncePer } from '../../foundation';
import type { EntityMetadata } from '../../metadata';
import { dialectOf } from '../dialects/dialect-of';
import { associationKeys } from '../models/association';
import { defaultCriteria } from '../models/default-scope';
import { type DomainModel, type Entity, isOverridden, modelOf } from '../models/domain-model';
import { referrersTo } from '../models/referrers';
import { hasDestroyHooks, hasHooks } from '../models/write-hooks';
import type { EntityKey } from '../reads/place';
import { queryGeneratorOf } from '../sequelize/query-interface';
import { classifyDatabaseError } from '../unit-of-work/database-faults';
import { columnLiteral } from './column-literal';
import { sendWrite } from './driver-write';
import { storedEntity } from './stored-entity';

/** Writes the DELETE of one row by its key, whose WHERE has the absence of children and referring rows as conditions. */
type WriteDelete = (key: EntityKey) => string;

interface SingleStatementDelete {
  readonly any: WriteDelete;
  /** Of a row that meets further conditions, which name the table by the model; undefined if another table has that name. */
  readonly among?: WriteDelete;
}

/** A foreign key of another table that may refer to the row. */
interface ReferringKey {
  readonly model: DomainModel;
  readonly field: string;
  readonly referred: string;
}

/**
 * Whether a row of the class may be deleted by one statement: there is no domain code to run, and no soft delete.
 *
 * @param scope conditions on the row, of {@link ownScopeConditions}
 */
export function isDeletedPlainly(
  entity: EntityMetadata,
  entities: readonly EntityMetadata[],
  scope: readonly string[],
): boolean {
  const statement = singleStatementDeleteOf(entity, entities);
  const isWritable = statement !== null && (scope.length === 0 || statement.among !== undefined);
  return isWritable && !hasOwnHooks(modelOf(entity.type));
}

/**
 * Deletes one row without children, unless the model declares a rule for rows that refer to it.
 *
 * @param scope as of {@link isDeletedPlainly}
 * @returns undefined, and nothing is deleted, if there is no such row
 */
export async function deleteInOneStatement(
  entity: EntityMetadata,
  entities: readonly EntityMetadata[],
  key: EntityKey,
  scope: readonly string[],
): Promise<Entity | undefined> {
  const model = modelOf(entity.type);
  const { any, among } = singleStatementDeleteOf(entity, entities)!;
  const sql = scope.length === 0 ? any(key) : [among!(key), ...scope].join(' AND ');
  try {
    const { rows } = await sendWrite(model, { sql, values: [] });
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
  const [table, alias] = [quoted(model), queryGeneratorOf(model).quoteIdentifier(model.name)];
  const { deleteFrom } = dialectOf(model.sequelize!).syntax;
  const any = writeDelete(entity, referringKeys, `DELETE FROM ${table}`, table);
  const isTaken = tables.slice(1).some((other) => String(other).toLowerCase() === model.name.toLowerCase());
  return isTaken ? { any } : { any, among: writeDelete(entity, referringKeys, deleteFrom(table, alias), alias) };
}

/** @param row the name of the table in the statement */
function writeDelete(
  entity: EntityMetadata,
  referringKeys: readonly ReferringKey[],
  start: string,
  row: string,
): WriteDelete {
  const model = modelOf(entity.type);
  const unreferred = referringKeys.map((key) => ` AND NOT ${existsSql(key, columnIn(row, model, key.referred))}`);
  const isKey = keySql(entity, columnIn(row, model, entity.key.name));
  return (key) => `${start} WHERE ${isKey(key)}${unreferred.join('')}`;
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

function existsSql({ model, field }: ReferringKey, referred: string): string {
  const table = quoted(model);
  return `EXISTS (SELECT 1 FROM ${table} WHERE ${columnIn(table, model, field)} = ${referred})`;
}

/** Compares a key byte by byte, even if the collation of its column ignores case. */
function keySql({ type, key }: EntityMetadata, column: string): (value: EntityKey) => string {
  const model = modelOf(type);
  const literal = columnLiteral(model, model.getAttributes()[key.name]!);
  if (key.type.kind !== 'string' || !dialectOf(model.sequelize!).comparison.usesCollations) {
    return (value) => `${column} = ${literal(value)}`;
  }
  return (value) => `${column} = ${literal(value)} AND CAST(${column} AS BINARY) = ${literal(value)}`;
}

function quoted(model: DomainModel): string {
  return queryGeneratorOf(model).quoteIdentifier(model.getTableName() as string);
}

function columnIn(table: string, model: DomainModel, field: string): string {
  return `${table}.${queryGeneratorOf(model).quoteIdentifier(model.getAttributes()[field]!.field!)}`;
}

function hasOwnHooks(model: DomainModel): boolean {
  return hasDestroyHooks(model) || hasHooks(model, 'beforeBulkDestroy', 'afterBulkDestroy');
}
