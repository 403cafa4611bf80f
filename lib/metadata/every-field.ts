import type { EntityMetadata } from './types/entities';
import type { FieldMetadata } from './types/fields';

/** The columns and the computed fields of an entity. */
export function everyField({ fields, computed }: Pick<EntityMetadata, 'fields' | 'computed'>): FieldMetadata[] {
  return [...fields.values(), ...computed.values()];
}
