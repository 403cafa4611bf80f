import type { RouteDescription } from '../core';
import type { EntityMetadata } from '../metadata';
import { isAboutSingle, operationOf } from '../rest';
import { permissionsOf } from '../security';
import type { MapOperation, MapResource } from './domain-map';

/** Finds the operation of a route in the API reference; undefined where there is none. */
export type OperationLink = (route: RouteDescription) => string | undefined;

/**
 * The routes that read, write or act on a class, by the path of their list, the shortest first; those made by hand
 * follow their root.
 */
export function mapResources(
  entity: EntityMetadata,
  rootPath: string | undefined,
  routes: readonly RouteDescription[],
  linkOf: OperationLink,
): MapResource[] {
  const own = routes.filter((route) => {
    const operation = operationOf(route);
    // What a batch does is shown by the routes of its steps.
    if (operation?.steps) return false;
    return operation ? operation.entity === entity : rootPath !== undefined && isBelow(route.path, rootPath);
  });
  const byPath = new Map<string, MapOperation[]>();
  for (const route of own) {
    const path = rootPath !== undefined && !operationOf(route) ? rootPath : listPathOf(route);
    byPath.set(path, [...(byPath.get(path) ?? []), mapOperation(route, linkOf)]);
  }
  const resources = [...byPath].map(([path, operations]) => ({ path, operations }));
  return resources.sort((one, other) => depth(one) - depth(other));
}

function depth({ path }: MapResource): number {
  return path.split('/').length;
}

export function mapOperation(route: RouteDescription, linkOf: OperationLink): MapOperation {
  const { method, path, name } = route;
  return {
    label: labelOf(route) ?? name,
    method,
    path,
    permissions: permissionsOf(route),
    link: linkOf(route),
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
  const given = parameters.filter(({ source, wireName }) => source.kind !== 'path' && wireName);
  return `${name}(${given.map(({ wireName, isOptional }) => (isOptional ? `${wireName}?` : wireName)).join(', ')})`;
}

/** Without the last key, and what follows it; a single child has a path of its own. */
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

/** What is read here of an OpenAPI document. */
interface LinkedDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, LinkedOperation>>>>;
}

interface LinkedOperation {
  readonly tags?: readonly string[];
  readonly operationId?: string;
}

/** Leads to operations in Swagger UI, by the tags and ids that the document gives them. */
export function operationLinks({ paths = {} }: LinkedDocument): OperationLink {
  return ({ method, path }: RouteDescription) => {
    const { tags: [tag] = [], operationId } = paths[path]?.[method.toLowerCase()] ?? {};
    return tag && operationId ? `docs#/${encodeURIComponent(tag)}/${encodeURIComponent(operationId)}` : undefined;
  };
}
