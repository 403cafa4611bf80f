import type { RouteDefinition } from '../../core';
import { Authorizer, permissionsIn } from '../../security';
import { OPERATION, type Operation } from '../operation/operation';
import { definitionOf } from '../verbs/verbs';

/** The route definition of an operation. */
export function routeOf(
  operation: Operation,
  handlers: Pick<RouteDefinition, 'handle' | 'readHead' | 'wrapper' | 'items'>,
): RouteDefinition {
  const { method, path, name, action, steps, mediaType, input, output } = operation;
  return {
    method,
    path,
    name,
    ...handlers,
    ...(mediaType !== undefined && { mediaType }),
    patchTypes: patchTypesOf(operation),
    body: input.body,
    shapes: { requestBody: input.shapes, responseBody: output.shapes },
    queryParameters: input.query,
    uploads: input.uploads,
    attributes: attributesOf(operation),
    needsDatabase: true,
    // The return value of an action may contain anything.
    returnsPlainContent: action === undefined && steps === undefined,
  };
}

/** The media types of patches that a route takes; undefined if it parses no body of its own. */
function patchTypesOf(operation: Operation): readonly string[] | undefined {
  const { method, mediaType, input } = operation;
  if (input.body === 'none' || mediaType !== undefined || input.uploads?.rawBody) return undefined;
  return method === 'PATCH' ? (definitionOf(operation).patchTypes ?? []) : [];
}

/** The route attributes that permissions, listings and documents read. */
function attributesOf(operation: Operation): Readonly<Record<string, unknown>> {
  const permissions = permissionsIn(operation.permissions);
  return {
    [OPERATION]: operation,
    ...(permissions.length > 0 && { [Authorizer.PERMISSIONS]: permissions.join(',') }),
    ...(operation.steps && { [Authorizer.PER_STEP]: true }),
    ...(operation.isUnrestricted && permissions.length > 0 && { [Authorizer.READING_ALONE]: true }),
    ...(operation.isPublic && { [Authorizer.PUBLIC]: true }),
  };
}
