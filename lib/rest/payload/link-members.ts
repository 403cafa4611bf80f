import type { CollectionMetadata, FieldMetadata } from '../../metadata';
import { codecOf } from '../../values';
import { isKnownToClients } from '../access/writable';
import type { FieldMember } from './payload-members';

const cachedMembers = new WeakMap<CollectionMetadata, ReadonlyMap<string, FieldMember>>();

/** The fields of a join table that the elements of its collection may have, by wire name. */
export function linkMembersOf(collection: CollectionMetadata): ReadonlyMap<string, FieldMember> {
  const cached = cachedMembers.get(collection);
  if (cached) return cached;
  const fields = [...collection.joinFields.values()].filter(isKnownToClients);
  const members = new Map(fields.map((field) => [field.wireName, linkMember(field)]));
  cachedMembers.set(collection, members);
  return members;
}

function linkMember(field: FieldMetadata): FieldMember {
  return {
    kind: 'field',
    field,
    isKey: false,
    isWritable: field.access !== 'readOnly',
    hasConstraints: field.constraints.length > 0,
    read: codecOf(field.type).read,
  };
}
