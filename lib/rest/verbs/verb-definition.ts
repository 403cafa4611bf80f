import type { ContentShape, HttpException, HttpMethod, ItemShape, Request } from '../../core';
import type { Exposure, FieldMetadata } from '../../metadata';
import type { SecuredMethod } from '../../security';
import type { StepOp } from '../operation/batch-steps';
import type { Operation, OperationInput, OperationOutput, OperationProblem, Protection } from '../operation/operation';
import type { OperationResource } from '../operation/operation-resource';
import type { Prepare } from './execution';
import type { VerbWords } from './verb-words';

export const ONE: readonly ContentShape[] = ['object'];
export const SEVERAL: readonly ContentShape[] = ['list'];
export const ONE_OR_SEVERAL: readonly ContentShape[] = ['object', 'list'];

/**
 * The content of a request: payloads of new `entities`, the `changes` of entities, a single `child` that is created or
 * updated, all `elements` of a collection, the `arguments` of an action, the `steps` of a batch, or a large `value`.
 */
export type TakenContent = 'entities' | 'changes' | 'child' | 'elements' | 'arguments' | 'steps' | 'value';

export const TAKEN_SHAPES: Readonly<Record<TakenContent, readonly ContentShape[] | undefined>> = {
  entities: ONE_OR_SEVERAL,
  changes: ONE,
  child: ONE,
  elements: SEVERAL,
  arguments: ONE,
  steps: ONE,
  value: undefined,
};

/**
 * The content of a response: entities that were `found` by a search or are `selected` by their keys, those that were
 * `written`, what an action `returned`, the `results` of the steps of a batch, or a large `value`.
 */
export type GivenContent = 'found' | 'selected' | 'written' | 'returned' | 'results' | 'value';

/** The steps of batches that run a verb. */
interface VerbStep {
  readonly op: StepOp;
  /** Of several methods that do the same, the one whose operation a step is. */
  readonly method?: HttpMethod;
  /** Whether a step may run it on the root itself, which a batch neither creates nor deletes. */
  readonly isOnRoot?: boolean;
}

/** What counts as an item of a body. */
interface ItemCount {
  /** `payload`: the payloads of the class, and nested ones. */
  readonly shape: 'payload' | ItemShape;
  tooMany(count: number, most: number, request: Request): HttpException;
}

/** One verb, whole: routes, permissions, listings, documents, generated tests and batches read it from here. */
export interface VerbDefinition {
  readonly verb: Operation['verb'];
  /** Each has a route. */
  readonly methods: readonly HttpMethod[];
  /** The last segment of the path, behind the key. */
  readonly suffix?: string;
  /** Whether the names of its methods end in a plural: `listOrders`. */
  readonly isOfAll?: boolean;
  /** Whether a root or collection has the routes. Absent for those of single fields, of actions, and of batches. */
  isExposed?(resource: OperationResource): boolean;
  /** Whether a root or collection has the routes for the bytes of a field. */
  isFieldExposed?(resource: OperationResource, field: FieldMetadata): boolean;
  /** The method whose permissions it requires. */
  readonly requires: SecuredMethod;
  /** What it requires in place of the permissions of one method. */
  protection?(resource: OperationResource): Protection;
  readonly keys: OperationInput['keys'];
  readonly body: OperationInput['body'];
  /** Undefined for a verb whose body has no content. */
  readonly takes?: TakenContent;
  /** Whether payloads may be forms with files, where the class has large values. */
  readonly takesFiles?: boolean;
  /** The query parameters that it takes: those of lists, or those of reads by key. */
  readonly query?: 'list' | 'read';
  readonly preferences: OperationInput['preferences'];
  readonly takesIdempotencyKeys: boolean;
  /** The media types of the bodies of PATCH, besides those of every body. */
  readonly patchTypes?: readonly string[];
  /** Whether entities that were deleted are what it is about, so that they are never 410. */
  readonly isOfDeleted?: boolean;
  /** Undefined for a verb whose responses have no body. */
  readonly gives?: GivenContent;
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
  /**
   * What else may do the same: `rows`, the verb of any collection that may hold the same rows; `members`, that of the
   * routes of the class itself. Undefined for what one route alone does.
   */
  readonly sharedBy?: 'rows' | 'members';
  /** The verbs whose work it does, as far as its collection exposes them. */
  readonly parts?: readonly (keyof Exposure & Operation['verb'])[];
  /** How batches run it, if they do. */
  readonly step?: VerbStep;
  /** How the items of a body are counted before it is parsed. Absent for a verb that reads no body with items. */
  readonly items?: ItemCount;
  readonly words: VerbWords;
  /** Absent for batches, which need more than the domain. */
  readonly prepare?: Prepare;
}
