import { defaultRegistry } from '../registry';
import type { AggregateRootOptions, DomainClass } from '../types';

/**
 * Marks a domain class as the root of an aggregate: it becomes a resource with routes of its own, and everything
 * that happens to its children goes through it.
 *
 * @example `@AggregateRoot` — routes for all four operations
 * @example `@AggregateRoot({ delete: false, name: 'carts' })`
 * @see Specification, "Resource derivation" and "Route exclusion flags"
 */
export function AggregateRoot(type: DomainClass): void;
export function AggregateRoot(options?: AggregateRootOptions): (type: DomainClass) => void;
export function AggregateRoot(given?: DomainClass | AggregateRootOptions): void | ((type: DomainClass) => void) {
  if (typeof given === 'function') return defaultRegistry.declareAggregate(given, {});
  return (type) => defaultRegistry.declareAggregate(type, given ?? {});
}
