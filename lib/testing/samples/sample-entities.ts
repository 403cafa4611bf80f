import type { DomainClass, EntityMetadata, FieldMetadata, MetadataRegistry } from '../../metadata';
import { childKey, type Entity, isModelInstance, referredKey, unsavedEntity } from '../../persistence';
import { entityViolations, isWritable } from '../../rest';
import { TestingError } from '../errors';
import { type ParentLink, parentLink } from './parents';
import { type SampleValue, sampleValue } from './sample-value';

const ATTEMPTS = 20;

/** Values by name: those of payloads, or those of the domain. */
export type GivenValues = Readonly<Record<string, unknown>>;

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

  constructor(private readonly registry: MetadataRegistry) {}

  /** A payload that creates one, by wire names; a value of undefined leaves its field out. */
  async payload(type: DomainClass, values: GivenValues): Promise<Record<string, unknown>> {
    const entity = this.#entity(type);
    const given = this.#given(entity, values);
    const samples = this.#samples(entity, { given, isWanted: (field) => isWritable(entity, field, 'create') });
    const keys = await this.#parentKeys(entity, given, (link) => entity.isRoot || link.collection === undefined, []);
    const made = [...samples].map(([field, { json }]) => [field.wireName, json] as const);
    const parents = [...keys].map(([field, { key }]) => [field.wireName, key] as const);
    const own = [...given].map(([name, value]) => [wireNameOf(entity, name), namedByKey(value)] as const);
    const content = [...made, ...parents, ...own].filter(([, value]) => value !== undefined);
    return Object.fromEntries(content);
  }

  /** An instance that is not stored. */
  build(type: DomainClass, values: GivenValues): Entity {
    const entity = this.#entity(type);
    return unsaved(entity, this.#values(entity, this.#given(entity, values)));
  }

  /** One that is stored, with the parents that it needs. */
  async create(type: DomainClass, values: GivenValues, above: readonly EntityMetadata[] = []): Promise<Entity> {
    const entity = this.#entity(type);
    if (above.includes(entity)) {
      throw new TestingError('PARENT_CIRCULAR', entity.name, above.map(({ name }) => name).join(' -> '));
    }
    const given = this.#given(entity, values);
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

  #entity(type: DomainClass): EntityMetadata {
    const entity = this.registry.entity(type);
    if (entity) return entity;
    throw new TestingError('MODEL_UNKNOWN', type.name, this.registry.entities.map(({ name }) => name).join(', '));
  }

  /** By domain name, whichever names were used. */
  #given(entity: EntityMetadata, values: GivenValues): ReadonlyMap<string, unknown> {
    const members = [entity.fields, entity.computed, entity.references, entity.collections] as const;
    const isMember = (name: string) => members.some((one) => one.has(name));
    const known = members.flatMap((one) => [...one.keys()]);
    return new Map(
      Object.entries(values).map(([name, value]) => {
        const domainName = isMember(name) ? name : entity.wireNames.toDomain(name);
        if (domainName === undefined) throw new TestingError('FIELD_UNKNOWN', entity.name, name, known.join(', '));
        return [domainName, value];
      }),
    );
  }

  #values(entity: EntityMetadata, given: ReadonlyMap<string, unknown>): Record<string, unknown> {
    const samples = this.#samples(entity, { given, isWanted: ({ origin }) => origin === 'payload' });
    const made = [...samples].map(([{ name }, { value }]) => [name, value] as const);
    const own = [...given].filter(([, value]) => value !== undefined);
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

function wireNameOf(entity: EntityMetadata, name: string): string {
  const members = [entity.fields, entity.computed, entity.references, entity.collections] as const;
  return members.map((one) => one.get(name)?.wireName).find((one) => one !== undefined)!;
}

/** Payloads name stored entities by their key. */
function namedByKey(value: unknown): unknown {
  return isModelInstance(value) ? { id: value.get('id') } : value;
}
