import { checkOptions } from '../../foundation';
import { defaultRegistry } from '../registry';
import { INVARIANT_OPTIONS, type InvariantOptions } from '../types/aggregates';
import type { DomainClass } from '../types/domain-class';

/** A decorator of a method without parameters that returns whether the aggregate is valid. */
export type InvariantDecorator = <M extends () => boolean | Promise<boolean>>(
  prototype: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/**
 * Marks a method of an aggregate root that must return `true` after every write inside the aggregate, by any route,
 * action or unit of work. It is called before COMMIT; if it returns `false`, the transaction is rolled back.
 *
 * @param name    the name that clients know the rule by: `total-within-limit`
 * @param message the message for clients when the rule does not hold
 * @example `@Invariant('shipped-within-ordered', 'More is shipped than ordered.', { load: ['orderItems.shipments'] })`
 * @throws MetadataError INVARIANT_LOAD_UNKNOWN, INVARIANT_MESSAGE_EMPTY, INVARIANT_METHOD_MISSING,
 * INVARIANT_NAME_INVALID, INVARIANT_NAME_TAKEN, INVARIANT_NOT_ON_ROOT; at the start
 */
export function Invariant(name: string, message: string, options: InvariantOptions = {}): InvariantDecorator {
  return (target, method) => {
    // The target of a static method is the class itself; the start rejects it with INVARIANT_METHOD_MISSING.
    const type = (typeof target === 'function' ? target : target.constructor) as DomainClass;
    checkOptions(options, INVARIANT_OPTIONS, `@Invariant on ${type.name}.${String(method)}`);
    const { load = [] } = options;
    defaultRegistry.declareInvariant(type, { name, message, method: String(method), load });
  };
}
