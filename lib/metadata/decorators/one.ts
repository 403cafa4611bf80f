import { defaultRegistry } from '../registry';
import { ONE_OPTIONS, type OneOptions } from '../types/associations';
import { fieldDecorator } from './field-decorator';

/**
 * Sets the options of the single child of a `@HasOne` as a sub-resource, as `@Collection` does for several children;
 * without it, the association has all its routes.
 *
 * @example `@One({ embed: true, delete: false })` — shown with its parent, and deleted only with it
 */
export const One = fieldDecorator<OneOptions>('@One', ONE_OPTIONS, (type, property, options) =>
  defaultRegistry.declareOne(type, property, options),
);
