import { Authorizer } from '../../security';
import type { Operation } from './operation';

export const BATCH_TYPE = 'application/vnd.koaggregate.batch+json';

/** The operation of a step, as a batch names it. */
export type StepOp = 'create' | 'update' | 'delete' | 'action';

const OPS: Readonly<Partial<Record<Operation['verb'], StepOp>>> = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  act: 'action',
};

/** Undefined for what no batch carries out. */
export function stepOpOf({ verb }: Operation): StepOp | undefined {
  return OPS[verb];
}

/** A batch is about a root that is there, and is there afterwards. PUT and PATCH do the same. */
export function isStep(operation: Operation): boolean {
  const { verb, method, collections } = operation;
  if (stepOpOf(operation) === undefined) return false;
  if (verb === 'update') return method === 'PATCH';
  return verb === 'act' || collections.length > 0;
}

/**
 * The requirement of a batch itself: credentials, where each of its steps needs a permission. The permissions themselves are
 * those of the steps that a request has.
 */
export function batchPermissions(steps: readonly Operation[]): Pick<Operation, 'permissions' | 'isPublic'> {
  const guarded = steps.filter(({ permissions }) => permissions.length > 0);
  if (guarded.length === steps.length) {
    const [{ at }] = guarded[0]!.permissions as [Operation['permissions'][number]];
    return { permissions: [{ at, permissions: [Authorizer.AUTHENTICATED] }], isPublic: false };
  }
  return { permissions: [], isPublic: steps.every((step) => step.isPublic || step.permissions.length > 0) };
}
