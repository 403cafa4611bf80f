import { WireNames } from '../naming';
import type { FieldType } from '../values';
import { annotationsOf, type Declarations, WHOLE_CLASS } from './declarations';
import { type DraftEntity, describeAssociations } from './describe-associations';
import { computedNames, type DescribedClass, describeComputed } from './describe-computed';
import { durationsOf } from './describe-durations';
import { describeField } from './describe-field';
import { describeKeys } from './describe-keys';
import type { ModelMistakes } from './model-mistakes';
import type { DomainClass } from './types/domain-class';
import type { EntityDescription, EntityMetadata, EntityReader } from './types/entities';
import type { FieldMetadata } from './types/fields';
import { verifyDeclarations } from './verify';
import { wireNamesOf } from './wire-names';

/** Combines the decorators of classes with their columns and associations, and reports where the two disagree. */
export function describeEntities(
  declarations: ReadonlyMap<DomainClass, Declarations>,
  reader: EntityReader,
  mistakes: ModelMistakes,
  declaredOf: (type: DomainClass) => Declarations,
): ReadonlyMap<DomainClass, EntityMetadata> {
  const descriptions = new Map([...declarations.keys()].map((type) => [type, reader.read(type)]));
  const drafts = new Map<DomainClass, DraftEntity>();
  const durationsIn = new Map<DomainClass, ReadonlyMap<string, FieldType>>();
  for (const [type, declared] of declarations) {
    const description = descriptions.get(type)!;
    const described = { type, declared, description, reader };
    const computed = computedNames(described);
    verifyDeclarations({ type, declared, description, mistakes, computed });
    const durations = durationsOf(type, declared, descriptions, mistakes, computed);
    durationsIn.set(type, durations);
    const draft = describeEntity(described, durations, mistakes);
    if (draft) drafts.set(type, draft);
    else mistakes.leaveOut(type);
  }
  for (const type of joinTablesIn(descriptions)) {
    const description = reader.read(type);
    const declared = declaredOf(type);
    const computed = new Set<string>();
    verifyDeclarations({ type, declared, description, mistakes, computed });
    const known = new Map([...descriptions, [type, description]]);
    durationsIn.set(type, durationsOf(type, declared, known, mistakes, computed));
  }
  const model = { entities: drafts, mistakes, declaredOf, durationsIn };
  for (const [type, draft] of drafts) {
    describeAssociations(draft, declarations.get(type)!, descriptions.get(type)!, model);
  }
  addHolders(drafts);
  for (const draft of drafts.values()) Object.freeze(draft);
  return drafts;
}

/** Adds each root to the holders of the classes that its collections lead to, at any depth. */
function addHolders(drafts: ReadonlyMap<DomainClass, DraftEntity>): void {
  for (const root of drafts.values()) {
    if (!root.isRoot) continue;
    const held = new Set<EntityMetadata>([root]);
    // A Set visits elements that are added during the loop.
    for (const { collections } of held) for (const { target } of collections.values()) held.add(target);
    for (const { type } of held) if (type !== root.type) drafts.get(type)!.holders.push(root);
  }
}

/** The classes of join tables that are not entities themselves. */
function joinTablesIn(descriptions: ReadonlyMap<DomainClass, EntityDescription>): ReadonlySet<DomainClass> {
  const joins = [...descriptions.values()].flatMap(({ collections }) =>
    collections.flatMap(({ join }) => join?.type ?? []),
  );
  return new Set(joins.filter((type) => !descriptions.has(type)));
}

/** Undefined for a class without a primary key. */
function describeEntity(
  described: DescribedClass,
  durations: ReadonlyMap<string, FieldType>,
  mistakes: ModelMistakes,
): DraftEntity | undefined {
  const { type, declared, description } = described;
  const columns = description.fields.map((field) => describeField(field, declared, durations.get(field.name)));
  const fields = new Map(columns.map((field) => [field.name, field]));
  const keys = mistakes.note(() => describeKeys(type, declared, [...fields.values()], mistakes));
  if (!keys) return undefined;
  const { primaryKey } = keys;
  const computed = describeComputed(described, fields, mistakes);
  const [[entityKey, { changeable = false }] = [undefined, {}]] = declared.entityKeys;
  return {
    type,
    name: type.name,
    fields,
    computed,
    largeFields: Object.freeze([...fields.values()].filter(({ large }) => large)),
    key: fields.get(entityKey ?? primaryKey.name) ?? primaryKey,
    isKeyChangeable: changeable && entityKey !== primaryKey.name,
    ...keys,
    collections: new Map(),
    references: new Map(),
    wireNames: mistakes.note(() => wireNamesOf(type.name, memberNames(description, computed))) ?? new WireNames([]),
    isRoot: declared.aggregate !== undefined,
    holders: [],
    hasInvariants: declared.aggregate !== undefined && declared.invariants.length > 0,
    isReadable: declared.aggregate?.read !== false,
    constraints: declared.constraints.get(WHOLE_CLASS) ?? [],
    annotations: annotationsOf(declared),
  };
}

function memberNames(
  { fields, collections, references }: EntityDescription,
  computed: ReadonlyMap<string, FieldMetadata>,
): string[] {
  const associations = [...collections, ...references].map(({ property }) => property);
  return [...fields.map(({ name }) => name), ...computed.keys(), ...associations];
}
