import {
  type CollectionMetadata,
  type EntityMetadata,
  everyField,
  type FieldMetadata,
  type ReferenceMetadata,
} from '../../metadata';
import { hasValidators } from '../../persistence';
import { codecOf, keyLimit, type Reading } from '../../values';
import { isKnownToClients, isRequired, isWritable, settersOf, type WriteKind } from '../access/writable';

export interface FieldMember {
  readonly kind: 'field';
  readonly field: FieldMetadata;
  readonly isKey: boolean;
  readonly isWritable: boolean;
  /** Whether its value has to be asked rules about. */
  readonly hasRules: boolean;
  /** @param json not null */
  read(json: unknown): Reading;
}

/** What one name in a payload is about. */
export type PayloadMember =
  | FieldMember
  | { readonly kind: 'collection'; readonly collection: CollectionMetadata }
  | { readonly kind: 'reference'; readonly reference: ReferenceMetadata };

/** A field that a create looks for where its payload does not name it. */
export interface MissedField {
  readonly field: FieldMetadata;
  /** Else its rules are asked about no value. */
  readonly isRequired: boolean;
  /** The names of what else gives it a value: associations, and computed fields with a setter. */
  readonly givers: readonly string[];
}

/** What payloads of one kind may name for an entity: worked out once, a closed list. */
export interface PayloadMembers {
  /** By wire name. */
  readonly byName: ReadonlyMap<string, PayloadMember>;
  readonly hasReferences: boolean;
  readonly missed: readonly MissedField[];
  /** Whether the model has validators of its own. */
  readonly hasValidators: boolean;
}

type Kinds = Partial<Record<WriteKind, PayloadMembers>>;

const known = new WeakMap<EntityMetadata, Kinds>();

export function payloadMembers(entity: EntityMetadata, kind: WriteKind): PayloadMembers {
  const before = known.get(entity)?.[kind];
  if (before) return before;
  const made = makeMembers(entity, kind);
  known.set(entity, { ...known.get(entity), [kind]: made });
  return made;
}

function makeMembers(entity: EntityMetadata, kind: WriteKind): PayloadMembers {
  const { wireNames } = entity.wireNames;
  const members = wireNames.map((wireName) => [wireName, memberOf(entity, kind, wireName)] as const);
  const byName = new Map(members.flatMap(([wireName, member]) => (member ? [[wireName, member] as const] : [])));
  const missed = everyField(entity).flatMap((field) => missedField(entity, field) ?? []);
  const hasReferences = [...byName.values()].some((one) => one.kind === 'reference');
  return { byName, hasReferences, missed, hasValidators: hasValidators(entity) };
}

function memberOf(entity: EntityMetadata, kind: WriteKind, wireName: string): PayloadMember | undefined {
  const name = entity.wireNames.toDomain(wireName)!;
  const field = entity.fields.get(name) ?? entity.computed.get(name);
  if (field && isKnownToClients(field)) return fieldMember(entity, kind, field);
  const collection = entity.collections.get(name);
  if (collection && !collection.isHidden) return { kind: 'collection', collection };
  const reference = entity.references.get(name);
  return reference && !reference.isHidden ? { kind: 'reference', reference } : undefined;
}

/** Of a field, whatever a payload may name. */
export function fieldMember(entity: EntityMetadata, kind: WriteKind, field: FieldMetadata): FieldMember {
  const { read } = codecOf(field.type);
  const isKey = field === entity.key;
  return {
    kind: 'field',
    field,
    isKey,
    isWritable: isWritable(entity, field, kind),
    hasRules: field.constraints.length > 0,
    read: isKey ? keyLimit(read) : read,
  };
}

const linkMembers = new WeakMap<CollectionMetadata, ReadonlyMap<string, FieldMember>>();

/** By wire name: what a payload may say of the link of an element, beside the element itself. */
export function linkMembersOf(collection: CollectionMetadata): ReadonlyMap<string, FieldMember> {
  const before = linkMembers.get(collection);
  if (before) return before;
  const made = new Map(
    [...collection.joinFields.values()].filter(isKnownToClients).map((field) => [field.wireName, linkMember(field)]),
  );
  linkMembers.set(collection, made);
  return made;
}

function linkMember(field: FieldMetadata): FieldMember {
  const { read } = codecOf(field.type);
  const isWritable = field.access !== 'readOnly';
  return { kind: 'field', field, isKey: false, isWritable, hasRules: field.constraints.length > 0, read };
}

function missedField(entity: EntityMetadata, field: FieldMetadata): MissedField | undefined {
  const isAsked = isWritable(entity, field, 'create') && !field.hasDefault && field.constraints.length > 0;
  if (!isRequired(entity, field)) return isAsked ? { field, isRequired: false, givers: [] } : undefined;
  const references = [...entity.references.values()].filter(({ foreignKey }) => foreignKey === field.name);
  const givers = [...references, ...settersOf(entity, field)].map(({ wireName }) => wireName);
  return { field, isRequired: true, givers };
}

/** The names in a payload; references last, so that each can be held against its foreign key. */
export function namesInOrder({ byName, hasReferences }: PayloadMembers, content: object): string[] {
  const names = Object.keys(content);
  if (!hasReferences) return names;
  const isReference = (name: string) => byName.get(name)?.kind === 'reference';
  return [...names.filter((name) => !isReference(name)), ...names.filter(isReference)];
}

/** The names that a payload may have. */
export function knownNames(entity: EntityMetadata): string[] {
  return [...payloadMembers(entity, 'create').byName.keys()];
}
