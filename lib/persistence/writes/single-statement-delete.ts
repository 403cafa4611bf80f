import type { EntityMetadata } from '../../metadata';
import { tiesOf } from '../models/association';
import { defaultCriteria } from '../models/default-scope';
import { type DomainModel, type Entity, isOverridden, modelOf } from '../models/domain-model';
import { referrersTo } from '../models/referrers';
import { hasDestroyHooks, QUERY_HOOKS } from '../models/write-hooks';
import type { EntityKey } from '../reads/place';
import { classifyDatabaseError } from '../unit-of-work/database-faults';
import { columnLiteral } from './column-literal';
import { sendWrite } from './driver-write';
import { storedEntity } from './stored-entity';

/** The DELETE of one row by its key that deletes nothing as long as other rows would have to be looked at. */
type SingleStatementDelete = (key: EntityKey) => string;

/** A column of another table that may hold the value of a field of the row. */
interface Holder {
  readonly model: DomainModel;
  readonly field: string;
  readonly referred: string;
}

const known = new WeakMap<EntityMetadata, SingleStatementDelete | null>();

/** Whether a row of the class may be deleted by one statement alone: no code of the domain runs, and the row goes. */
export function isDeletedPlainly(entity: EntityMetadata, entities: readonly EntityMetadata[]): boolean {
  return singleStatementDeleteOf(entity, entities) !== null && !hasOwnHooks(modelOf(entity.type));
}

/**
 * Deletes one row that has no children, and that no row refers to for which the model declares a rule.
 *
 * @returns undefined, and nothing is deleted, where there is no such row
 */
export async function deleteInOneStatement(
  entity: EntityMetadata,
  entities: readonly EntityMetadata[],
  key: EntityKey,
): Promise<Entity | undefined> {
  const model = modelOf(entity.type);
  try {
    const { rows } = await sendWrite(model, singleStatementDeleteOf(entity, entities)!(key));
    return rows === 0 ? undefined : storedEntity(model, { [entity.key.name]: key });
  } catch (error) {
    // Who asks further is told which rows still refer to it.
    if (classifyDatabaseError(error)?.kind === 'reference') return undefined;
    throw error;
  }
}

function singleStatementDeleteOf(
  entity: EntityMetadata,
  entities: readonly EntityMetadata[],
): SingleStatementDelete | null {
  const before = known.get(entity);
  if (before !== undefined) return before;
  const made = makeSingleStatementDelete(entity, entities);
  known.set(entity, made);
  return made;
}

function makeSingleStatementDelete(
  entity: EntityMetadata,
  entities: readonly EntityMetadata[],
): SingleStatementDelete | null {
  const model = modelOf(entity.type);
  const isOwn = isOverridden(model, 'destroy') || model.options.paranoid === true;
  if (isOwn || defaultCriteria(model) !== undefined) return null;
  const holders = holdersOf(entity, entities);
  const tables = [model, ...holders.map((holder) => holder.model)].map((one) => one.getTableName());
  // A statement of MySQL's does not read the table that it deletes from.
  if (tables.some((table) => typeof table !== 'string') || tables.lastIndexOf(tables[0]!) > 0) return null;
  const unheld = holders.map((holder) => ` AND NOT ${existsSql(model, holder)}`).join('');
  const isKey = keySql(entity);
  return (key) => `DELETE FROM ${quoted(model)} WHERE ${isKey(key)}${unheld}`;
}

/** Children, links, and what refers by a foreign key with a rule; the others the database knows. */
function holdersOf(entity: EntityMetadata, entities: readonly EntityMetadata[]): Holder[] {
  const children = [...entity.collections.values()].map((collection): Holder => {
    const ties = tiesOf(collection);
    const model = ties.kind === 'oneToMany' ? modelOf(collection.target.type) : ties.through;
    return { model, field: ties.foreignKey, referred: ties.sourceKey };
  });
  return [...children, ...referrersTo(entity, entities).filter(({ rule }) => rule !== undefined)];
}

function existsSql(model: DomainModel, holder: Holder): string {
  const held = `${quoted(holder.model, holder.field)} = ${quoted(model, holder.referred)}`;
  return `EXISTS (SELECT 1 FROM ${quoted(holder.model)} WHERE ${held})`;
}

/** A key is itself alone, whatever the collation of its column says. */
function keySql({ type, key }: EntityMetadata): (value: EntityKey) => string {
  const model = modelOf(type);
  const column = quoted(model, key.name);
  const literal = columnLiteral(model, model.getAttributes()[key.name]!);
  if (key.type.kind !== 'string' || model.sequelize!.getDialect() !== 'mysql') {
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

const BULK_HOOKS = ['beforeBulkDestroy', 'afterBulkDestroy'] as const;

interface Hooked {
  hasHook(name: string): boolean;
}

function hasOwnHooks(model: DomainModel): boolean {
  const shared = model.sequelize as unknown as Hooked;
  if (hasDestroyHooks(model) || BULK_HOOKS.some((hook) => model.hasHook(hook))) return true;
  return [...BULK_HOOKS, ...QUERY_HOOKS].some((hook) => shared.hasHook(hook));
}
