import { checkOptions } from '../../foundation';
import { defaultRegistry } from '../registry';
import { AGGREGATE_ROOT_OPTIONS, type AggregateRootOptions } from '../types/aggregates';
import type { DomainClass } from '../types/domain-class';

/**
 * Marks a domain class as the root of an aggregate: a resource with routes of its own, below which its children have
 * theirs.
 *
 * @example `@AggregateRoot` — routes for all four operations
 * @example `@AggregateRoot({ delete: false, name: 'carts' })`
 * @see Specification, "Resource derivation" and "Route exclusion flags"
 */
export function AggregateRoot(type: DomainClass): void;
export function AggregateRoot(options?: AggregateRootOptions): (type: DomainClass) => void;
export function AggregateRoot(target?: DomainClass | AggregateRootOptions): void | ((type: DomainClass) => void) {
  if (typeof target === 'function') return defaultRegistry.declareAggregate(target, {});
  return (type) => {
    checkOptions(target, AGGREGATE_ROOT_OPTIONS, `@AggregateRoot on ${type.name}`);
    defaultRegistry.declareAggregate(type, target ?? {});
  };
}
