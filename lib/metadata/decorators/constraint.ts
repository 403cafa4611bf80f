import type { Schema } from 'joi';
import { defaultRegistry } from '../registry';
import type { DomainClass } from '../types';

/** A decorator of a column, or of a whole class. */
export interface ConstraintDecorator {
  (type: DomainClass): void;
  (prototype: object, field: string | symbol): void;
}

/**
 * Sets a rule for the values of payloads, in the words of Joi: on a column for its value, on a class for several
 * columns together. What it refuses is a 422 beside whatever else is wrong with the payload.
 *
 * The rule checks and never changes a value. `null` is the same to it as a value that is not there. Several rules add
 * up, those of superclasses too.
 *
 * @example `@Constraint(Joi.string().email({ tlds: false }))` on a column
 * @example `@Constraint(Joi.object({ dueOn: Joi.date().min(Joi.ref('placedOn')) }))` on the class, by property name
 * @throws ResourceError CONSTRAINT_UNUSABLE, MetadataError FIELD_MARK_WITHOUT_FIELD; both at the start
 * @see Specification, "Errors": Constraint violation
 */
export function Constraint(schema: Schema): ConstraintDecorator {
  return (target: object, field?: string | symbol) => {
    if (field === undefined) return defaultRegistry.declareConstraint(target as DomainClass, schema);
    defaultRegistry.declareConstraint(target.constructor as DomainClass, schema, String(field));
  };
}
