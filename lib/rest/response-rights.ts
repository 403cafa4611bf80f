import type { Request } from '../core';
import type { Domain } from './chain/domain';

/**
 * What decides about the content of a response, besides the request itself: name, roles and permissions of the
 * principal, the decisions of the authorizer, and the rows that its scopes contain. Claims that no rule of a scope reads
 * are not part of it, since every token has others.
 *
 * @returns a text that is equal for equal rights
 */
export function responseRights({ rights, scopes }: Domain, request: Request): string {
  const { principal } = request;
  const granted = principal && [principal.name, sorted(principal.roles), sorted(principal.permissions)];
  const results = scopes.resultsOf(request);
  return JSON.stringify([granted ?? null, rights.decisionsOf(request), results]);
}

function sorted(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].sort();
}
