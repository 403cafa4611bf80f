import type { FieldMetadata } from '../../metadata';
import type { StepOp } from '../operation/batch-steps';
import { isAboutSingle, type Operation } from '../operation/operation';
import type { OperationResource } from '../operation/operation-resource';
import { act, actOnSingle } from './act';
import { batch } from './batch';
import { create } from './create';
import { remove, removeSingle } from './delete';
import { list } from './list';
import { read, readSingle } from './read';
import { readLarge, readLargeOfSingle } from './read-large';
import { replace } from './replace';
import { restore } from './restore';
import { update, updateSingle } from './update';
import type { VerbDefinition } from './verb-definition';
import { deleteLarge, deleteLargeOfSingle, updateLarge, updateLargeOfSingle } from './write-large';

/** In the order of the routes of a place. */
export const VERBS: Readonly<Record<Operation['verb'], VerbDefinition>> = {
  create,
  list,
  read,
  update,
  delete: remove,
  restore,
  replace,
  readLarge,
  updateLarge,
  deleteLarge,
  act,
  batch,
};

/** The `op` of the steps that batches run. */
export const STEP_OPS: readonly StepOp[] = Object.values(VERBS).flatMap(({ step }) => step?.op ?? []);

/** The verbs that differ for the single child of a parent. */
const SINGLE_VERBS: Readonly<Partial<Record<Operation['verb'], VerbDefinition>>> = {
  read: readSingle,
  update: updateSingle,
  delete: removeSingle,
  readLarge: readLargeOfSingle,
  updateLarge: updateLargeOfSingle,
  deleteLarge: deleteLargeOfSingle,
  act: actOnSingle,
};

/** The definition of an operation's verb, or of its variant for a single child. */
export function definitionOf(operation: Pick<Operation, 'verb' | 'collections'>): VerbDefinition {
  const { verb } = operation;
  return (isAboutSingle(operation) && SINGLE_VERBS[verb]) || VERBS[verb];
}

/** The verbs that a root or collection has, in the order of their routes. */
export function exposedVerbs(resource: OperationResource): readonly VerbDefinition[] {
  const verbs = isAboutSingle(resource) ? SINGLE_VERBS : VERBS;
  return Object.values(verbs).filter((definition) => definition.isExposed?.(resource));
}

/** The verbs that it has for the bytes of a field: none without a key. */
export function exposedFieldVerbs(resource: OperationResource, field: FieldMetadata): readonly VerbDefinition[] {
  const verbs = isAboutSingle(resource) ? SINGLE_VERBS : VERBS;
  if (!resource.entity.isKeyed) return [];
  return Object.values(verbs).filter((definition) => definition.isFieldExposed?.(resource, field));
}
