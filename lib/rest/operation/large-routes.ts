import type { HttpMethod } from '../../core';
import type { EntityMetadata, Exposure, FieldMetadata } from '../../metadata';
import { isWritable } from '../access/writable';
import { isVisibleField } from '../selection/visible-fields';
import type { LargeVerb } from './route-names';

/** One route for the bytes of a large value. */
export interface LargeRoute {
  readonly field: FieldMetadata;
  readonly verb: LargeVerb;
  readonly method: HttpMethod;
}

/** The routes of the large values of a class: a required value is not deleted. */
export function largeRoutes(entity: EntityMetadata, { read, update }: Exposure): readonly LargeRoute[] {
  return entity.largeFields.flatMap((field) => {
    const isWritten = update && isWritable(entity, field, 'update');
    return [
      ...(read && isVisibleField(field) ? [{ field, verb: 'readLarge', method: 'GET' } as const] : []),
      ...(isWritten ? [{ field, verb: 'updateLarge', method: 'PUT' } as const] : []),
      ...(isWritten && field.isNullable ? [{ field, verb: 'deleteLarge', method: 'DELETE' } as const] : []),
    ];
  });
}

/** Whether payloads of the class may hold files. */
export function takesFiles(entity: EntityMetadata): boolean {
  return entity.largeFields.some((field) => isWritable(entity, field, 'create'));
}
