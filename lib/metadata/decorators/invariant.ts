import { defaultRegistry } from '../registry';
import type { DomainClass, InvariantOptions } from '../types';

/** A decorator of a method without parameters that tells whether the aggregate may be as it is. */
export type InvariantDecorator = <M extends () => boolean | Promise<boolean>>(
  prototype: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/**
 * Marks a method of an aggregate root that must give `true` whenever something inside the aggregate was written: by
 * whatever route, action or unit of work. It is asked in the transaction, which is rolled back when it gives `false`.
 *
 * @param name    by which clients know the rule: `total-within-limit`
 * @param message what is wrong then, for the client
 * @example `@Invariant('shipped-within-ordered', 'More is shipped than ordered.', { load: ['orderItems.shipments'] })`
 * @throws MetadataError INVARIANT_LOAD_UNKNOWN, INVARIANT_MESSAGE_EMPTY, INVARIANT_METHOD_MISSING,
 * INVARIANT_NAME_INVALID, INVARIANT_NAME_TAKEN, INVARIANT_NOT_ON_ROOT; at the start
 */
export function Invariant(name: string, message: string, { load = [] }: InvariantOptions = {}): InvariantDecorator {
  return (target, method) => {
    // Of a static method the target is the class itself, whose instances have no such method: the start says so.
    const type = (typeof target === 'function' ? target : target.constructor) as DomainClass;
    defaultRegistry.declareInvariant(type, { name, message, method: String(method), load });
  };
}
