import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import { codeRunOnFinds, ruleFor } from '../../persistence';
import type { Application } from '../../rest';
import { inAuthorsWords } from './author-words';
import type { Finding } from './finding';

/** Finds collections without a cascade, and code that makes reads and writes slower. */
export function checkModel(application: Application): Promise<readonly Finding[]> {
  return application.examine(async ({ registry: { entities } }) => {
    const collections = entities.flatMap((entity) => [...entity.collections.values()]);
    return [...collections.filter(isLeftBehind).map(ofCollection), ...entities.flatMap(slowReads)];
  });
}

/** Whether a delete of the parent leaves its children behind; children that are aggregate roots may stay. */
function isLeftBehind(collection: CollectionMetadata): boolean {
  const { kind, target } = collection;
  return kind !== 'manyToMany' && !target.isRoot && ruleFor(collection) !== 'cascade';
}

function ofCollection(collection: CollectionMetadata): Finding {
  const { owner, property, target } = collection;
  const isUnlinked = ruleFor(collection) === 'setNull';
  return {
    code: 'CHILDREN_WITHOUT_CASCADE',
    level: 'warning',
    place: `${owner.name}.${property}`,
    problem: isUnlinked
      ? `A delete of ${owner.name} leaves its ${target.name} children without a parent, and no route reaches them.`
      : `A delete of ${owner.name} is rejected while it has ${target.name} children, although they are not aggregate roots.`,
    remedy: "Declare onDelete: 'CASCADE' on the association.",
  };
}

function slowReads(entity: EntityMetadata): readonly Finding[] {
  const reasons = codeRunOnFinds(entity);
  if (reasons.length === 0) return [];
  return [
    inAuthorsWords(entity, {
      code: 'READS_SLOWER',
      level: 'note',
      place: entity.name,
      problem: `Entities are found by Sequelize, which takes about twice the time, because the class has ${reasons.join(', ')}.`,
      remedy: 'Keep it where it is needed; getters, @Computed, @Constraint and @Invariant do not have this cost.',
    }),
  ];
}
