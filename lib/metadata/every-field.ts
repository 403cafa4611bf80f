import type { EntityMetadata, FieldMetadata } from './types';

/** The columns of an entity and its computed fields. */
export function everyField({ fields, computed }: Pick<EntityMetadata, 'fields' | 'computed'>): FieldMetadata[] {
  return [...fields.values(), ...computed.values()];
}
