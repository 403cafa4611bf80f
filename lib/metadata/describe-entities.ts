import { snakeCase, WireNameClash, WireNames } from '../naming';
import { annotationsOf, type Declarations, exposureOf, WHOLE } from './declarations';
import { MetadataError } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type {
  CollectionDescription,
  CollectionMetadata,
  DomainClass,
  EntityDescription,
  EntityMetadata,
  EntityReader,
  FieldDescription,
  FieldMetadata,
  ReferenceDescription,
  ReferenceMetadata,
} from './types';
import { verifyDeclarations } from './verify';

/** Entities refer to each other, so they are written first and read-only once all of them stand. */
interface Draft extends EntityMetadata {
  readonly collections: Map<string, CollectionMetadata>;
  readonly references: Map<string, ReferenceMetadata>;
}

/** Joins what the classes declare with what the persistence reads from them, and notes where the two disagree. */
export function describeEntities(
  declarations: ReadonlyMap<DomainClass, Declarations>,
  reader: EntityReader,
  mistakes: ModelMistakes,
): ReadonlyMap<DomainClass, EntityMetadata> {
  const descriptions = new Map([...declarations.keys()].map((type) => [type, reader.read(type)]));
  const drafts = new Map<DomainClass, Draft>();
  for (const [type, declared] of declarations) {
    const description = descriptions.get(type)!;
    verifyDeclarations(type, declared, description, mistakes);
    const draft = describeEntity(type, declared, description, mistakes);
    if (draft) drafts.set(type, draft);
    else mistakes.leaveOut(type);
  }
  for (const [type, draft] of drafts) {
    associate(draft, declarations.get(type)!, descriptions.get(type)!, { entities: drafts, mistakes });
  }
  for (const draft of drafts.values()) Object.freeze(draft);
  return drafts;
}

/** Undefined for a class without a primary key. */
function describeEntity(
  type: DomainClass,
  declared: Declarations,
  description: EntityDescription,
  mistakes: ModelMistakes,
): Draft | undefined {
  const fields = new Map(description.fields.map((field) => [field.name, describeField(field, declared)]));
  const primaryKey = mistakes.note(() => primaryKeyOf(type, [...fields.values()], mistakes));
  if (!primaryKey) return undefined;
  const [[entityKey, { changeable = false }] = [undefined, {}]] = declared.entityKeys;
  return {
    type,
    name: type.name,
    fields,
    key: fields.get(entityKey ?? primaryKey.name) ?? primaryKey,
    isKeyChangeable: changeable && entityKey !== primaryKey.name,
    primaryKey,
    collections: new Map(),
    references: new Map(),
    wireNames: mistakes.note(() => wireNamesOf(type, description)) ?? new WireNames([]),
    isRoot: declared.aggregate !== undefined,
    isReadable: declared.aggregate?.read !== false,
    constraints: declared.constraints.get(WHOLE) ?? [],
    annotations: annotationsOf(declared),
  };
}

function primaryKeyOf({ name }: DomainClass, fields: readonly FieldMetadata[], mistakes: ModelMistakes): FieldMetadata {
  const keys = fields.filter(({ isPrimaryKey }) => isPrimaryKey);
  // The one that the database generates is the one that BaseDomain brings along.
  const primaryKey = keys.length > 1 ? keys.find(({ origin }) => origin === 'generated') : keys[0];
  if (!primaryKey) throw new MetadataError('PRIMARY_KEY_MISSING', name);
  for (const other of keys) {
    if (other !== primaryKey) mistakes.add(new MetadataError('PRIMARY_KEY_TWICE', name, other.name, primaryKey.name));
  }
  return primaryKey;
}

function describeField(field: FieldDescription, declared: Declarations): FieldMetadata {
  return Object.freeze({
    ...field,
    wireName: snakeCase(field.name),
    access: declared.access.get(field.name) ?? 'open',
    searchable: declared.searchable.get(field.name),
    constraints: declared.constraints.get(field.name) ?? [],
    annotations: annotationsOf(declared, field.name),
  });
}

function wireNamesOf(type: DomainClass, description: EntityDescription): WireNames {
  const associations = [...description.collections, ...description.references].map(({ property }) => property);
  try {
    return new WireNames([...description.fields.map(({ name }) => name), ...associations]);
  } catch (error) {
    if (!(error instanceof WireNameClash)) throw error;
    throw new MetadataError('WIRE_NAME_TAKEN', type.name, error.wireName, error.first, error.second);
  }
}

interface Model {
  readonly entities: ReadonlyMap<DomainClass, EntityMetadata>;
  readonly mistakes: ModelMistakes;
}

function associate(
  owner: Draft,
  declared: Declarations,
  description: EntityDescription,
  { entities, mistakes }: Model,
): void {
  const targetOf = ({ property, target }: CollectionDescription | ReferenceDescription): EntityMetadata | undefined => {
    const found = entities.get(target);
    if (found) return found;
    mistakes.leaveOut(owner.type, property);
    if (mistakes.isLeftOut(target)) return undefined;
    mistakes.add(new MetadataError('COLLECTION_TARGET_UNKNOWN', owner.name, property, target.name));
    return undefined;
  };
  const isHidden = (property: string) => declared.access.get(property) === 'hidden';
  for (const collection of description.collections) {
    const target = targetOf(collection);
    if (!target) continue;
    const {
      nested = true,
      cascade = false,
      embed = false,
      ...flags
    } = declared.collections.get(collection.property) ?? {};
    const names = { property: collection.property, wireName: snakeCase(collection.property), kind: collection.kind };
    const { foreignKey, scope = {}, onDelete } = collection;
    const ends = { owner, target, foreignKey, scope };
    const shown = { embed, isHidden: isHidden(collection.property) };
    const rules = { exposure: exposureOf(flags), nested, cascade, onDelete, ...shown };
    const annotations = annotationsOf(declared, collection.property);
    const metadata = { ...names, ...ends, ...rules, annotations };
    owner.collections.set(collection.property, Object.freeze(metadata));
  }
  for (const reference of description.references) {
    const target = targetOf(reference);
    if (!target) continue;
    const isKeyHidden = owner.fields.get(reference.foreignKey)?.access === 'hidden';
    const names = { wireName: snakeCase(reference.property), isHidden: isHidden(reference.property) || isKeyHidden };
    const metadata = { scopes: [], ...reference, ...names, owner, target };
    owner.references.set(reference.property, Object.freeze(metadata));
  }
}
