import type { Principal } from '../../core';
import { type DomainClass, defaultRegistry } from '../../metadata';
import type { DeclaredAt } from './marks';

export type ScopeValue = string | number | boolean | readonly (string | number | boolean)[];

/**
 * The visible rows: search parameters with their values, over all columns and associations; a list means OR.
 * Undefined or an empty object for all rows, false for none.
 */
export type ScopeCriteria = Readonly<Record<string, ScopeValue>> | undefined | false;

/**
 * Called once per request; it must have no side effects.
 *
 * @param principal undefined for a request without credentials
 */
export type ScopeRule = (principal: Principal | undefined) => ScopeCriteria;

/** One `@Scope` on a class. */
export interface ScopeEntry {
  readonly rule: ScopeRule;
  readonly at: DeclaredAt;
}

export const SCOPE = Symbol('@Scope');

/**
 * Limits the rows of an aggregate root to those that the principal of a request has access to.
 *
 * Other rows are not found by reads, searches, totals, nested routes, bulk requests and actions, and no entity can be
 * created outside the scope or moved out of it. Several rules must all hold.
 *
 * @example `@Scope((principal) => principal !== undefined && { customer_email: principal.name })`
 */
export function Scope(rule: ScopeRule): (type: DomainClass) => void {
  return (type) => defaultRegistry.annotate(type, SCOPE, { rule, at: type.name } satisfies ScopeEntry);
}
