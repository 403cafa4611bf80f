import type { Association, BelongsTo, HasMany, WhereOptions } from 'sequelize';
import type { AssociationScope, CollectionMetadata, EntityMetadata, ReferenceMetadata } from '../../metadata';
import type { ManyToManyAssociation } from '../sequelize/associations';
import { type DomainModel, modelOf, type StoredRow } from './domain-model';

/** The keys of a one-to-one or one-to-many association. */
export interface OneToMany extends Scoped {
  readonly kind: 'oneToMany';
  readonly sourceKey: string;
  readonly foreignKey: string;
}

/** The keys of a many-to-many association. */
export interface ManyToMany extends Scoped {
  readonly kind: 'manyToMany';
  readonly sourceKey: string;
  readonly targetKey: string;
  readonly through: DomainModel;
  /** The columns of the join table for the parent's and the child's key. */
  readonly foreignKey: string;
  readonly otherKey: string;
  /** The association from a child to its rows in the join table. */
  readonly links: Association;
}

interface Scoped {
  /** The column values of all children. */
  readonly scope: AssociationScope;
  /** The column values of all rows with the foreign key: the children, or the rows of the join table. */
  readonly foreignKeyScope: AssociationScope;
}

/** The keys that link the children of a collection to their parents. */
export type AssociationKeys = OneToMany | ManyToMany;

export function associationKeys({ owner, property, kind, scope }: CollectionMetadata): AssociationKeys {
  const association = modelOf(owner.type).associations[property]!;
  if (kind !== 'manyToMany') {
    const { sourceKey, foreignKey } = association as HasMany & { readonly sourceKey: string };
    return { kind: 'oneToMany', sourceKey, foreignKey, scope, foreignKeyScope: scope };
  }
  const { sourceKey, targetKey, foreignKey, otherKey, through, oneFromTarget } = association as ManyToManyAssociation;
  const foreignKeyScope = through.scope ?? {};
  const ends = { sourceKey, targetKey, foreignKey, otherKey };
  return { kind, ...ends, through: through.model, links: oneFromTarget, scope, foreignKeyScope };
}

/**
 * Criteria for the rows with the foreign key of an association, children or rows of the join table, within its scope.
 *
 * @param keys one key, several, or an operator
 */
export function whereForeignKey({ foreignKey, foreignKeyScope }: AssociationKeys, keys: unknown): WhereOptions {
  return { ...foreignKeyScope, [foreignKey]: keys };
}

/** Whether a row matches a scope. Values that were not loaded count as matching. */
export function matchesScope(scope: AssociationScope, row: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(scope).every(([name, value]) => row[name] === undefined || String(row[name]) === String(value));
}

/** Whether a polymorphic foreign key refers to a certain class in a row; without scopes it always does. */
export function matchesAnyScope(scopes: readonly AssociationScope[], row: Readonly<Record<string, unknown>>): boolean {
  return scopes.length === 0 || scopes.some((scope) => matchesScope(scope, row));
}

/** The value of the foreign key of a parent's children, which may refer to another field than its primary key. */
export function childKey(collection: CollectionMetadata, parent: StoredRow): unknown {
  return parent.get(associationKeys(collection).sourceKey);
}

/** The field of the target that a foreign key refers to, which may be another than its primary key. */
export function referredKey(owner: EntityMetadata, { property }: ReferenceMetadata): string {
  const association = modelOf(owner.type).associations[property] as BelongsTo & { readonly targetKey: string };
  return association.targetKey;
}
