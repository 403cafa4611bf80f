import { defaultRegistry } from '../registry';
import { COLLECTION_OPTIONS, type CollectionOptions } from '../types/associations';
import { fieldDecorator } from './field-decorator';

/**
 * Sets the options of a to-many association as a sub-resource; without it, the association has all its routes.
 *
 * @example `@Collection({ read: false, update: false, delete: false })` — children can be created, nothing else
 * @see Specification, "Route exclusion flags"
 */
export const Collection = fieldDecorator<CollectionOptions>(
  '@Collection',
  COLLECTION_OPTIONS,
  (type, property, options) => defaultRegistry.declareCollection(type, property, options),
);
