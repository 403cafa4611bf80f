import type { AggregateMetadata, CollectionMetadata, EntityMetadata, Exposure } from '../../lib/metadata';
import type { Random } from './random';

/** A root resource, or one collection of one parent. */
export interface Site {
  /** `/orders/800000001/order_items`, with neutral ids. */
  readonly path: string;
  readonly entity: EntityMetadata;
  readonly exposure: Exposure;
  readonly collection?: CollectionMetadata;
}

/** Few enough that requests concern the same entities. */
const REMEMBERED = 12;

/** The existing and deleted entities that the generator knows; all ids are neutral. */
export class World {
  readonly #keysByPath = new Map<string, string[]>();
  readonly #primaryKeys = new Map<EntityMetadata, unknown[]>();

  constructor(readonly aggregates: readonly AggregateMetadata[]) {}

  /** A place to send a request to; most have their parents. */
  site(random: Random): Site {
    const aggregate = random.pick(this.aggregates);
    const collections = random.chance(0.55) || aggregate.paths.length === 0 ? [] : random.pick(aggregate.paths);
    let site: Site = { path: `/${aggregate.resourceName}`, entity: aggregate.root, exposure: aggregate.exposure };
    for (const collection of collections) {
      site = this.below(random, site, collection);
    }
    return site;
  }

  /** A collection that an array replaces, where one is met soon. */
  replacedSite(random: Random): Site {
    const sites = random.list(12, 12, () => this.site(random));
    return sites.find(({ collection }) => collection?.replace) ?? sites[0]!;
  }

  below(random: Random, site: Site, collection: CollectionMetadata): Site {
    const path = `${this.entityPath(random, site)}/${collection.wireName}`;
    return { path, entity: collection.target, exposure: collection.exposure, collection };
  }

  /** The path of one entity of the site, or of several; a single child is there already. */
  entityPath(random: Random, site: Site, count = 1): string {
    if (isSingle(site)) return site.path;
    const keys = random.list(Math.min(count, 2), count, () => this.key(random, site));
    return `${site.path}/${keys.join(',')}`;
  }

  /** A key for the end of the site's path: of an entity that is or was there, seldom of another, as a path has it. */
  key(random: Random, { path, entity }: Site): string {
    const known = this.#keysByPath.get(path);
    if (known && random.chance(0.96)) return encodeURIComponent(random.pick(known));
    return encodeURIComponent(String(this.reference(random, entity) ?? 'none'));
  }

  /** The primary key of some entity of a class, or undefined. */
  reference(random: Random, entity: EntityMetadata): unknown {
    const known = this.#primaryKeys.get(entity);
    return known && random.pick(known);
  }

  /** Remembers the values of a response. */
  learn(site: Site, content: unknown): void {
    if (Array.isArray(content)) for (const element of content) this.#learnOne(site, element);
    else this.#learnOne(site, content);
  }

  #learnOne(site: Site, content: unknown): void {
    if (typeof content !== 'object' || content === null) return;
    const { entity, path } = site;
    const fields = content as Record<string, unknown>;
    const [key, primaryKey] = [fields[entity.key.wireName], fields[entity.primaryKey.wireName]];
    if (key === undefined || primaryKey === undefined) return;
    remember(this.#keysByPath, path, String(key));
    remember(this.#primaryKeys, entity, primaryKey);
    for (const collection of entity.collections.values()) {
      const { wireName, target, exposure } = collection;
      const own = isSingle(site) ? path : `${path}/${encodeURIComponent(String(key))}`;
      const below = `${own}/${wireName}`;
      this.learn({ path: below, entity: target, exposure, collection }, fields[wireName]);
    }
  }
}

/** Whether paths name its entity by no key. */
function isSingle({ collection }: Site): boolean {
  return collection?.kind === 'oneToOne';
}

function remember<K, V>(known: Map<K, V[]>, place: K, value: V): void {
  const values = known.get(place) ?? [];
  if (!values.includes(value)) known.set(place, [...values, value].slice(-REMEMBERED));
}
