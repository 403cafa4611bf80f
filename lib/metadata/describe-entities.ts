import { snakeCase, WireNameClash, WireNames } from '../naming';
import type { FieldType } from '../values';
import { annotationsOf, type Declarations, exposureOf, WHOLE } from './declarations';
import { type ComputedCase, computedNames, describeComputed } from './describe-computed';
import { durationsOf } from './describe-durations';
import { describeLarge } from './describe-large';
import { MetadataError } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type {
  CollectionDescription,
  CollectionMetadata,
  CollectionOptions,
  DomainClass,
  EntityDescription,
  EntityMetadata,
  EntityReader,
  FieldDescription,
  FieldMetadata,
  OneOptions,
  ReferenceDescription,
  ReferenceMetadata,
  RenamedMember,
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
  declaredOf: (type: DomainClass) => Declarations,
): ReadonlyMap<DomainClass, EntityMetadata> {
  const descriptions = new Map([...declarations.keys()].map((type) => [type, reader.read(type)]));
  const drafts = new Map<DomainClass, Draft>();
  const durationsIn = new Map<DomainClass, ReadonlyMap<string, FieldType>>();
  for (const [type, declared] of declarations) {
    const description = descriptions.get(type)!;
    const one = { type, declared, description, reader };
    const computed = computedNames(one);
    verifyDeclarations({ type, declared, description, mistakes, computed });
    const durations = durationsOf(type, declared, descriptions, mistakes, computed);
    durationsIn.set(type, durations);
    const draft = describeEntity(one, durations, mistakes);
    if (draft) drafts.set(type, draft);
    else mistakes.leaveOut(type);
  }
  for (const type of joinsIn(descriptions)) {
    const description = reader.read(type);
    const declared = declaredOf(type);
    const computed = new Set<string>();
    verifyDeclarations({ type, declared, description, mistakes, computed });
    const known = new Map([...descriptions, [type, description]]);
    durationsIn.set(type, durationsOf(type, declared, known, mistakes, computed));
  }
  const model = { entities: drafts, mistakes, declaredOf, durationsIn };
  for (const [type, draft] of drafts) {
    associate(draft, declarations.get(type)!, descriptions.get(type)!, model);
  }
  for (const draft of drafts.values()) Object.freeze(draft);
  return drafts;
}

/** Classes of join tables that are no entities themselves. */
function joinsIn(descriptions: ReadonlyMap<DomainClass, EntityDescription>): ReadonlySet<DomainClass> {
  const joins = [...descriptions.values()].flatMap(({ collections }) =>
    collections.flatMap(({ join }) => join?.type ?? []),
  );
  return new Set(joins.filter((type) => !descriptions.has(type)));
}

/** Undefined for a class without a primary key. */
function describeEntity(
  one: ComputedCase,
  durations: ReadonlyMap<string, FieldType>,
  mistakes: ModelMistakes,
): Draft | undefined {
  const { type, declared, description } = one;
  const described = description.fields.map((field) => describeField(field, declared, durations.get(field.name)));
  const fields = new Map(described.map((field) => [field.name, field]));
  const primaryKey = mistakes.note(() => primaryKeyOf(type, [...fields.values()], mistakes));
  if (!primaryKey) return undefined;
  const computed = describeComputed(one, fields, mistakes);
  const [[entityKey, { changeable = false }] = [undefined, {}]] = declared.entityKeys;
  return {
    type,
    name: type.name,
    fields,
    computed,
    largeFields: Object.freeze([...fields.values()].filter(({ large }) => large)),
    key: fields.get(entityKey ?? primaryKey.name) ?? primaryKey,
    isKeyChangeable: changeable && entityKey !== primaryKey.name,
    primaryKey,
    collections: new Map(),
    references: new Map(),
    wireNames: mistakes.note(() => wireNamesOf(type, description, [...computed.keys()])) ?? new WireNames([]),
    isRoot: declared.aggregate !== undefined,
    hasInvariants: declared.aggregate !== undefined && declared.invariants.length > 0,
    isReadable: declared.aggregate?.read !== false,
    constraints: declared.constraints.get(WHOLE) ?? [],
    annotations: annotationsOf(declared),
  };
}

function primaryKeyOf({ name }: DomainClass, fields: readonly FieldMetadata[], mistakes: ModelMistakes): FieldMetadata {
  const keys = fields.filter(({ isPrimaryKey }) => isPrimaryKey);
  // The one that the database generates is the one that BaseDomain brings along.
  const primaryKey = keys.length > 1 ? keys.find(({ origin }) => origin === 'generated') : keys[0];
  if (!primaryKey && keys.length > 1) {
    throw new MetadataError('PRIMARY_KEY_COMPOSITE', name, keys.map((key) => key.name).join(', '));
  }
  if (!primaryKey) throw new MetadataError('PRIMARY_KEY_MISSING', name);
  for (const other of keys) {
    if (other !== primaryKey) mistakes.add(new MetadataError('PRIMARY_KEY_TWICE', name, other.name, primaryKey.name));
  }
  return primaryKey;
}

function describeField(field: FieldDescription, declared: Declarations, type = field.type): FieldMetadata {
  return Object.freeze({
    ...field,
    type,
    wireName: snakeCase(field.name),
    access: declared.access.get(field.name) ?? 'open',
    searchable: declared.searchable.get(field.name),
    renamed: renamedOf(declared, field.name),
    large: describeLarge(field, declared.large.get(field.name)),
    constraints: declared.constraints.get(field.name) ?? [],
    annotations: annotationsOf(declared, field.name),
  });
}

function renamedOf({ renamed }: Declarations, member: string): RenamedMember | undefined {
  const declared = renamed.get(member);
  return declared && Object.freeze({ ...declared, name: snakeCase(declared.name) });
}

function wireNamesOf(type: DomainClass, description: EntityDescription, computed: readonly string[]): WireNames {
  const associations = [...description.collections, ...description.references].map(({ property }) => property);
  try {
    return new WireNames([...description.fields.map(({ name }) => name), ...computed, ...associations]);
  } catch (error) {
    if (!(error instanceof WireNameClash)) throw error;
    throw new MetadataError('WIRE_NAME_TAKEN', type.name, error.wireName, error.first, error.second);
  }
}

interface Model {
  readonly entities: ReadonlyMap<DomainClass, EntityMetadata>;
  readonly mistakes: ModelMistakes;
  /** Of a class that need be no entity, such as that of a join table. */
  readonly declaredOf: (type: DomainClass) => Declarations;
  /** The columns of each class, join tables too, that are marked `@Duration`. */
  readonly durationsIn: ReadonlyMap<DomainClass, ReadonlyMap<string, FieldType>>;
}

/** A mark of the other kind is a mistake that was noted by now. */
function optionsOf({ collections, ones }: Declarations, { property, kind }: CollectionDescription): OneOptions {
  return (kind === 'oneToOne' ? ones : collections).get(property) ?? {};
}

function associate(owner: Draft, declared: Declarations, description: EntityDescription, model: Model): void {
  const { entities, mistakes } = model;
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
    const options: CollectionOptions = optionsOf(declared, collection);
    const { nested = true, cascade = false, embed = false, replace = false, ...flags } = options;
    const names = { property: collection.property, wireName: snakeCase(collection.property), kind: collection.kind };
    const { foreignKey, scope = {}, onDelete } = collection;
    const ends = { owner, target, foreignKey, scope, joinFields: joinFieldsOf(owner, target, collection, model) };
    const shown = { embed, replace, isHidden: isHidden(collection.property) };
    const rules = { exposure: exposureOf(flags), nested, cascade, onDelete, ...shown };
    const annotations = annotationsOf(declared, collection.property);
    const renamed = renamedOf(declared, collection.property);
    const metadata = { ...names, ...ends, ...rules, renamed, annotations };
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

const NO_FIELDS: ReadonlyMap<string, FieldMetadata> = new Map();

/** The columns of a join table that elements of the collection show among their own. */
function joinFieldsOf(
  owner: EntityMetadata,
  target: EntityMetadata,
  { property, join }: CollectionDescription,
  { mistakes, declaredOf, durationsIn }: Model,
): CollectionMetadata['joinFields'] {
  if (!join || join.fields.length === 0) return NO_FIELDS;
  const declared = declaredOf(join.type);
  const durations = durationsIn.get(join.type);
  const fields = new Map<string, FieldMetadata>();
  for (const field of join.fields) {
    const described = describeField(field, declared, durations?.get(field.name));
    const { wireName } = described;
    if (target.wireNames.toDomain(wireName) !== undefined || fields.has(wireName)) {
      mistakes.add(
        new MetadataError(
          'JOIN_FIELD_TAKEN',
          join.type.name,
          field.name,
          wireName,
          target.name,
          `${owner.name}.${property}`,
        ),
      );
    } else fields.set(field.name, Object.freeze({ ...described, holder: join.type }));
  }
  return fields;
}
