import { defaultRegistry } from '../registry';
import { ENTITY_KEY_OPTIONS, type EntityKeyOptions } from '../types/fields';
import { fieldDecorator } from './field-decorator';

/**
 * Marks the field that identifies an entity in paths, in place of the primary key; it must be unique and not null.
 *
 * @example `@EntityKey({ changeable: true })` — an update may change the key
 * @see Specification, "Resource derivation": Identifier
 */
export const EntityKey = fieldDecorator<EntityKeyOptions>('@EntityKey', ENTITY_KEY_OPTIONS, (type, field, options) =>
  defaultRegistry.declareEntityKey(type, field, options),
);
