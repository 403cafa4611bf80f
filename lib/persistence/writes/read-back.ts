import type { AggregateMetadata, EntityMetadata } from '../../metadata';
import { associationKeys } from '../models/association';
import type { DatabaseValues } from '../models/database-values';
import { modelOf, storedName } from '../models/domain-model';

type Classes = ReadonlySet<EntityMetadata>;

/** The classes whose rows are read again after a write, since the database sets values of its own. */
export class ReadBack {
  static readonly NONE = new ReadBack(new Set(), new Set());

  private constructor(
    readonly afterCreate: Classes,
    readonly afterUpdate: Classes,
  ) {}

  /** Decides for all aggregates, by what the database has where an aggregate does not say. */
  static of(aggregates: readonly AggregateMetadata[], stored: DatabaseValues): ReadBack {
    const [created, updated] = [new Set<EntityMetadata>(), new Set<EntityMetadata>()];
    for (const aggregate of aggregates) {
      const { readBack: isRead = tablesOf(aggregate).some((table) => stored.hasTrigger(table)) } = aggregate;
      const isFound = aggregate.readBack === undefined;
      for (const entity of entitiesOf(aggregate)) {
        const model = modelOf(entity.type);
        const isUpdated = isRead || (isFound && stored.hasColumn(model));
        if (isUpdated) updated.add(entity);
        if (isUpdated || (isFound && stored.hasDefault(model))) created.add(entity);
      }
    }
    return new ReadBack(created, updated);
  }

  get isEmpty(): boolean {
    return this.afterCreate.size === 0;
  }
}

/**
 * The tables that a request may write in an aggregate, whose triggers may change any row of it: those of its classes, of
 * its join tables, and of the other roots that its children belong to, whose versions are incremented.
 */
export function tablesOf(aggregate: AggregateMetadata): readonly string[] {
  const entities = entitiesOf(aggregate);
  const models = [...entities, ...entities.flatMap(({ holders }) => holders)].map(({ type }) => modelOf(type));
  const joins = aggregate.paths.flat().flatMap((collection) => {
    const keys = associationKeys(collection);
    return keys.kind === 'manyToMany' ? keys.through : [];
  });
  return [...new Set([...models, ...joins].map(storedName))];
}

function entitiesOf({ root, paths }: AggregateMetadata): readonly EntityMetadata[] {
  return [...new Set([root, ...paths.flat().map(({ target }) => target)])];
}
