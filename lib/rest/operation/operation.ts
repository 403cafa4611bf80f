import type { ContentShape, HttpMethod, RouteDescription, RouteUploads } from '../../core';
import type {
  ActionMetadata,
  AggregateMetadata,
  CollectionPath,
  ConcurrencyUse,
  EntityMetadata,
  FieldMetadata,
  IdempotencyUse,
} from '../../metadata';
import type { SecureEntry } from '../../security';
import type { SearchReader } from '../search/search-reader';
import type { SelectionReader } from '../selection/selection-reader';
import type { ParentKey } from './resource-path';
import type { LargeVerb, Verb } from './route-names';

/**
 * A generated route as a value: all that is known of it before a request comes.
 *
 * It is made of the sealed model and the configuration, without a database. Router, permissions, listings and documents
 * read it; the handlers carry it out.
 */
export interface Operation {
  /** `act` is the call of an action, `batch` carries out several operations of one aggregate. */
  readonly verb: Verb | LargeVerb | 'act' | 'batch';
  readonly method: HttpMethod;
  /** With `{name}` for a key: `/orders/{order_id}/order_items/{id}`. */
  readonly path: string;
  /** By which it is overridden: `readOrderOrderItem`. */
  readonly name: string;
  readonly aggregate: AggregateMetadata;
  /** From the root down to the collection that it is about; empty for the root itself. */
  readonly collections: CollectionPath;
  /** The class that it reads or writes; of an action, the one that it acts on. */
  readonly entity: EntityMetadata;
  readonly action?: ActionMetadata;
  /** The large value whose bytes it transfers. */
  readonly field?: FieldMetadata;
  /** Those that a batch may carry out. */
  readonly steps?: readonly Operation[];
  /** The one media type of its bodies, where it takes no other. */
  readonly mediaType?: string;
  readonly input: OperationInput;
  readonly output: OperationOutput;
  /** The permissions that the model requires, entry by entry. */
  readonly permissions: readonly SecureEntry[];
  /** Whether it is marked as open on purpose. */
  readonly isPublic: boolean;
}

/** The request of an operation. */
export interface OperationInput {
  /** The keys above the last one of the path, from the root down; a single child has none in paths. */
  readonly parents: readonly ParentKey[];
  /** The keys at the end of the path: `{id}` for one key or several, or no key. */
  readonly keys: 'one' | 'several' | 'none';
  readonly body: 'required' | 'optional' | 'none';
  /** The shapes of the body; undefined where it takes none. */
  readonly content?: readonly ContentShape[];
  /** Where its bodies are files, or may hold them. */
  readonly uploads?: RouteUploads;
  readonly preferences: readonly Preference[];
  /** The names of query parameters, without operators; undefined where it takes none. */
  readonly query?: readonly string[];
  readonly search: SearchReader;
  readonly selection: SelectionReader;
  /** Ids and elements of arrays, at most. */
  readonly maxItems: number;
  /** The treatment of one missing id of several. */
  readonly missing: 'report' | 'reject';
  /** Whether what was deleted softly is 410 in place of 404, for who may read it. */
  readonly respondsGone: boolean;
  /** Of the header `Idempotency-Key`; reads never take it. */
  readonly idempotency: IdempotencyUse;
  /** Of entity tags; `required` for a write alone that needs `If-Match`. */
  readonly concurrency: ConcurrencyUse;
}

/** As the header `Prefer` has it. */
export type Preference = 'handling=strict' | 'preview' | 'return=minimal';

/** The response of an operation. */
export interface OperationOutput {
  /** With a body; undefined where there never is one. */
  readonly status?: number;
  /** Without a body; undefined where there always is one. */
  readonly emptyStatus?: number;
  /** Where the request may turn out to create what it is about, with or without a body; undefined elsewhere. */
  readonly createdStatus?: number;
  /** The shapes of the body; undefined where there is none, or it is unknown. */
  readonly content?: readonly ContentShape[];
  /** Those that it may set, beside those of every response. */
  readonly headers: readonly ResponseHeader[];
  /** The statuses of problems, beside those of security. */
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

/** Whether it is about the single child of a parent, which no key names. */
export function isAboutSingle({ collections }: Pick<Operation, 'collections'>): boolean {
  return collections.at(-1)?.kind === 'oneToOne';
}

/** The attribute of a route that holds its {@link Operation}. */
export const OPERATION = 'koaggregate.operation';

/** Undefined for a route that was made by hand; an overridden route keeps what it was generated for. */
export function operationOf({ attributes }: RouteDescription): Operation | undefined {
  return attributes?.[OPERATION] as Operation | undefined;
}
