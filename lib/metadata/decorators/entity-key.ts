import { defaultRegistry } from '../registry';
import type { EntityKeyOptions } from '../types';
import { fieldDecorator } from './field-decorator';

/**
 * Marks the field that names an entity in paths, in place of the surrogate key; it must be unique and not null.
 *
 * @example `@EntityKey({ changeable: true })` — an update may give the entity another key
 * @see Specification, "Resource derivation": Identifier
 */
export const EntityKey = fieldDecorator<EntityKeyOptions>((type, field, options) =>
  defaultRegistry.declareEntityKey(type, field, options),
);
