import { defaultRegistry } from '../registry';
import type { ArgumentOptions } from '../types';
import { declaredType } from './declared-type';
import { fieldDecorator } from './field-decorator';

/**
 * Marks a field of a plain class that is the parameter of an action: a payload may have it, by its snake_case name, and
 * it is read by its declared type. Fields without the mark are unknown to a payload.
 *
 * @example `@Argument declare street: string`
 * @example `@Argument({ schema: Joi.array().items(Joi.string()) }) declare lines: string[]`
 * @see Specification, "Action routes"
 */
export const Argument = fieldDecorator<ArgumentOptions>((type, field, options) =>
  defaultRegistry.declareArgument(type, field, { ...options, type: declaredType(type.prototype, field) }),
);
