import type { AggregateMetadata, CollectionMetadata, EntityMetadata, Exposure } from '../../lib/metadata';
import type { Random } from './random';

/** A root resource, or one collection of one parent. */
export interface Resource {
  /** `/orders/800000001/order_items`, with neutral ids. */
  readonly path: string;
  readonly entity: EntityMetadata;
  readonly exposure: Exposure;
  readonly collection?: CollectionMetadata;
}

/** Few keys are remembered for each path, so that requests often concern the same entities. */
const REMEMBERED = 12;

/** The existing and deleted entities that the generator knows; all ids are neutral. */
export class KnownEntities {
  readonly #keysByPath = new Map<string, string[]>();
  readonly #primaryKeys = new Map<EntityMetadata, unknown[]>();

  constructor(readonly aggregates: readonly AggregateMetadata[]) {}

  /** A random resource. Its parents mostly exist. */
  resource(random: Random): Resource {
    const aggregate = random.pick(this.aggregates);
    const collections = random.chance(0.55) || aggregate.paths.length === 0 ? [] : random.pick(aggregate.paths);
    let resource: Resource = {
      path: `/${aggregate.resourceName}`,
      entity: aggregate.root,
      exposure: aggregate.exposure,
    };
    for (const collection of collections) {
      resource = this.below(random, resource, collection);
    }
    return resource;
  }

  /** A random resource, mostly a collection that a PUT can replace. */
  replaceableResource(random: Random): Resource {
    const resources = random.list(12, 12, () => this.resource(random));
    return resources.find(({ collection }) => collection?.replace) ?? resources[0]!;
  }

  below(random: Random, resource: Resource, collection: CollectionMetadata): Resource {
    const path = `${this.entityPath(random, resource)}/${collection.wireName}`;
    return { path, entity: collection.target, exposure: collection.exposure, collection };
  }

  /** The path of one or several entities; a one-to-one child has the path of the resource. */
  entityPath(random: Random, resource: Resource, count = 1): string {
    if (isSingle(resource)) return resource.path;
    const keys = random.list(Math.min(count, 2), count, () => this.key(random, resource));
    return `${resource.path}/${keys.join(',')}`;
  }

  /** A percent-encoded key: mostly of an entity that the resource has or had, sometimes of another one. */
  key(random: Random, { path, entity }: Resource): string {
    const known = this.#keysByPath.get(path);
    if (known && random.chance(0.96)) return encodeURIComponent(random.pick(known));
    return encodeURIComponent(String(this.reference(random, entity) ?? 'none'));
  }

  /** The primary key of some entity of a class, or undefined. */
  reference(random: Random, entity: EntityMetadata): unknown {
    const known = this.#primaryKeys.get(entity);
    return known && random.pick(known);
  }

  /** Remembers the keys in a response. */
  learn(resource: Resource, content: unknown): void {
    if (Array.isArray(content)) for (const element of content) this.#learnOne(resource, element);
    else this.#learnOne(resource, content);
  }

  #learnOne(resource: Resource, content: unknown): void {
    if (typeof content !== 'object' || content === null) return;
    const { entity, path } = resource;
    const fields = content as Record<string, unknown>;
    const [key, primaryKey] = [fields[entity.key.wireName], fields[entity.primaryKey.wireName]];
    if (key === undefined || primaryKey === undefined) return;
    remember(this.#keysByPath, path, String(key));
    remember(this.#primaryKeys, entity, primaryKey);
    for (const collection of entity.collections.values()) {
      const { wireName, target, exposure } = collection;
      const own = isSingle(resource) ? path : `${path}/${encodeURIComponent(String(key))}`;
      const below = `${own}/${wireName}`;
      this.learn({ path: below, entity: target, exposure, collection }, fields[wireName]);
    }
  }
}

/** Whether its entity is addressed without a key. */
function isSingle({ collection }: Resource): boolean {
  return collection?.kind === 'oneToOne';
}

function remember<K, V>(known: Map<K, V[]>, place: K, value: V): void {
  const values = known.get(place) ?? [];
  if (!values.includes(value)) known.set(place, [...values, value].slice(-REMEMBERED));
}
