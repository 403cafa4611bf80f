import type { Schema } from 'joi';
import { defaultRegistry } from '../registry';
import type { DomainClass } from '../types/domain-class';

/** A decorator of a column, or of a whole class. */
export interface ConstraintDecorator {
  (type: DomainClass): void;
  (prototype: object, field: string | symbol): void;
}

/**
 * Validates payloads by a Joi schema: on a column its value, on a class several columns together. A violation is
 * rejected with 422, together with the other errors of the payload.
 *
 * The schema never changes a value, and sees `null` as a missing value. Several constraints add up, including those of
 * superclasses.
 *
 * @example `@Constraint(Joi.string().email({ tlds: false }))` on a column
 * @example `@Constraint(Joi.object({ dueOn: Joi.date().min(Joi.ref('placedOn')) }))` on the class, by property names
 * @throws ResourceError CONSTRAINT_UNUSABLE, MetadataError MARK_WITHOUT_COLUMN; both at the start
 * @see Specification, "Errors": Constraint violation
 */
export function Constraint(schema: Schema): ConstraintDecorator {
  return (target: object, field?: string | symbol) => {
    if (field === undefined) return defaultRegistry.declareConstraint(target as DomainClass, schema);
    defaultRegistry.declareConstraint(target.constructor as DomainClass, schema, String(field));
  };
}
