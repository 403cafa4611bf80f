import type {
  AggregateMetadata,
  CollectionMetadata,
  DomainClass,
  EntityMetadata,
  FieldMetadata,
  MetadataRegistry,
} from '../../metadata';
import { nearestHint } from '../../naming';
import { type Entity, isModelInstance } from '../../persistence';
import { TestingError } from '../errors';

/** A model class, or its name. */
export type ModelName<T extends object = object> = DomainClass<T> | string;

/** Values by wire name or domain name. */
export type GivenValues = Readonly<Record<string, unknown>>;

const COPY_HINT =
  ' (The application has another class of this name, since its module was loaded twice, as under vitest: pass the classes of the test as "domain".)';

/** Looks up classes and members by the names that tests use. */
export class KnownModels {
  constructor(readonly registry: MetadataRegistry) {}

  /** Returns undefined for a model of another application. */
  find(model: ModelName): EntityMetadata | undefined {
    if (typeof model !== 'string') return this.registry.entity(model);
    return this.registry.entities.find(({ name }) => name === model);
  }

  /** @throws TestingError MODEL_UNKNOWN */
  entity(model: ModelName): EntityMetadata {
    const entity = this.find(model);
    if (entity) return entity;
    const name = typeof model === 'string' ? model : model.name;
    const known = this.registry.entities.map((one) => one.name);
    const isCopy = typeof model !== 'string' && known.includes(name);
    throw new TestingError(
      'MODEL_UNKNOWN',
      name,
      isCopy ? '' : nearestHint(name, known),
      known.join(', '),
      isCopy ? COPY_HINT : '',
    );
  }

  /** @throws TestingError MODEL_UNKNOWN, MODEL_NOT_ROOT */
  aggregate(model: ModelName): AggregateMetadata {
    const { type, name } = this.entity(model);
    const found = this.registry.aggregates.find(({ root }) => root.type === type);
    if (found) return found;
    throw new TestingError('MODEL_NOT_ROOT', name, this.registry.aggregates.map(({ root }) => root.name).join(', '));
  }

  entityOf(instance: Entity): EntityMetadata {
    return this.entity(instance.constructor as unknown as DomainClass);
  }

  /** @throws TestingError FIELD_UNKNOWN */
  collection(owner: EntityMetadata, property: string): CollectionMetadata {
    const { collections } = owner;
    const found = [...collections.values()].find(
      (collection) => collection.property === property || collection.wireName === property,
    );
    if (found) return found;
    throw fieldUnknown(owner, property, [...collections.keys()]);
  }

  /** The columns of the join tables through which collections contain the entities of a class. */
  linkFields(entity: EntityMetadata): readonly FieldMetadata[] {
    const collections = this.registry.entities.flatMap((owner) => [...owner.collections.values()]);
    return collections.filter(({ target }) => target === entity).flatMap(({ joinFields }) => [...joinFields.values()]);
  }

  /** @throws TestingError FIELD_UNKNOWN */
  field(entity: EntityMetadata, name: string): FieldMetadata {
    const field = entity.fields.get(domainNameOf(entity, name));
    if (field) return field;
    throw fieldUnknown(entity, name, [...entity.fields.keys()]);
  }
}

/** The domain name of a member, from its domain name or wire name. @throws TestingError FIELD_UNKNOWN */
export function domainNameOf(entity: EntityMetadata, name: string): string {
  const members = [entity.fields, entity.computed, entity.references, entity.collections] as const;
  const found = members.some((byName) => byName.has(name)) ? name : entity.wireNames.toDomain(name);
  if (found !== undefined) return found;
  throw fieldUnknown(
    entity,
    name,
    members.flatMap((byName) => [...byName.keys()]),
  );
}

function fieldUnknown({ name: model }: EntityMetadata, name: string, known: readonly string[]): TestingError {
  return new TestingError('FIELD_UNKNOWN', model, name, nearestHint(name, known), known.join(', '));
}

/** The values by domain name. @throws TestingError FIELD_UNKNOWN */
export function byDomainName(entity: EntityMetadata, values: GivenValues): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(values).map(([name, value]) => [domainNameOf(entity, name), value]));
}

export function wireNameOf(entity: EntityMetadata, name: string): string {
  const members = [entity.fields, entity.computed, entity.references, entity.collections] as const;
  return members.map((byName) => byName.get(name)?.wireName).find((wireName) => wireName !== undefined)!;
}

/** Replaces a stored entity by an object with its id, as payloads refer to it. */
export function toReference(value: unknown): unknown {
  return isModelInstance(value) ? { id: value.get('id') } : value;
}
