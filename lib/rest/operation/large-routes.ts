import type { HttpMethod } from '../../core';
import type { EntityMetadata, Exposure, FieldMetadata } from '../../metadata';
import { isWritable } from '../access/writable';
import { isVisibleField } from '../selection/visible-fields';
import type { LargeVerb } from './route-names';

/** A route for the bytes of a large value. */
export interface LargeRoute {
  readonly field: FieldMetadata;
  readonly verb: LargeVerb;
  readonly method: HttpMethod;
}

/** The routes of the large values of a class; a required value has no DELETE, and without a key there are none. */
export function largeRoutes(entity: EntityMetadata, { read, update }: Exposure): readonly LargeRoute[] {
  if (!entity.isKeyed) return [];
  return entity.largeFields.flatMap((field) => {
    const mayBeWritten = update && isWritable(entity, field, 'update');
    return [
      ...(read && isVisibleField(field) ? [{ field, verb: 'readLarge', method: 'GET' } as const] : []),
      ...(mayBeWritten ? [{ field, verb: 'updateLarge', method: 'PUT' } as const] : []),
      ...(mayBeWritten && field.isNullable ? [{ field, verb: 'deleteLarge', method: 'DELETE' } as const] : []),
    ];
  });
}

/** Whether payloads of the class may contain files. */
export function takesFiles(entity: EntityMetadata): boolean {
  return entity.largeFields.some((field) => isWritable(entity, field, 'create'));
}
