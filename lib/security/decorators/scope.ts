import type { Principal } from '../../core';
import { type DomainClass, defaultRegistry } from '../../metadata';
import type { DeclaredAt } from './marks';

export type ScopeValue = string | number | boolean | readonly (string | number | boolean)[];

/**
 * Which rows there are: search parameters by name with their values, in the grammar of searches, over all columns and
 * associations; a list is OR. Undefined, or nothing named, for all rows; false for none.
 */
export type ScopeCriteria = Readonly<Record<string, ScopeValue>> | undefined | false;

/**
 * Asked once in a request; it has no effects.
 *
 * @param principal undefined for a request without credentials
 */
export type ScopeRule = (principal: Principal | undefined) => ScopeCriteria;

/** A `@Scope` of a class. */
export interface ScopeEntry {
  readonly rule: ScopeRule;
  readonly at: DeclaredAt;
}

export const SCOPE = Symbol('@Scope');

/**
 * Narrows the rows of an aggregate root to those that the principal of a request may know of. The others do not exist
 * for it: in reads, searches, totals, nested routes, bulk and actions; nor can an entity be created outside the scope
 * or moved out of it. Several rules must all hold.
 *
 * @example `@Scope((principal) => principal !== undefined && { customer_email: principal.name })`
 */
export function Scope(rule: ScopeRule): (type: DomainClass) => void {
  return (type) => defaultRegistry.annotate(type, SCOPE, { rule, at: type.name } satisfies ScopeEntry);
}
