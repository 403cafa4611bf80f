import { Authorizer } from '../../security';
import type { Operation, Protection } from '../operation/operation';
import type { OperationResource } from '../operation/operation-resource';
import { definitionOf } from '../verbs/verbs';
import { baseOperation } from './base-operation';

const BATCH_TYPE = 'application/vnd.koaggregate.batch+json';

/** The operation that runs several operations of one aggregate. */
export function batchOperation(root: OperationResource, steps: readonly Operation[]): Operation {
  return Object.freeze({
    ...baseOperation(root, definitionOf({ verb: 'batch', collections: [] })),
    name: `batch${root.aggregate.root.name}`,
    steps,
    mediaType: BATCH_TYPE,
    ...batchPermissions(steps),
  });
}

/**
 * The permissions of the batch route itself: `authenticated` if every possible step requires a permission. The handler
 * checks the permissions of the steps in a request.
 */
function batchPermissions(steps: readonly Operation[]): Protection {
  const isUnrestricted = false;
  if (steps.every(({ permissions }) => permissions.length > 0)) {
    const [{ at }] = steps[0]!.permissions as [Operation['permissions'][number]];
    return { permissions: [{ at, permissions: [Authorizer.AUTHENTICATED] }], isPublic: false, isUnrestricted };
  }
  const isPublic = steps.every((step) => step.isPublic || step.permissions.length > 0);
  return { permissions: [], isPublic, isUnrestricted };
}
