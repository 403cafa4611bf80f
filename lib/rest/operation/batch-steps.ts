import { Authorizer } from '../../security';
import type { Operation, Protection } from './operation';

export const BATCH_TYPE = 'application/vnd.koaggregate.batch+json';

/** The `op` of a step in a batch. */
export type StepOp = 'create' | 'update' | 'delete' | 'action';

const OPS: Readonly<Partial<Record<Operation['verb'], StepOp>>> = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  act: 'action',
};

/** Undefined for an operation that no batch runs. */
export function stepOpOf({ verb }: Operation): StepOp | undefined {
  return OPS[verb];
}

/** Whether a batch may run the operation: not creating or deleting the root; updates as PATCH, since PUT does the same. */
export function isStep(operation: Operation): boolean {
  const { verb, method, collections } = operation;
  if (stepOpOf(operation) === undefined) return false;
  if (verb === 'update') return method === 'PATCH';
  return verb === 'act' || collections.length > 0;
}

/**
 * The permissions of the batch route itself: `authenticated` if every possible step requires a permission. The handler
 * checks the permissions of the steps in a request.
 */
export function batchPermissions(steps: readonly Operation[]): Protection {
  const isUnrestricted = false;
  if (steps.every(({ permissions }) => permissions.length > 0)) {
    const [{ at }] = steps[0]!.permissions as [Operation['permissions'][number]];
    return { permissions: [{ at, permissions: [Authorizer.AUTHENTICATED] }], isPublic: false, isUnrestricted };
  }
  const isPublic = steps.every((step) => step.isPublic || step.permissions.length > 0);
  return { permissions: [], isPublic, isUnrestricted };
}
