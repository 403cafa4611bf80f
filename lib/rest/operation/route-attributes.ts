import type { HttpMethod } from '../../core';
import {
  Authorizer,
  actionEntries,
  entriesAt,
  isPublic,
  permissionsIn,
  type SecuredMethod,
  type SecureEntry,
} from '../../security';
import { OPERATION, type Operation } from './operation';

type Attributes = Readonly<Record<string, unknown>>;

/** What a generated route says of itself: its operation, the permissions that it needs, and whether it is open on purpose. */
export function routeAttributes(operation: Operation, method: HttpMethod): Attributes {
  const permissions = permissionsIn(operationEntries(operation, method));
  const isOpen = isPublicOperation(operation, securedMethod(method));
  return {
    [OPERATION]: operation,
    ...(permissions.length > 0 && { [Authorizer.PERMISSIONS]: permissions.join(',') }),
    ...(isOpen && { [Authorizer.PUBLIC]: true }),
  };
}

/** What the model says of the permissions of an operation, entry by entry. */
export function operationEntries({ aggregate, path, action }: Operation, method: HttpMethod): readonly SecureEntry[] {
  return action ? actionEntries(aggregate, action) : entriesAt(aggregate.root, path, securedMethod(method));
}

/** PATCH is a PUT in other words. */
function securedMethod(method: HttpMethod): SecuredMethod {
  return method === 'PATCH' ? 'PUT' : method;
}

function isPublicOperation({ aggregate, path, action }: Operation, method: SecuredMethod): boolean {
  return isPublic(action ?? path.at(-1) ?? aggregate.root, method);
}
