import type { CollectionMetadata } from '../metadata';
import { distinct, type Violation } from '../values';
import type { PlacedEntity } from './placed-changes';
import { verifyMerged } from './verify-merged';
import { verifyRepeated } from './verify-repeated';

/**
 * What stored entities refuse of payloads for them, each violation once: several entities may have one payload.
 *
 * @param collection where the entities are children
 */
export function verifyStored(placed: readonly PlacedEntity[], collection?: CollectionMetadata): Violation[] {
  return distinct(placed.flatMap((one) => [...verifyRepeated(one, collection), ...verifyMerged(one)]));
}
