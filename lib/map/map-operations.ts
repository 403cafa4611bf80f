import type { RouteDescription } from '../core';
import type { EntityMetadata } from '../metadata';
import { isAboutSingle, operationOf } from '../rest';
import { permissionsOf } from '../security';
import type { MapOperation, MapResource } from './domain-map';

/** Returns the URL of a route's operation in the API reference; undefined for a route that is not documented. */
export type OperationLink = (route: RouteDescription) => string | undefined;

/**
 * The operations on a class, grouped by the path of its list, the shortest path first. Hand-written routes belong to the
 * root whose path they continue.
 */
export function mapResources(
  entity: EntityMetadata,
  rootPath: string | undefined,
  routes: readonly RouteDescription[],
  linkTo: OperationLink,
): MapResource[] {
  const own = routes.filter((route) => {
    const operation = operationOf(route);
    // The steps of a batch are shown as the operations that they stand for.
    if (operation?.steps) return false;
    return operation ? operation.entity === entity : rootPath !== undefined && isBelow(route.path, rootPath);
  });
  const byPath = new Map<string, MapOperation[]>();
  for (const route of own) {
    const path = rootPath !== undefined && !operationOf(route) ? rootPath : listPathOf(route);
    byPath.set(path, [...(byPath.get(path) ?? []), mapOperation(route, linkTo)]);
  }
  const resources = [...byPath].map(([path, operations]) => ({ path, operations }));
  return resources.sort((one, other) => depth(one) - depth(other));
}

function depth({ path }: MapResource): number {
  return path.split('/').length;
}

export function mapOperation(route: RouteDescription, linkTo: OperationLink): MapOperation {
  const { method, path, name } = route;
  return {
    label: labelOf(route) ?? name,
    method,
    path,
    permissions: permissionsOf(route),
    link: linkTo(route),
  };
}

export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function labelOf(route: RouteDescription): string | undefined {
  const operation = operationOf(route);
  if (operation?.field) return `${operation.verb.replace('Large', '')} ${operation.field.wireName}`;
  if (!operation?.action) return operation?.verb;
  const { name, parameters } = operation.action;
  const inPayload = parameters.filter(({ source, wireName }) => source.kind !== 'path' && wireName);
  return `${name}(${inPayload.map(({ wireName, isOptional }) => (isOptional ? `${wireName}?` : wireName)).join(', ')})`;
}

/** The path up to the last key. The child of a one-to-one collection has no key in its path. */
function listPathOf(route: RouteDescription): string {
  const { path } = route;
  const operation = operationOf(route);
  if (operation && isAboutSingle(operation)) {
    return operation.action ? path.slice(0, path.lastIndexOf('/')) : path;
  }
  const segments = path.split('/');
  const last = segments.lastIndexOf('{id}');
  return last >= segments.length - 2 && last > 0 ? segments.slice(0, last).join('/') : path;
}

/** The members of an OpenAPI document that links need. */
interface LinkedDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, LinkedOperation>>>>;
}

interface LinkedOperation {
  readonly tags?: readonly string[];
  readonly operationId?: string;
}

/** Links to operations in Swagger UI, by tag and operation id. */
export function operationLinks({ paths = {} }: LinkedDocument): OperationLink {
  return ({ method, path }: RouteDescription) => {
    const { tags: [tag] = [], operationId } = paths[path]?.[method.toLowerCase()] ?? {};
    return tag && operationId ? `docs#/${encodeURIComponent(tag)}/${encodeURIComponent(operationId)}` : undefined;
  };
}
