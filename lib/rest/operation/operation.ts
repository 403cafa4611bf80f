import type { ContentShape, HttpMethod, RouteDescription, RouteUploads } from '../../core';
import type {
  ActionMetadata,
  AggregateMetadata,
  CollectionPath,
  ConcurrencyMode,
  EntityMetadata,
  FieldMetadata,
  IdempotencyMode,
} from '../../metadata';
import type { SecureEntry } from '../../security';
import type { SearchReader } from '../search/search-reader';
import type { SelectionReader } from '../selection/selection-reader';
import type { StepOp } from './batch-steps';
import type { ParentKey } from './resource-path';
import type { LargeVerb, Verb } from './route-names';

/**
 * A generated route as a value: everything that is known about it before a request.
 *
 * It is built from the sealed model and the configuration, without a database. The router, permissions, listings and API
 * documents read it; handlers run it.
 */
export interface Operation {
  /** `act` calls an action, `batch` runs several operations of one aggregate. */
  readonly verb: Verb | LargeVerb | 'act' | 'batch';
  readonly method: HttpMethod;
  /** With `{name}` for a key: `/orders/{order_id}/order_items/{id}`. */
  readonly path: string;
  /** `readOrderOrderItem`; a method with this name overrides the route. */
  readonly name: string;
  readonly aggregate: AggregateMetadata;
  /** The collections from the root down; empty for the root itself. */
  readonly collections: CollectionPath;
  /** The class that is read or written; of an action, the one that it acts on. */
  readonly entity: EntityMetadata;
  readonly action?: ActionMetadata;
  /** The field of a route for a large value. */
  readonly field?: FieldMetadata;
  /** The `op` of the steps of batches that run it; undefined if none may. */
  readonly step?: StepOp;
  /** The operations that a batch may run. */
  readonly steps?: readonly Operation[];
  /** The only media type of its bodies, if it takes a single one. */
  readonly mediaType?: string;
  readonly input: OperationInput;
  readonly output: OperationOutput;
  /** The permissions that the model requires, entry by entry. */
  readonly permissions: readonly SecureEntry[];
  /** Whether it writes, and no entry restricts the write itself: entries for GET may be all that it requires. */
  readonly isUnrestricted: boolean;
  /** Whether it is marked as public on purpose. */
  readonly isPublic: boolean;
}

/** What a request must be permitted. */
export type Protection = Pick<Operation, 'permissions' | 'isPublic' | 'isUnrestricted'>;

/** The request of an operation. */
export interface OperationInput {
  /** The parent keys in the path, from the root down; single children have none. */
  readonly parents: readonly ParentKey[];
  /** The number of keys at the end of the path, `{id}`. */
  readonly keys: 'one' | 'several' | 'none';
  readonly body: 'required' | 'optional' | 'none';
  /** The shapes of the body; undefined without a body. */
  readonly shapes?: readonly ContentShape[];
  /** Set if bodies are files or may contain files. */
  readonly uploads?: RouteUploads;
  readonly preferences: readonly Preference[];
  /** The names of query parameters, without operators; undefined if it takes none. */
  readonly query?: readonly string[];
  readonly search: SearchReader;
  readonly selection: SelectionReader;
  /** The largest number of ids and elements of arrays. */
  readonly maxItems: number;
  /** Whether one missing id of several is reported in `Missing-Ids` or rejects the request. */
  readonly missing: 'report' | 'reject';
  /** Whether soft-deleted entities are 410 instead of 404. */
  readonly respondsGone: boolean;
  /** The use of `Idempotency-Key`; `off` for reads. */
  readonly idempotency: IdempotencyMode;
  /** The use of entity tags; `required` only for writes that need `If-Match`. */
  readonly concurrency: ConcurrencyMode;
}

/** A preference in the header `Prefer`. */
export type Preference = 'handling=strict' | 'preview' | 'return=minimal';

/** The response of an operation. */
export interface OperationOutput {
  /** The status of a response with a body; undefined if there never is one. */
  readonly status?: number;
  /** The status of a response without a body; undefined if there always is one. */
  readonly emptyStatus?: number;
  /** The status when a PUT has created its single child. */
  readonly createdStatus?: number;
  /** The shapes of the body; undefined without a body, or if they are unknown. */
  readonly shapes?: readonly ContentShape[];
  /** The headers that it may set, in addition to those of every response. */
  readonly headers: readonly ResponseHeader[];
  /** The status codes of problems, in addition to 401 and 403. */
  readonly problems: readonly OperationProblem[];
}

export type ResponseHeader =
  | 'Accept-Ranges'
  | 'Content-Range'
  | 'ETag'
  | 'Idempotency-Replayed'
  | 'Link'
  | 'Location'
  | 'Missing-Ids'
  | 'Preference-Applied';

export type OperationProblem = 400 | 404 | 406 | 409 | 410 | 412 | 413 | 415 | 416 | 422 | 428 | 503;

/** Whether the operation is about the single child of a parent, which has no key in paths. */
export function isAboutSingle({ collections }: Pick<Operation, 'collections'>): boolean {
  return collections.at(-1)?.kind === 'oneToOne';
}

/** The route attribute with the {@link Operation}. */
export const OPERATION = 'koaggregate.operation';

/** The operation of a generated route, overridden or not; undefined for a hand-written route. */
export function operationOf({ attributes }: RouteDescription): Operation | undefined {
  return attributes?.[OPERATION] as Operation | undefined;
}
