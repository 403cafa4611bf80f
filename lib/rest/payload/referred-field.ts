import type { FieldMetadata, ReferenceMetadata } from '../../metadata';
import { referredKey } from '../../persistence';

/** The field of the target that a foreign key holds: payloads name the entity of a reference by it. */
export function referredField(reference: ReferenceMetadata): FieldMetadata {
  return reference.target.fields.get(referredKey(reference.owner, reference))!;
}
