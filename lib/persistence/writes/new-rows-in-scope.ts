import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import { associationKeys, type OneToMany } from '../models/association';
import { type FieldValues, modelOf } from '../models/domain-model';
import { isScoped, type Scopes } from '../reads/scopes';
import type { RowsByModel } from '../unit-of-work/inserted-rows';
import { isDecidable, surelyMatches } from './surely-matches';

/** Rows that a transaction has inserted or is about to insert, and who may have access to them. */
interface NewRows {
  readonly scopes: Scopes;
  readonly inserted: RowsByModel;
  /** The classes whose new rows are known without reading them. */
  readonly storedAsWritten: ReadonlySet<EntityMetadata>;
}

/** Whether the values of new roots can show that they are in scope. */
export function isScopeDecidable(root: EntityMetadata, scopes: Scopes): boolean {
  return scopes.holding(root).length === 0 && scopes.of(root).every((criteria) => isDecidable(root, criteria));
}

/**
 * Whether all new rows of a class are in scope for sure, with the new rows above them.
 *
 * @param below the classes on the way up from the rows
 */
export function areInScope(entity: EntityMetadata, rows: NewRows, below: readonly EntityMetadata[] = []): boolean {
  const { scopes, storedAsWritten } = rows;
  if (below.includes(entity) || !storedAsWritten.has(entity)) return false;
  const criteria = scopes.of(entity);
  const isMet = (row: FieldValues) => criteria.every((one) => surelyMatches(entity, one, row));
  if (!rowsOf(entity, rows).every(isMet)) return false;
  return scopes
    .holding(entity)
    .filter(({ owner }) => isScoped(owner, scopes))
    .every((collection) => areParentsNew(collection, rows) && areInScope(collection.owner, rows, [...below, entity]));
}

/** Whether the parents of all rows in a collection are new, too. */
function areParentsNew(collection: CollectionMetadata, rows: NewRows): boolean {
  const { owner, target, kind, scope } = collection;
  if (kind === 'manyToMany' || Object.keys(scope).length > 0) return false;
  const { sourceKey, foreignKey } = associationKeys(collection) as OneToMany;
  const parents = new Set(rowsOf(owner, rows).map((row) => String(row[sourceKey])));
  return rowsOf(target, rows).every((row) => isSet(row[foreignKey]) && parents.has(String(row[foreignKey])));
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function rowsOf({ type }: EntityMetadata, { inserted }: NewRows): readonly FieldValues[] {
  return inserted.get(modelOf(type)) ?? [];
}
