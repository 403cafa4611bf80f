import type { AggregateMetadata, EntityMetadata } from '../../metadata';
import { associationKeys } from '../models/association';
import type { DatabaseValues } from '../models/database-values';
import { modelOf, storedName } from '../models/domain-model';

type Classes = ReadonlySet<EntityMetadata>;

/** The classes whose rows are read again after a write, since the database sets values of its own. */
export class ReadBack {
  static readonly NONE = new ReadBack(new Set(), new Set(), new Set());

  private constructor(
    readonly afterCreate: Classes,
    readonly afterUpdate: Classes,
    /** The classes whose new rows are known without reading them: the database was asked, and sets no values of its own. */
    readonly storedAsWritten: Classes,
  ) {}

  /**
   * Decides for all aggregates, by what the database has where an aggregate does not say.
   *
   * @param unseen the tables of which the database does not tell whether they have triggers
   */
  static of(
    aggregates: readonly AggregateMetadata[],
    stored: DatabaseValues,
    unseen: readonly string[] = [],
  ): ReadBack {
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
    const unknown = aggregates.filter((one) => one.readBack !== undefined || tablesOf(one).some(isAmong(unseen)));
    const others = new Set([...created, ...unknown.flatMap(entitiesOf)]);
    const known = aggregates.flatMap(entitiesOf).filter((entity) => !others.has(entity));
    return new ReadBack(created, updated, new Set(known));
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

function isAmong(tables: readonly string[]): (table: string) => boolean {
  return (table) => tables.includes(table);
}

function entitiesOf({ root, paths }: AggregateMetadata): readonly EntityMetadata[] {
  return [...new Set([root, ...paths.flat().map(({ target }) => target)])];
}
