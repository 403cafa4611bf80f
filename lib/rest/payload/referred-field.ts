import type { FieldMetadata, ReferenceMetadata } from '../../metadata';
import { referredKey } from '../../persistence';

/** The field of the target whose values the foreign key of a reference holds, and by which payloads name the entity. */
export function referredField(reference: ReferenceMetadata): FieldMetadata {
  return reference.target.fields.get(referredKey(reference.owner, reference))!;
}
