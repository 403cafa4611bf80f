import type { EntityMetadata } from '../../metadata';
import type { Access } from '../access/access';
import { readingThrough } from '../access/reading';
import { invalidParameter, quoted } from '../invalid-parameter';
import { computedTarget } from './search-names';

/**
 * Tells of a name that is known in responses why nothing can be searched or sorted by it.
 *
 * @throws BadRequestException for the name of a computed field that the request may read
 */
export function refuseComputed(entity: EntityMetadata, name: string, parameter: string, access: Access): void {
  const target = computedTarget(entity, name);
  if (!target || !access.permits(readingThrough(target.steps, target.field))) return;
  throw invalidParameter(
    parameter,
    `${quoted(name)} is computed and has no column: nothing can be searched or sorted by it.`,
  );
}
