import type { FieldMetadata, ReferenceMetadata } from '../../metadata';
import { referredKey } from '../../persistence';

/** The field of its target by which a payload names the entity of a reference: the one that the foreign key holds. */
export function referredField(reference: ReferenceMetadata): FieldMetadata {
  return reference.target.fields.get(referredKey(reference.owner, reference))!;
}
