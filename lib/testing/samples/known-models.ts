import type {
  AggregateMetadata,
  CollectionMetadata,
  DomainClass,
  EntityMetadata,
  FieldMetadata,
  MetadataRegistry,
} from '../../metadata';
import { type Entity, isModelInstance } from '../../persistence';
import { TestingError } from '../errors';

/** A model class, or its name. */
export type ModelName<T extends object = object> = DomainClass<T> | string;

/** Values by name: those of payloads, or those of the domain. */
export type GivenValues = Readonly<Record<string, unknown>>;

/** Looks up classes and their members as tests name them. */
export class KnownModels {
  constructor(readonly registry: MetadataRegistry) {}

  /** Undefined for a model of another application. */
  find(model: ModelName): EntityMetadata | undefined {
    if (typeof model !== 'string') return this.registry.entity(model);
    return this.registry.entities.find(({ name }) => name === model);
  }

  /** @throws TestingError MODEL_UNKNOWN */
  entity(model: ModelName): EntityMetadata {
    const entity = this.find(model);
    if (entity) return entity;
    const name = typeof model === 'string' ? model : model.name;
    throw new TestingError('MODEL_UNKNOWN', name, this.registry.entities.map((one) => one.name).join(', '));
  }

  /** @throws TestingError MODEL_UNKNOWN for what is no root */
  aggregate(model: ModelName): AggregateMetadata {
    const { type, name } = this.entity(model);
    const found = this.registry.aggregates.find(({ root }) => root.type === type);
    if (found) return found;
    throw new TestingError('MODEL_UNKNOWN', name, this.registry.aggregates.map(({ root }) => root.name).join(', '));
  }

  /** Of an instance. */
  entityOf(instance: Entity): EntityMetadata {
    return this.entity(instance.constructor as unknown as DomainClass);
  }

  /** @throws TestingError FIELD_UNKNOWN */
  collection(owner: EntityMetadata, property: string): CollectionMetadata {
    const { collections } = owner;
    const found = [...collections.values()].find((one) => one.property === property || one.wireName === property);
    if (found) return found;
    throw new TestingError('FIELD_UNKNOWN', owner.name, property, [...collections.keys()].join(', '));
  }

  /** @throws TestingError FIELD_UNKNOWN */
  field(entity: EntityMetadata, name: string): FieldMetadata {
    const field = entity.fields.get(domainNameOf(entity, name));
    if (field) return field;
    throw new TestingError('FIELD_UNKNOWN', entity.name, name, [...entity.fields.keys()].join(', '));
  }
}

/** The domain name of a member, whichever of its two names is given. @throws TestingError FIELD_UNKNOWN */
export function domainNameOf(entity: EntityMetadata, name: string): string {
  const members = [entity.fields, entity.computed, entity.references, entity.collections] as const;
  const found = members.some((one) => one.has(name)) ? name : entity.wireNames.toDomain(name);
  if (found !== undefined) return found;
  throw new TestingError('FIELD_UNKNOWN', entity.name, name, members.flatMap((one) => [...one.keys()]).join(', '));
}

/** By domain name, whichever names were used. @throws TestingError FIELD_UNKNOWN */
export function byDomainName(entity: EntityMetadata, values: GivenValues): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(values).map(([name, value]) => [domainNameOf(entity, name), value]));
}

export function wireNameOf(entity: EntityMetadata, name: string): string {
  const members = [entity.fields, entity.computed, entity.references, entity.collections] as const;
  return members.map((one) => one.get(name)?.wireName).find((one) => one !== undefined)!;
}

/** Payloads name stored entities by their key. */
export function namedByKey(value: unknown): unknown {
  return isModelInstance(value) ? { id: value.get('id') } : value;
}
