import { defaultRegistry } from '../registry';
import { ARGUMENT_OPTIONS, type ArgumentOptions } from '../types/actions';
import { declaredType } from './declared-type';
import { fieldDecorator } from './field-decorator';

/**
 * Accepts a field of a plain class, which is the parameter of an action, in payloads: by its snake_case name, read
 * according to its declared type. Other fields of the class are unknown fields there.
 *
 * @example `@Argument declare street: string`
 * @example `@Argument({ schema: Joi.array().items(Joi.string()) }) declare lines: string[]`
 * @see Specification, "Action routes"
 */
export const Argument = fieldDecorator<ArgumentOptions>('@Argument', ARGUMENT_OPTIONS, (type, field, options) =>
  defaultRegistry.declareArgument(type, field, { ...options, type: declaredType(type.prototype, field) }),
);
