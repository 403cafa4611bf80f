import type { CollectionMetadata, EntityMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import { hasValidators } from '../../persistence';
import { codecOf, keyLimit, type Reading } from '../../values';
import { isKnownToClients, isWritable, type WriteKind } from '../access/writable';
import { type AbsentField, absentFieldsOf } from './absent-fields';

export interface FieldMember {
  readonly kind: 'field';
  readonly field: FieldMetadata;
  readonly isKey: boolean;
  readonly isWritable: boolean;
  readonly hasConstraints: boolean;
  /** @param json not null */
  read(json: unknown): Reading;
}

/** A member of a payload: a field, or an association. */
export type PayloadMember =
  | FieldMember
  | { readonly kind: 'collection'; readonly collection: CollectionMetadata }
  | { readonly kind: 'reference'; readonly reference: ReferenceMetadata };

/** The members that payloads of one kind may have for an entity. */
export interface PayloadMembers {
  readonly byWireName: ReadonlyMap<string, PayloadMember>;
  readonly hasReferences: boolean;
  readonly absentFields: readonly AbsentField[];
  /** Whether the model has validators of its own. */
  readonly hasValidators: boolean;
}

const cachedMembers: Readonly<Record<WriteKind, WeakMap<EntityMetadata, PayloadMembers>>> = {
  create: new WeakMap(),
  update: new WeakMap(),
};

export function payloadMembers(entity: EntityMetadata, kind: WriteKind): PayloadMembers {
  const cached = cachedMembers[kind].get(entity);
  if (cached) return cached;
  const members = describeMembers(entity, kind);
  cachedMembers[kind].set(entity, members);
  return members;
}

function describeMembers(entity: EntityMetadata, kind: WriteKind): PayloadMembers {
  const byWireName = new Map<string, PayloadMember>();
  for (const wireName of entity.wireNames.wireNames) {
    const member = memberOf(entity, kind, wireName);
    if (member) byWireName.set(wireName, member);
  }
  const hasReferences = [...byWireName.values()].some((member) => member.kind === 'reference');
  return { byWireName, hasReferences, absentFields: absentFieldsOf(entity), hasValidators: hasValidators(entity) };
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

export function fieldMember(entity: EntityMetadata, kind: WriteKind, field: FieldMetadata): FieldMember {
  const isKey = field === entity.key;
  const { read } = codecOf(field.type);
  return {
    kind: 'field',
    field,
    isKey,
    isWritable: isWritable(entity, field, kind),
    hasConstraints: field.constraints.length > 0,
    read: isKey ? keyLimit(read) : read,
  };
}

/** The wire names in a payload; references last, so that each can be compared with its foreign key. */
export function namesInOrder({ byWireName, hasReferences }: PayloadMembers, content: object): string[] {
  const names = Object.keys(content);
  if (!hasReferences) return names;
  const isReference = (name: string) => byWireName.get(name)?.kind === 'reference';
  return [...names.filter((name) => !isReference(name)), ...names.filter(isReference)];
}

/** The wire names that a payload may have, for messages. */
export function knownNames(entity: EntityMetadata): string[] {
  return [...payloadMembers(entity, 'create').byWireName.keys()];
}
