import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import { codeRunOnReads, ruleFor, writingCodeOf } from '../../persistence';
import type { Application } from '../../rest';
import type { Finding } from './finding';

/** Finds collections without a cascade, and code that makes reads and writes slower. */
export function checkModel(application: Application): Promise<readonly Finding[]> {
  return application.examine(async ({ registry: { entities } }) => {
    const collections = entities.flatMap((entity) => [...entity.collections.values()]);
    return [...collections.filter(isLeftBehind).map(ofCollection), ...entities.flatMap(slowReadsAndWrites)];
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

function slowReadsAndWrites(entity: EntityMetadata): readonly Finding[] {
  return [
    ...slow(entity, 'READS_SLOWER', 'read', codeRunOnReads(entity)),
    ...slow(entity, 'WRITES_SLOWER', 'written', writingCodeOf(entity)),
  ];
}

function slow({ name }: EntityMetadata, code: string, verb: string, reasons: readonly string[]): readonly Finding[] {
  if (reasons.length === 0) return [];
  const cause = `because the class has ${reasons.join(', ')}`;
  return [
    {
      code,
      level: 'note',
      place: name,
      problem: `Entities are ${verb} as instances, which takes about twice the time, ${cause}.`,
      remedy: 'Keep it where it is needed; @Computed, @Constraint and @Invariant do not have this cost.',
    },
  ];
}
