import { type AssociationScope, deletionMarkOf, type EntityMetadata } from '../../metadata';
import { tiesOf } from '../models/association';
import { type Referrer, referrersTo } from '../models/referrers';
import { isDeletedWithParent } from '../reads/deleted-with-parent';

/** A foreign key by which marked rows of a class go with the marked row that it names, and come back with it. */
export interface CascadeWay {
  readonly target: EntityMetadata;
  readonly field: string;
  /** The field of the other row that it holds the value of. */
  readonly referred: string;
  readonly scope: AssociationScope;
}

/** An entity is one of a single sealed registry. */
const known = new WeakMap<EntityMetadata, readonly CascadeWay[]>();

/** The ways on which a delete that marks a row goes on to others. */
export function cascadeWays(entity: EntityMetadata, entities: readonly EntityMetadata[]): readonly CascadeWay[] {
  const ways = known.get(entity) ?? findWays(entity, entities);
  known.set(entity, ways);
  return ways;
}

function findWays(entity: EntityMetadata, entities: readonly EntityMetadata[]): readonly CascadeWay[] {
  const collections = [...entity.collections.values()].filter(isDeletedWithParent).map((collection): CascadeWay => {
    const { sourceKey: referred, foreignKey: field, holderScope: scope } = tiesOf(collection);
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
