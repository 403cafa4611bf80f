import { defaultRegistry } from '../registry';
import { fieldDecorator } from './field-decorator';

/**
 * Marks the field that names an entity in paths, in place of the surrogate key; it must be unique and not null.
 *
 * @see Specification, "Resource derivation": Identifier
 */
export const EntityKey = fieldDecorator<Record<never, never>>((type, field) =>
  defaultRegistry.declareEntityKey(type, field),
);
