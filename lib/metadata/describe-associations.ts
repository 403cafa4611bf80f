import { snakeCase } from '../naming';
import type { FieldType } from '../values';
import { annotationsOf, type Declarations, exposureOf } from './declarations';
import { describeField, renamedOf } from './describe-field';
import { MetadataError } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type { CollectionDescription, CollectionOptions, OneOptions, ReferenceDescription } from './types/associations';
import type { DomainClass } from './types/domain-class';
import type { CollectionMetadata, EntityDescription, EntityMetadata, ReferenceMetadata } from './types/entities';
import type { FieldMetadata } from './types/fields';

/** Entities refer to each other: they are created first, then connected, then frozen. */
export interface DraftEntity extends EntityMetadata {
  readonly collections: Map<string, CollectionMetadata>;
  readonly references: Map<string, ReferenceMetadata>;
  readonly holders: EntityMetadata[];
}

/** The entities of a model whose associations are being described. */
export interface AssociatedModel {
  readonly entities: ReadonlyMap<DomainClass, EntityMetadata>;
  readonly mistakes: ModelMistakes;
  /** The decorators of any class, including that of a join table. */
  readonly declaredOf: (type: DomainClass) => Declarations;
  /** The columns of each class with `@Duration`, including those of join tables. */
  readonly durationsIn: ReadonlyMap<DomainClass, ReadonlyMap<string, FieldType>>;
}

/** A decorator of the other kind is a mistake that is reported already. */
function optionsOf({ collections, ones }: Declarations, { property, kind }: CollectionDescription): OneOptions {
  return (kind === 'oneToOne' ? ones : collections).get(property) ?? {};
}

/** Adds the collections and references of an entity; those to unknown classes are reported and left out. */
export function describeAssociations(
  owner: DraftEntity,
  declared: Declarations,
  description: EntityDescription,
  model: AssociatedModel,
): void {
  for (const collection of description.collections) {
    const target = targetOf(owner, collection, model);
    if (target && !owner.isKeyed) {
      model.mistakes.add(new MetadataError('KEYLESS_ASSOCIATION', owner.name, collection.property, owner.name));
    } else if (target)
      owner.collections.set(collection.property, describeCollection(owner, target, collection, declared, model));
  }
  for (const reference of description.references) {
    const target = targetOf(owner, reference, model);
    if (target) owner.references.set(reference.property, describeReference(owner, target, reference, declared));
  }
}

/** Undefined for a class that is not part of the model. */
function targetOf(
  owner: DraftEntity,
  { property, target }: CollectionDescription | ReferenceDescription,
  { entities, mistakes }: AssociatedModel,
): EntityMetadata | undefined {
  const entity = entities.get(target);
  if (entity) {
    if (entity.isKeyed) return entity;
    mistakes.add(new MetadataError('KEYLESS_ASSOCIATION', owner.name, property, target.name));
    return undefined;
  }
  mistakes.leaveOut(owner.type, property);
  if (!mistakes.isLeftOut(target)) {
    mistakes.add(new MetadataError('COLLECTION_TARGET_UNKNOWN', owner.name, property, target.name));
  }
  return undefined;
}

function describeCollection(
  owner: DraftEntity,
  target: EntityMetadata,
  collection: CollectionDescription,
  declared: Declarations,
  model: AssociatedModel,
): CollectionMetadata {
  const { property, kind, foreignKey, relation, scope = {}, onDelete } = collection;
  const options: CollectionOptions = optionsOf(declared, collection);
  const { nested = true, cascade = false, embed = false, replace = false, ...flags } = options;
  return Object.freeze({
    ...{ property, wireName: snakeCase(property), kind, owner, target, foreignKey, relation, scope },
    joinFields: joinFieldsOf(owner, target, collection, model),
    exposure: exposureOf(flags),
    ...{ nested, cascade, onDelete, embed, replace },
    isHidden: isHidden(declared, property),
    renamed: renamedOf(declared, property),
    annotations: annotationsOf(declared, property),
  });
}

/** A reference is hidden with its foreign key. */
function describeReference(
  owner: DraftEntity,
  target: EntityMetadata,
  reference: ReferenceDescription,
  declared: Declarations,
): ReferenceMetadata {
  const { property, foreignKey, relation, scopes = [] } = reference;
  const isKeyHidden = owner.fields.get(foreignKey)?.access === 'hidden';
  return Object.freeze({
    ...{ property, wireName: snakeCase(property), owner, target, foreignKey, relation, scopes },
    isHidden: isHidden(declared, property) || isKeyHidden,
  });
}

function isHidden({ access }: Declarations, property: string): boolean {
  return access.get(property) === 'hidden';
}

const NO_FIELDS: ReadonlyMap<string, FieldMetadata> = new Map();

/** The columns of a join table that elements of the collection show as their own. */
function joinFieldsOf(
  owner: EntityMetadata,
  target: EntityMetadata,
  { property, join }: CollectionDescription,
  { entities, mistakes, declaredOf, durationsIn }: AssociatedModel,
): CollectionMetadata['joinFields'] {
  if (!join || join.fields.length === 0) return NO_FIELDS;
  // The wire names of an entity are verified with the entity itself.
  const isEntity = entities.has(join.type);
  const declared = declaredOf(join.type);
  const durations = durationsIn.get(join.type);
  const fields = new Map<string, FieldMetadata>();
  for (const field of join.fields) {
    const described = describeField(field, declared, durations?.get(field.name));
    const { wireName } = described;
    const isTakenByTarget = target.wireNames.toDomain(wireName) !== undefined;
    const isTwice = !isEntity && [...fields.values()].some((other) => other.wireName === wireName);
    if (isTakenByTarget || isTwice) {
      const holder = isTakenByTarget ? target : join.type;
      const facts = [join.type.name, field.name, wireName, holder.name, `${owner.name}.${property}`];
      mistakes.add(new MetadataError('JOIN_FIELD_TAKEN', ...facts));
    } else fields.set(field.name, Object.freeze({ ...described, holder: join.type }));
  }
  return fields;
}
