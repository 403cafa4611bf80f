import type { RouteDescription } from '../../core';
import type { MetadataRegistry } from '../../metadata';
import { compareNames } from '../../naming';
import {
  isPublicRoute,
  permissionsOf,
  requiresCredentials,
  SCOPE,
  type ScopeEntry,
  type SecuritySection,
} from '../../security';
import { type Operation, operationOf } from '../operation/operation';
import { type MatrixMember, readableMembers, writableMembers } from './matrix-members';

type Rules = Pick<SecuritySection, 'authenticate' | 'publicPaths'>;

/** The requirements of one route, and the members that it reads and writes. */
export interface MatrixRow {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  /** Only of a route that takes a single media type, such as a batch. */
  readonly media_type?: string;
  /** `generated`, or the class of the resource method. */
  readonly resource: string;
  /** Whether requests must be authenticated, with or without permissions. */
  readonly requires_credentials: boolean;
  /** All of them are required. */
  readonly permissions: readonly string[];
  /** Whether it is marked as public on purpose. */
  readonly is_public: boolean;
  /** The classes and members with the marks: `Order`, `Order.orderItems`; `attribute` for a hand-written route. */
  readonly declared_at: readonly string[];
  /** The classes whose rows `@Scope` limits. */
  readonly scope: readonly string[];
  /** Undefined for a hand-written route, whose members are unknown. */
  readonly readable?: readonly MatrixMember[];
  readonly writable?: readonly MatrixMember[];
}

/**
 * The permissions, scopes, readable and writable members of every route, from the metadata that authorizes requests.
 *
 * @param registry undefined for a core application
 * @param rules    the rules of the configuration for all requests; none when absent
 * @returns sorted by path and method
 */
export function permissionMatrix(
  routes: readonly RouteDescription[],
  registry: MetadataRegistry | undefined,
  rules?: Rules,
): readonly MatrixRow[] {
  const rows = routes.map((route) => rowOf(route, registry, rules));
  return rows.sort((first, second) => compareNames(keyOf(first), keyOf(second)));
}

function rowOf(route: RouteDescription, registry: MetadataRegistry | undefined, rules?: Rules): MatrixRow {
  const { method, path, name, mediaType, resource = 'generated' } = route;
  const operation = operationOf(route);
  return {
    method,
    path,
    name,
    ...(mediaType !== undefined && { media_type: mediaType }),
    resource,
    requires_credentials:
      permissionsOf(route).length > 0 || (rules !== undefined && requiresCredentials(rules, route, path)),
    permissions: [...permissionsOf(route)].sort(),
    is_public: isPublicRoute(route),
    declared_at: declaredAt(route, operation),
    scope: operation ? scopedClasses(operation) : [],
    ...(operation &&
      registry && { readable: readableMembers(operation), writable: writableMembers(operation, registry) }),
  };
}

function declaredAt(route: RouteDescription, operation: Operation | undefined): readonly string[] {
  if (!operation) return permissionsOf(route).length > 0 ? ['attribute'] : [];
  const { steps = [operation] } = operation;
  return distinct(steps.flatMap(({ permissions }) => permissions.map(({ at }) => at)));
}

function scopedClasses({ aggregate, collections: own, steps }: Operation): readonly string[] {
  const collections = steps ? steps.flatMap((step) => step.collections) : own;
  const entities = [aggregate.root, ...collections.map(({ target }) => target)];
  const entries = entities.flatMap(({ annotations }) => (annotations.get(SCOPE) ?? []) as readonly ScopeEntry[]);
  return distinct(entries.map(({ at }) => at));
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

function keyOf({ path, method, media_type: mediaType = '' }: MatrixRow): string {
  return `${path} ${method} ${mediaType}`;
}
