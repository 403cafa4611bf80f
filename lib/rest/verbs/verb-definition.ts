import type { ContentShape } from '../../core';
import type { Operation, OperationInput, OperationOutput, OperationProblem } from '../operation/operation';
import type { Prepare } from './execution';

export const ONE: readonly ContentShape[] = ['object'];
export const SEVERAL: readonly ContentShape[] = ['list'];
export const ONE_OR_SEVERAL: readonly ContentShape[] = ['object', 'list'];

/** One verb, whole: routes, permissions, listings, documents, generated tests and batches read it from here. */
export interface VerbDefinition {
  readonly verb: Operation['verb'];
  readonly keys: OperationInput['keys'];
  readonly body: OperationInput['body'];
  /** Whether payloads may be forms with files, where the class has large values. */
  readonly takesFiles?: boolean;
  /** The query parameters that it takes: those of lists, or those of reads by key. */
  readonly query?: 'list' | 'read';
  readonly preferences: OperationInput['preferences'];
  readonly takesIdempotencyKeys: boolean;
  /** The media types of the bodies of PATCH, besides those of every body. */
  readonly patchTypes?: readonly string[];
  readonly requestShapes?: OperationInput['shapes'];
  /** Whether entities that were deleted are what it is about, so that they are never 410. */
  readonly isOfDeleted?: boolean;
  /** The status of a response with a body. */
  readonly status?: number;
  /** The status of a response without a body. */
  readonly emptyStatus?: number;
  /** The status of a PUT that has created its single child. */
  readonly createdStatus?: number;
  readonly headers: OperationOutput['headers'];
  readonly responseShapes?: OperationOutput['shapes'];
  /** Replaces the problems that follow from the other members. */
  readonly problems?: readonly OperationProblem[];
  /** Absent for batches, which need more than the domain. */
  readonly prepare?: Prepare;
}
