import type { EntityMetadata } from '../../metadata';
import { isWritable } from '../access/writable';

/** Whether payloads of the class may contain files. */
export function takesFiles(entity: EntityMetadata): boolean {
  return entity.largeFields.some((field) => isWritable(entity, field, 'create'));
}
