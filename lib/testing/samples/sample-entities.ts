import type { CollectionMetadata, EntityMetadata, FieldMetadata, MetadataRegistry } from '../../metadata';
import {
  childKey,
  type Entity,
  foreignKeysOf,
  isModelInstance,
  isStored,
  referredKey,
  removeLinks,
  unsavedEntity,
  withLaterKeys,
} from '../../persistence';
import { isWritable } from '../../rest';
import { FieldSamples } from './field-samples';
import { GivenSamples, type Samples } from './given-samples';
import { byDomainName, type GivenValues, KnownModels, type ModelName, toReference, wireNameOf } from './known-models';
import { linkChild, linkSamples, toDomainValue } from './link-samples';
import { withObstacle } from './obstacle-of';
import type { ParentLink } from './parents';
import { RequiredEntities } from './required-entities';
import { requiredParents, requiresItself } from './required-parents';
import { sampleValue } from './sample-value';
import { SharedWork } from './shared-work';
import { UnfinishedEntities } from './unfinished-entities';

/**
 * Generates valid entities of any model from its metadata: types, lengths, ranges, enums and rules. Required parents are
 * stored first.
 */
export class SampleEntities {
  readonly models: KnownModels;
  readonly #fieldSamples: FieldSamples;
  readonly #required = new RequiredEntities();
  readonly #given: GivenSamples;
  /** Parents that several payloads of one test refer to. */
  readonly #storing = new SharedWork();

  /** @throws TestingError as {@link GivenSamples} does */
  constructor(
    private readonly registry: MetadataRegistry,
    samples: readonly Samples[] = [],
  ) {
    this.models = new KnownModels(registry);
    this.#fieldSamples = new FieldSamples(registry);
    this.#given = new GivenSamples(this.models, samples);
  }

  /** Forgets the stored parents, which a test has removed. */
  begin(): void {
    this.#required.clear();
  }

  /** The elements of a list of a class that were not stored because other entities require them. */
  added<T extends object>(entity: EntityMetadata, list: readonly T[]): readonly T[] {
    return this.#required.without(entity, list);
  }

  /** Generates a payload for a create, by wire names; a value of undefined omits its field. */
  payload(model: ModelName, values: GivenValues): Promise<Record<string, unknown>> {
    const entity = this.models.entity(model);
    return this.#payload(entity, values, [], ({ collection }) => entity.isRoot || collection === undefined);
  }

  /** Generates a payload for a create in a collection of a stored entity. @see payloadFor */
  payloadIn(parent: Entity, property: string, values: GivenValues): Promise<Record<string, unknown>> {
    return this.payloadFor(this.models.collection(this.models.entityOf(parent), property), values);
  }

  /**
   * Generates a payload for a create in a collection: without the fields that its path determines, and with the required
   * columns of a join table. Required parents other than the one in the path are stored.
   */
  async payloadFor(collection: CollectionMetadata, values: GivenValues): Promise<Record<string, unknown>> {
    const { target, foreignKey, scope } = collection;
    const isIncluded = (field: FieldMetadata) => isWritable(target, field, 'create');
    const { link, own } = linkSamples(collection, values, isIncluded, () => this.#fieldSamples.nextSeed());
    const determined = [...Object.keys(scope), ...(foreignKey === undefined ? [] : [foreignKey])];
    const payload = await this.#payload(target, own, determined, () => true);
    const linking = [...link].filter(([, { json }]) => json !== undefined);
    return { ...payload, ...Object.fromEntries(linking.map(([{ wireName }, { json }]) => [wireName, json])) };
  }

  async #payload(
    entity: EntityMetadata,
    values: GivenValues,
    omitted: readonly string[],
    isNeeded: (link: ParentLink) => boolean,
  ): Promise<Record<string, unknown>> {
    const isIncluded = (field: FieldMetadata) => isWritable(entity, field, 'create');
    const given = this.#valuesFor(entity, values, isIncluded, omitted);
    const samples = this.#fieldSamples.of(entity, { given, isIncluded });
    const store = async () => {
      const unfinished = new UnfinishedEntities();
      await this.#storeSampledParents(entity, given, values, unfinished);
      return this.#storeParents(entity, given, isNeeded, unfinished);
    };
    const { stored } = await (requiresItself(entity, this.registry) ? withLaterKeys(entity.type, store) : store());
    const generated = [...samples].map(([field, { json }]) => [field.wireName, json] as const);
    const foreignKeys = [...stored].map(([field, { key }]) => [field.wireName, key] as const);
    const own = [...given].map(([name, value]) => [wireNameOf(entity, name), toReference(value)] as const);
    const content = [...generated, ...foreignKeys, ...own].filter(([, value]) => value !== undefined);
    return Object.fromEntries(content);
  }

  /** Builds an instance without storing it. */
  build(model: ModelName, values: GivenValues): Entity {
    const entity = this.models.entity(model);
    return unsaved(entity, this.#values(entity, this.#valuesFor(entity, values)));
  }

  /** Stores an entity with its required parents. */
  create(model: ModelName, values: GivenValues): Promise<Entity> {
    const entity = this.models.entity(model);
    const store = () => this.#store(entity, values, new UnfinishedEntities());
    return requiresItself(entity, this.registry) ? withLaterKeys(entity.type, store) : store();
  }

  async #store(entity: EntityMetadata, values: GivenValues, unfinished: UnfinishedEntities): Promise<Entity> {
    const given = this.#valuesFor(entity, values);
    await this.#storeSampledParents(entity, given, values, unfinished);
    const { stored, awaited } = await this.#storeParents(entity, given, () => true, unfinished);
    const foreignKeys = [...stored].map(([{ name }, { key }]) => [name, key] as const);
    const later = awaited.map(([{ name }, { key }]) => [name, key] as const);
    const scopes = [...stored.values()].map(({ link }) => link.collection?.scope ?? {});
    const all = Object.assign(
      { ...this.#values(entity, given), ...Object.fromEntries([...foreignKeys, ...later]) },
      ...scopes,
    );
    const child = unsaved(entity, all);
    await child.save().catch(async (error: unknown) => {
      throw await withObstacle(entity, error);
    });
    for (const { parent, link } of stored.values()) linkInstances(parent, child, link);
    for (const [name, value] of given) if (isModelInstance(value)) setProperty(child, name, value);
    for (const [field, { link }] of awaited) {
      unfinished.await(link.parent, async (parent) => {
        await child.update({ [field.name]: referredValue(entity, link, parent) });
        linkInstances(parent, child, link);
      });
    }
    return child;
  }

  /** The given values by domain name, after the samples of included fields; `omitted` members have none. */
  #valuesFor(
    entity: EntityMetadata,
    values: GivenValues,
    isIncluded: (field: FieldMetadata) => boolean = () => true,
    omitted: readonly string[] = [],
  ): ReadonlyMap<string, unknown> {
    const samples = this.#given
      .of(entity, () => this.#fieldSamples.nextSeed())
      .filter(([name]) => {
        const field = entity.fields.get(name);
        return !field || isIncluded(field);
      });
    const omissions = omitted.map((name) => [name, undefined] as const);
    return new Map<string, unknown>([...samples, ...omissions, ...byDomainName(entity, values)]);
  }

  #values(entity: EntityMetadata, given: ReadonlyMap<string, unknown>): Record<string, unknown> {
    const samples = this.#fieldSamples.of(entity, { given, isIncluded: ({ origin }) => origin === 'payload' });
    const generated = [...samples].map(([{ name }, { value }]) => [name, value] as const);
    const own = [...given]
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, toDomainValue(entity.fields.get(name), value)] as const);
    const keys = own.flatMap(([name, value]) => foreignKeyOf(entity, name, value));
    return Object.fromEntries([...generated, ...own.filter(([name]) => !entity.references.has(name)), ...keys]);
  }

  /** Generates the payload of an update, with new values for the writable fields: those with a default if there are no others. */
  changes(model: ModelName, values: GivenValues): Record<string, unknown> {
    const entity = this.models.entity(model);
    const isIncluded = (field: FieldMetadata) => isWritable(entity, field, 'update');
    const given = this.#valuesFor(entity, values, isIncluded);
    const request = { given, isIncluded };
    const first = this.#fieldSamples.of(entity, request);
    const isEmpty = first.size === 0 && Object.keys(values).length === 0;
    const samples = isEmpty ? this.#fieldSamples.of(entity, { ...request, hasDefaulted: true }) : first;
    const generated = [...samples].map(([field, { json }]) => [field.wireName, json] as const);
    const own = [...given].map(([name, value]) => [wireNameOf(entity, name), toReference(value)] as const);
    return Object.fromEntries([...generated, ...own].filter(([, value]) => value !== undefined));
  }

  /** Different values of a field, as JSON: samples first, then generated ones. Those of unique fields differ from earlier rows. */
  values(model: ModelName, name: string, count: number): unknown[] {
    const entity = this.models.entity(model);
    const field = this.models.field(entity, name);
    const given = this.#given.valuesOf(entity, field, count, () => this.#fieldSamples.nextSeed());
    return given.length < count ? this.#fieldSamples.valuesOf(entity, field, count, given) : [...given];
  }

  /** Stores a child in a collection, or as the one-to-one child, of a stored entity. */
  async createIn(parent: Entity, property: string, values: GivenValues): Promise<Entity> {
    const owner = this.models.entityOf(parent);
    const collection = this.models.collection(owner, property);
    const { target, foreignKey, scope, kind } = collection;
    if (kind !== 'manyToMany') {
      return this.create(target.type, { [foreignKey!]: childKey(collection, parent), ...scope, ...values });
    }
    const { link, own } = linkSamples(collection, values, undefined, () => this.#fieldSamples.nextSeed());
    const through = Object.fromEntries([...link].map(([{ name }, { value }]) => [name, value]));
    const child = await this.create(target.type, { ...scope, ...own });
    await linkChild(parent, collection, child, through);
    // Linking increments the version of both entities.
    return child.reload();
  }

  /** Deletes a stored entity, even if it has changed since it was loaded, with the links to it. */
  async remove(entity: Entity): Promise<void> {
    // Raises its version, if it is a root.
    await removeLinks(entity);
    await entity.reload();
    await entity.destroy();
  }

  /** Stores the parents that an entity requires, by the foreign keys that refer to them. */
  async #storeParents(
    entity: EntityMetadata,
    given: ReadonlyMap<string, unknown>,
    isNeeded: (link: ParentLink) => boolean,
    unfinished: UnfinishedEntities,
  ): Promise<Parents> {
    const stored = new Map<FieldMetadata, StoredParent>();
    const awaited: [FieldMetadata, AwaitedParent][] = [];
    for (const [field, link] of requiredParents(this.registry, entity)) {
      if (given.has(field.name) || !isNeeded(link)) continue;
      if (link.reference && given.has(link.reference.property)) continue;
      if (unfinished.includes(link.parent)) {
        awaited.push([field, { link, key: sampleValue(entity, field, this.#fieldSamples.nextSeed()).value }]);
        continue;
      }
      const parent = (await this.#required.reusable(link.parent)) ?? (await this.#storeParent(link.parent, unfinished));
      stored.set(field, { parent, link, key: referredValue(entity, link, parent) });
    }
    return { stored, awaited };
  }

  /** Stores what the samples of foreign keys refer to, with that key, unless it is stored. */
  async #storeSampledParents(
    entity: EntityMetadata,
    given: ReadonlyMap<string, unknown>,
    values: GivenValues,
    unfinished: UnfinishedEntities,
  ): Promise<void> {
    const byTest = byDomainName(entity, values);
    for (const { field, target, targetField, scopes } of foreignKeysOf(entity, this.registry.entities)) {
      const key = given.get(field) ?? null;
      const isSampled = key !== null && this.#given.has(entity, field) && !byTest.has(field);
      if (!isSampled || scopes.length > 0 || unfinished.includes(target)) continue;
      const values = { [targetField]: key };
      await this.#storing.once(`${target.name} ${String(key)}`, async () => {
        if (!(await isStored(target, targetField, key))) await this.#storeParent(target, unfinished, values);
      });
    }
  }

  async #storeParent(
    entity: EntityMetadata,
    unfinished: UnfinishedEntities,
    values: GivenValues = {},
  ): Promise<Entity> {
    unfinished.begin(entity);
    const parent = await this.#store(entity, values, unfinished);
    this.#required.add(entity, parent);
    await unfinished.end(entity, parent);
    return parent;
  }
}

/** The parents of an entity, by foreign key. */
interface Parents {
  readonly stored: ReadonlyMap<FieldMetadata, StoredParent>;
  /** Those that require the entity themselves. */
  readonly awaited: readonly (readonly [FieldMetadata, AwaitedParent])[];
}

/** A parent that is stored later. */
interface AwaitedParent {
  readonly link: ParentLink;
  /** The value of the foreign key until then, which refers to nothing. */
  readonly key: unknown;
}

/** A parent that was stored for an entity that requires it. */
interface StoredParent {
  readonly parent: Entity;
  readonly link: ParentLink;
  /** The value of the foreign key. */
  readonly key: unknown;
}

function unsaved(entity: EntityMetadata, values: GivenValues): Entity {
  return unsavedEntity(entity, { values, children: new Map() });
}

/** The value of the parent that the foreign key of the child has. */
function referredValue(entity: EntityMetadata, { reference, collection }: ParentLink, parent: Entity): unknown {
  return reference ? parent.get(referredKey(entity, reference)) : childKey(collection!, parent);
}

function foreignKeyOf(entity: EntityMetadata, name: string, value: unknown): [string, unknown][] {
  const reference = entity.references.get(name);
  if (!reference || !isModelInstance(value)) return [];
  return [[reference.foreignKey, value.get(referredKey(entity, reference))]];
}

/** Sets the properties of both instances, as if they had been loaded together. */
function linkInstances(parent: Entity, child: Entity, { reference, collection }: ParentLink): void {
  if (reference) setProperty(child, reference.property, parent);
  if (!collection) return;
  setProperty(parent, collection.property, collection.kind === 'oneToOne' ? child : [child]);
}

function setProperty(entity: Entity, property: string, value: unknown): void {
  entity.dataValues[property] = value;
  Object.assign(entity, { [property]: value });
}
