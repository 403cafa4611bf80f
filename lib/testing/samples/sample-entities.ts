import type { EntityMetadata, FieldMetadata, MetadataRegistry } from '../../metadata';
import { childKey, type Entity, isModelInstance, referredKey, unsavedEntity } from '../../persistence';
import { entityViolations, isWritable } from '../../rest';
import { codecOf } from '../../values';
import { TestingError } from '../errors';
import { byDomainName, type GivenValues, KnownModels, type ModelName, namedByKey, wireNameOf } from './known-models';
import { type ParentLink, parentLink } from './parents';
import { type SampleValue, sampleValue } from './sample-value';

const ATTEMPTS = 20;

/** What is made up, and what is given in its place. */
interface Wanted {
  /** By domain name. */
  readonly given: ReadonlyMap<string, unknown>;
  readonly isWanted: (field: FieldMetadata) => boolean;
}

/**
 * Makes up valid entities of any model from its metadata: types, lengths, ranges, enums, rules. Those that need a parent
 * get one, which is stored before.
 */
export class SampleEntities {
  #number = 0;

  readonly models: KnownModels;

  constructor(private readonly registry: MetadataRegistry) {
    this.models = new KnownModels(registry);
  }

  /** A payload that creates one, by wire names; a value of undefined leaves its field out. */
  async payload(model: ModelName, values: GivenValues): Promise<Record<string, unknown>> {
    const entity = this.models.entity(model);
    const given = byDomainName(entity, values);
    const samples = this.#samples(entity, { given, isWanted: (field) => isWritable(entity, field, 'create') });
    const keys = await this.#parentKeys(entity, given, (link) => entity.isRoot || link.collection === undefined, []);
    const made = [...samples].map(([field, { json }]) => [field.wireName, json] as const);
    const parents = [...keys].map(([field, { key }]) => [field.wireName, key] as const);
    const own = [...given].map(([name, value]) => [wireNameOf(entity, name), namedByKey(value)] as const);
    const content = [...made, ...parents, ...own].filter(([, value]) => value !== undefined);
    return Object.fromEntries(content);
  }

  /** An instance that is not stored. */
  build(model: ModelName, values: GivenValues): Entity {
    const entity = this.models.entity(model);
    return unsaved(entity, this.#values(entity, byDomainName(entity, values)));
  }

  /** One that is stored, with the parents that it needs. */
  async create(model: ModelName, values: GivenValues, above: readonly EntityMetadata[] = []): Promise<Entity> {
    const entity = this.models.entity(model);
    if (above.includes(entity)) {
      throw new TestingError('PARENT_CIRCULAR', entity.name, above.map(({ name }) => name).join(' -> '));
    }
    const given = byDomainName(entity, values);
    const keys = await this.#parentKeys(entity, given, () => true, [...above, entity]);
    const references = [...keys].map(([{ name }, { key }]) => [name, key] as const);
    const scopes = [...keys.values()].map(({ link }) => link.collection?.scope ?? {});
    const all = Object.assign({ ...this.#values(entity, given), ...Object.fromEntries(references) }, ...scopes);
    const child = unsaved(entity, all);
    await child.save();
    for (const { parent, link } of keys.values()) if (parent) tie(parent, child, link);
    for (const [name, value] of given) if (isModelInstance(value)) setProperty(child, name, value);
    return child;
  }

  #values(entity: EntityMetadata, given: ReadonlyMap<string, unknown>): Record<string, unknown> {
    const samples = this.#samples(entity, { given, isWanted: ({ origin }) => origin === 'payload' });
    const made = [...samples].map(([{ name }, { value }]) => [name, value] as const);
    const own = [...given]
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, asColumn(entity.fields.get(name), value)] as const);
    const keys = own.flatMap(([name, value]) => foreignKeyOf(entity, name, value));
    return Object.fromEntries([...made, ...own.filter(([name]) => !entity.references.has(name)), ...keys]);
  }

  /** Of all fields that nothing else fills; those that may be empty are left out where a rule of the class refuses them. */
  #samples(entity: EntityMetadata, wanted: Wanted): ReadonlyMap<FieldMetadata, SampleValue> {
    let problems = '';
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const samples = this.#attempt(entity, wanted, attempt >= ATTEMPTS / 2);
      const own = [...wanted.given].filter(([name]) => entity.fields.has(name));
      const values = [...samples].map(([{ name }, { value }]) => [name, value] as const);
      const violations = entityViolations(entity, Object.fromEntries([...values, ...own]));
      if (violations.length === 0) return samples;
      problems = violations.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
    }
    throw new TestingError('SAMPLE_REFUSED', entity.name, problems);
  }

  #attempt(entity: EntityMetadata, { given, isWanted }: Wanted, isLeast: boolean): Map<FieldMetadata, SampleValue> {
    const samples = new Map<FieldMetadata, SampleValue>();
    this.#number++;
    for (const field of entity.fields.values()) {
      if (given.has(field.name) || !isWanted(field) || field.hasDefault || this.#isForeign(entity, field)) continue;
      if (field.isNullable && (isLeast || isLeftOut(entity, field))) continue;
      samples.set(field, sampleValue(entity, field, this.#number));
    }
    return samples;
  }

  /** What an update of a stored entity may say: fields that need nothing else, each with another value than rows have so far. */
  changes(model: ModelName, values: GivenValues): Record<string, unknown> {
    const entity = this.models.entity(model);
    const given = byDomainName(entity, values);
    const isWanted = (field: FieldMetadata) => isWritable(entity, field, 'update');
    const samples = this.#samples(entity, { given, isWanted });
    const made = [...samples].map(([field, { json }]) => [field.wireName, json] as const);
    const own = [...given].map(([name, value]) => [wireNameOf(entity, name), namedByKey(value)] as const);
    return Object.fromEntries([...made, ...own].filter(([, value]) => value !== undefined));
  }

  /** Valid values of a field that differ from each other, and from those of rows so far where it is unique, as JSON has them. */
  values(model: ModelName, name: string, count: number): unknown[] {
    const entity = this.models.entity(model);
    const field = this.models.field(entity, name);
    const found = new Map<string, unknown>();
    // Those of an enum come in its order: domains begin with the values that ask for the least.
    const isListed = field.type.kind === 'enum';
    for (let attempt = 0; attempt < ATTEMPTS && found.size < count; attempt++) {
      const { json } = sampleValue(entity, field, isListed ? attempt : ++this.#number);
      found.set(JSON.stringify(json), json);
    }
    return [...found.values()];
  }

  /** One that is stored in a collection, or as the single child, of a stored entity. */
  async createIn(parent: Entity, property: string, values: GivenValues): Promise<Entity> {
    const owner = this.models.entityOf(parent);
    const collection = this.models.collection(owner, property);
    const { target, foreignKey, scope, kind } = collection;
    if (kind !== 'manyToMany') {
      return this.create(target.type, { [foreignKey!]: childKey(collection, parent), ...scope, ...values });
    }
    const child = await this.create(target.type, { ...scope, ...values });
    await (parent as unknown as Linking).$add(collection.property, child);
    // To be linked makes a new version of both.
    return child.reload();
  }

  /** Deletes a stored entity, whatever was written since it was loaded. */
  async remove(entity: Entity): Promise<void> {
    await entity.reload();
    await entity.destroy();
  }

  #isForeign(entity: EntityMetadata, field: FieldMetadata): boolean {
    return parentLink(this.registry, entity, field) !== undefined;
  }

  async #parentKeys(
    entity: EntityMetadata,
    given: ReadonlyMap<string, unknown>,
    isNeeded: (link: ParentLink) => boolean,
    above: readonly EntityMetadata[],
  ): Promise<Map<FieldMetadata, { key: unknown; parent?: Entity; link: ParentLink }>> {
    const keys = new Map<FieldMetadata, { key: unknown; parent?: Entity; link: ParentLink }>();
    for (const field of entity.fields.values()) {
      const link = parentLink(this.registry, entity, field);
      if (!link || field.isNullable || field.hasDefault || given.has(field.name) || !isNeeded(link)) continue;
      if (link.reference && given.has(link.reference.property)) continue;
      const parent = await this.create(link.parent.type, {}, above);
      keys.set(field, { key: keyOf(entity, link, parent), parent, link });
    }
    return keys;
  }
}

/** Of sequelize-typescript's models. */
interface Linking {
  $add(property: string, child: Entity): Promise<unknown>;
}

/** Types whose values JSON has in another form than the domain. */
const RESPELLED = new Set(['datetime', 'duration', 'bytes']);

/** Values may be given as JSON has them. */
function asColumn(field: FieldMetadata | undefined, value: unknown): unknown {
  if (!field || typeof value !== 'string' || !RESPELLED.has(field.type.kind)) return value;
  const reading = codecOf(field.type).read(value);
  return 'value' in reading ? reading.value : value;
}

function unsaved(entity: EntityMetadata, values: GivenValues): Entity {
  return unsavedEntity(entity, { values, children: new Map() });
}

/** What depends on other fields than itself, or is large. */
function isLeftOut(entity: EntityMetadata, field: FieldMetadata): boolean {
  const isMediaType = entity.largeFields.some(({ large }) => large?.mediaTypeField === field.name);
  return field.large !== undefined || isMediaType || field.type.kind === 'opaque';
}

function keyOf(entity: EntityMetadata, { reference, collection }: ParentLink, parent: Entity): unknown {
  return reference ? parent.get(referredKey(entity, reference)) : childKey(collection!, parent);
}

function foreignKeyOf(entity: EntityMetadata, name: string, value: unknown): [string, unknown][] {
  const reference = entity.references.get(name);
  if (!reference || !isModelInstance(value)) return [];
  return [[reference.foreignKey, value.get(referredKey(entity, reference))]];
}

/** Both ways, as if they had been loaded together. */
function tie(parent: Entity, child: Entity, { reference, collection }: ParentLink): void {
  if (reference) setProperty(child, reference.property, parent);
  if (!collection) return;
  setProperty(parent, collection.property, collection.kind === 'oneToOne' ? child : [child]);
}

function setProperty(entity: Entity, property: string, value: unknown): void {
  entity.dataValues[property] = value;
  Object.assign(entity, { [property]: value });
}
