import { oncePer } from '../../foundation';
import { type AssociationScope, deletionMarkOf, type EntityMetadata } from '../../metadata';
import { associationKeys } from '../models/association';
import { type Referrer, referrersTo } from '../models/referrers';
import { isDeletedWithParent } from '../reads/deleted-with-parent';

/** A foreign key by which rows are deleted softly, and restored, with the row that it refers to. */
export interface CascadeKey {
  readonly target: EntityMetadata;
  readonly field: string;
  /** The field that the foreign key refers to. */
  readonly referred: string;
  readonly scope: AssociationScope;
}

/** The foreign keys by which a soft delete of an entity, which belongs to a single sealed registry, cascades to others. */
export const cascadeKeys = oncePer(findCascadeKeys);

function findCascadeKeys(entity: EntityMetadata, entities: readonly EntityMetadata[]): readonly CascadeKey[] {
  const collections = [...entity.collections.values()].filter(isDeletedWithParent).map((collection): CascadeKey => {
    const { sourceKey: referred, foreignKey: field, foreignKeyScope: scope } = associationKeys(collection);
    return { target: collection.target, field, referred, scope };
  });
  const referrers = referrersTo(entity, entities).filter(goesAlong);
  return [
    ...collections,
    ...referrers.map(({ entity: target, field, referred }) => ({ target: target!, field, referred, scope: {} })),
  ];
}

function goesAlong({ entity, rule, databaseRule }: Referrer): boolean {
  return entity !== undefined && deletionMarkOf(entity) !== undefined && (rule ?? databaseRule) === 'cascade';
}
