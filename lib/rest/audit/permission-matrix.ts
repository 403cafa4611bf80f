import type { RouteDescription } from '../../core';
import { type CollectionMetadata, type EntityMetadata, everyField, type MetadataRegistry } from '../../metadata';
import { compareNames } from '../../naming';
import {
  entriesAt,
  isPublicRoute,
  permissionsIn,
  permissionsOf,
  requiresCredentials,
  SCOPE,
  type ScopeEntry,
  type SecureEntry,
  type SecuritySection,
} from '../../security';
import { foreignKeyTargets } from '../access/model-rights';
import { readingAssociation, readingField } from '../access/reading';
import { isWritable, type WriteKind } from '../access/writable';
import { argumentEntries, writingField } from '../access/writing';
import { stepOpOf } from '../operation/batch-steps';
import { type Operation, operationOf } from '../operation/operation';
import { isVisibleAssociation } from '../selection/associations';
import { visibleFields } from '../selection/visible-fields';

type Rules = Pick<SecuritySection, 'authenticate' | 'publicPaths'>;

/** A member of a response or a payload, with the permissions that it requires in addition to those of the route. */
export interface MatrixMember {
  /** `status`; `order_items[]` for a collection, `product{}` for a reference or a single child. */
  readonly name: string;
  readonly permissions: readonly string[];
}

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

/** The members that a response may contain. A delete has none; those of an action are unknown. */
function readableMembers(operation: Operation): readonly MatrixMember[] {
  const { verb, aggregate, collections: path, entity, field: large } = operation;
  if (large) return verb === 'readLarge' ? [memberOf(large.wireName, readingField(large))] : [];
  if (verb === 'delete' || verb === 'act' || verb === 'batch') return [];
  const fields = visibleFields(entity, false, path.at(-1)).map((field) =>
    memberOf(field.wireName, readingField(field)),
  );
  const references = [...entity.references.values()].filter(isVisibleAssociation);
  const collections = [...entity.collections.values()].filter(isVisibleAssociation);
  return [
    ...fields,
    ...references.map((reference) => memberOf(`${reference.wireName}{}`, readingAssociation(reference))),
    ...collections.map((collection) =>
      memberOf(memberName(collection), entriesAt(aggregate.root, [...path, collection], 'GET')),
    ),
  ];
}

function writableMembers(
  { verb, aggregate, collections: path, entity, action, field: large, steps }: Operation,
  registry: MetadataRegistry,
): readonly MatrixMember[] {
  if (action) {
    const payloadParameters = action.parameters.filter(({ source }) => source.kind !== 'path');
    return payloadParameters.map(({ wireName, source }) => memberOf(wireName || '…', argumentEntries(source)));
  }
  if (steps) return steps.map(stepMember);
  if (verb === 'replace') return replacingMembers(aggregate.root, path);
  if (large) return verb === 'readLarge' ? [] : [memberOf(large.wireName, writingField(large, [], 'PUT'))];
  if (verb !== 'create' && verb !== 'update') return [];
  const method = verb === 'create' ? 'POST' : 'PUT';
  const fields = everyField(entity).filter((field) => isWritable(entity, field, verb));
  const collections = [...entity.collections.values()].filter(({ nested, isHidden }) => nested && !isHidden);
  return [
    ...fields.map((field) =>
      memberOf(field.wireName, writingField(field, foreignKeyTargets(registry, entity, field), method)),
    ),
    ...linkMembers(aggregate.root, path, method),
    ...collections.map((collection) =>
      memberOf(memberName(collection), nestedEntries(aggregate.root, [...path, collection], verb)),
    ),
  ];
}

function memberName({ wireName, kind }: CollectionMetadata): string {
  return `${wireName}${kind === 'oneToOne' ? '{}' : '[]'}`;
}

/** The columns of a join table; setting them requires the permissions to link. */
function linkMembers(
  root: EntityMetadata,
  path: readonly CollectionMetadata[],
  method: 'POST' | 'PUT',
): readonly MatrixMember[] {
  const fields = [...(path.at(-1)?.joinFields.values() ?? [])].filter(
    ({ access }) => access !== 'hidden' && access !== 'readOnly',
  );
  const linking = fields.length > 0 ? entriesAt(root, path, 'POST') : [];
  return fields.map((field) => memberOf(field.wireName, [...linking, ...writingField(field, [], method)]));
}

/** The entries for every way in which a payload may write elements of a collection. */
function nestedEntries(
  root: EntityMetadata,
  path: readonly CollectionMetadata[],
  verb: WriteKind,
): readonly SecureEntry[] {
  const creating = entriesAt(root, path, 'POST');
  if (verb === 'create') return creating;
  const leavingOut = path.at(-1)!.replace ? entriesAt(root, path, 'DELETE') : [];
  return [...creating, ...entriesAt(root, path, 'PUT'), ...leavingOut];
}

/** The kinds of writes when an array replaces a collection. */
function replacingMembers(root: EntityMetadata, path: readonly CollectionMetadata[]): readonly MatrixMember[] {
  return [
    memberOf('[] created', entriesAt(root, path, 'POST')),
    memberOf('[] updated', entriesAt(root, path, 'PUT')),
    memberOf('[] left out', entriesAt(root, path, 'DELETE')),
  ];
}

/** A step of a batch, such as `create order_items`, with the permissions of its route. */
function stepMember(step: Operation): MatrixMember {
  const path = step.path.split('/').slice(3).join('/');
  return memberOf(`${stepOpOf(step)} ${path}`.trimEnd(), step.permissions);
}

function memberOf(name: string, entries: readonly SecureEntry[]): MatrixMember {
  return { name, permissions: [...permissionsIn(entries)].sort() };
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

function keyOf({ path, method, media_type: mediaType = '' }: MatrixRow): string {
  return `${path} ${method} ${mediaType}`;
}
