import { defaultRegistry } from '../registry';
import type { OneOptions } from '../types';
import { fieldDecorator } from './field-decorator';

/**
 * Sets how the single child of a `@HasOne` appears as a sub-resource, as `@Collection` does for several children; without
 * it, the association has all its routes.
 *
 * @example `@One({ embed: true, delete: false })` — shown with its parent, and never deleted without it
 */
export const One = fieldDecorator<OneOptions>((type, property, options) =>
  defaultRegistry.declareOne(type, property, options),
);
