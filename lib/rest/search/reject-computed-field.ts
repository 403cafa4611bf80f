import type { EntityMetadata } from '../../metadata';
import type { Access } from '../access/access';
import { readingThrough } from '../access/reading';
import { invalidParameter, quoted } from '../invalid-parameter';
import { computedTarget } from './search-target';

/**
 * Explains why a field that responses show cannot be searched or sorted by.
 *
 * @throws BadRequestException for the name of a computed field that the request may read
 */
export function rejectComputedField(entity: EntityMetadata, name: string, parameter: string, access: Access): void {
  const target = computedTarget(entity, name);
  if (!target || !access.permits(readingThrough(target.steps, target.field))) return;
  throw invalidParameter(parameter, `${quoted(name)} is a computed field: it has no column to search or sort by.`);
}
