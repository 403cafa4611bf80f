import type { Association, BelongsTo, BelongsToMany, HasMany, WhereOptions } from 'sequelize';
import type { AssociationScope, CollectionMetadata, EntityMetadata, ReferenceMetadata } from '../../metadata';
import { type DomainModel, modelOf, type StoredRow } from './domain-model';

/** To one child or several. */
export interface OneToMany extends Scoped {
  readonly kind: 'oneToMany';
  readonly sourceKey: string;
  readonly foreignKey: string;
}

export interface ManyToMany extends Scoped {
  readonly kind: 'manyToMany';
  readonly sourceKey: string;
  readonly targetKey: string;
  readonly through: DomainModel;
  /** Of the join table: the parent's key and the child's. */
  readonly foreignKey: string;
  readonly otherKey: string;
  /** From a child to its row of the join table; joined, it gives one row for each parent. */
  readonly links: Association;
}

interface Scoped {
  /** Values that all children share. */
  readonly scope: AssociationScope;
  /** Values that all rows with the parent's key share: the children, or the rows of the join table. */
  readonly holderScope: AssociationScope;
}

/** The link between the children of a collection and their parents. */
export type Ties = OneToMany | ManyToMany;

export function tiesOf({ owner, property, kind, scope }: CollectionMetadata): Ties {
  const association = modelOf(owner.type).associations[property]!;
  if (kind !== 'manyToMany') {
    const { sourceKey, foreignKey } = association as HasMany & { readonly sourceKey: string };
    return { kind: 'oneToMany', sourceKey, foreignKey, scope, holderScope: scope };
  }
  const { sourceKey, targetKey, foreignKey, otherKey, through, oneFromTarget } = association as BelongsToMany & {
    readonly targetKey: string;
    readonly through: { readonly model: DomainModel; readonly scope?: AssociationScope };
    readonly oneFromTarget: Association;
  };
  const holderScope = through.scope ?? {};
  const ends = { sourceKey, targetKey, foreignKey, otherKey };
  return { kind, ...ends, through: through.model, links: oneFromTarget, scope, holderScope };
}

/**
 * Criteria for the rows that hold the key of a parent, of children or of a join table: all that the association asks
 * of them.
 *
 * @param keys one, several, or an operator
 */
export function whereForeignKey({ foreignKey, holderScope }: Ties, keys: unknown): WhereOptions {
  return { ...holderScope, [foreignKey]: keys };
}

/** Whether a row has the values of a scope, or may have them: those that are not known count as met. */
export function matchesScope(scope: AssociationScope, row: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(scope).every(([name, value]) => row[name] === undefined || String(row[name]) === String(value));
}

/** Whether a foreign key that belongs to several classes is one of a certain class in a row. */
export function matchesAnyScope(scopes: readonly AssociationScope[], row: Readonly<Record<string, unknown>>): boolean {
  return scopes.length === 0 || scopes.some((scope) => matchesScope(scope, row));
}

/** The value of the children's foreign key; not always the parent's primary key. */
export function childKey(collection: CollectionMetadata, parent: StoredRow): unknown {
  return parent.get(tiesOf(collection).sourceKey);
}

/** The field of its target that a reference holds the value of; not always the primary key. */
export function referredKey(owner: EntityMetadata, { property }: ReferenceMetadata): string {
  const association = modelOf(owner.type).associations[property] as BelongsTo & { readonly targetKey: string };
  return association.targetKey;
}
