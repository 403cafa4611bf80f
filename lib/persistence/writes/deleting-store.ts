import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import { associationKeys, whereForeignKey } from '../models/association';
import { withoutDefaultScope } from '../models/default-scope';
import { ruleFor } from '../models/delete-rules';
import { type Entity, isDeletedSoftly, modelOf } from '../models/domain-model';
import { type Referrer, referrerOf, referrersTo, referringRows } from '../models/referrers';
import { keyChunks } from '../reads/associated-rows';
import { selectEntities } from '../reads/select-entities';
import { deletionTime } from './deletion-time';
import { unlink } from './join-rows';
import { matchingOf } from './matching';
import { removeMatching } from './remove-rows';
import type { RestoredRows } from './restoring-store';
import { removeEntities, unlinkEntities } from './write-entities';

/** The queries and writes of a delete. They include rows outside the scopes of the request. */
export class DeletingStore {
  constructor(private readonly entities: readonly EntityMetadata[]) {}

  /** {@link ruleFor} */
  readonly ruleFor = ruleFor;
  /** {@link referringRows} */
  readonly referringRows = referringRows;
  /** {@link removeEntities} */
  readonly remove = removeEntities;
  /** {@link referrerOf} */
  readonly referrerOf = referrerOf;
  /** {@link unlinkEntities} */
  readonly unlink = unlinkEntities;

  /** {@link referrersTo} */
  referrersTo(entity: EntityMetadata): readonly Referrer[] {
    return referrersTo(entity, this.entities);
  }

  isDeletedSoftly({ type }: EntityMetadata): boolean {
    return isDeletedSoftly(modelOf(type));
  }

  /** {@link deletionTime} */
  timeFor(marked: readonly RestoredRows[]): Promise<Date | undefined> {
    return deletionTime(marked, this.entities);
  }

  /** @param collection one-to-many */
  async children(collection: CollectionMetadata, parents: readonly Entity[]): Promise<Entity[]> {
    const association = associationKeys(collection);
    const children: Entity[] = [];
    for (const keys of keyChunks(parents, association.sourceKey)) {
      children.push(
        ...(await selectEntities(collection.target, whereForeignKey(association, [...keys]), {
          ignoresDefaultScope: true,
        })),
      );
    }
    return children;
  }

  /** Whether one of the parents has a link. @param collection many-to-many */
  async hasLinks(collection: CollectionMetadata, parents: readonly Entity[]): Promise<boolean> {
    const association = associationKeys(collection);
    if (association.kind !== 'manyToMany') return false;
    const keys = parents.map((parent) => parent.get(association.sourceKey));
    const options = { where: whereForeignKey(association, keys), attributes: [association.foreignKey], raw: true };
    return (await withoutDefaultScope(association.through).findOne(options)) !== null;
  }

  /** Removes the rows of a join table that refer to rows that are to be deleted. */
  async removeLinksTo({ model, field, referred }: Referrer, rows: readonly Entity[]): Promise<void> {
    const keys = rows.map((row) => row.get(referred));
    await removeMatching(model, [matchingOf(model, field, keys)]);
  }

  /** Removes the links of parents that are to be deleted; those that are deleted softly keep them. */
  async removeLinks(collection: CollectionMetadata, parents: readonly Entity[]): Promise<void> {
    if (collection.kind === 'manyToMany' && !this.isDeletedSoftly(collection.owner)) await unlink(collection, parents);
  }
}
