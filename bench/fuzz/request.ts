import type { Resource } from './known-entities';
import type { NeutralResponse } from './neutral-response';

/** A request as it is generated, with neutral ids: `ComparedServer` replaces them by the ids of its server. */
export interface FuzzRequest {
  /** The name of its kind, for the summary. */
  readonly kind: string;
  /** Routes for the bytes of large values ignore an idempotency key. */
  readonly takesNoKey?: boolean;
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Neutral ids are replaced in strings, not in bytes. */
  readonly body?: string | Buffer;
  /** The resource whose entities a successful response contains. */
  readonly resource?: Resource;
  /** Sends the response to a GET of this path, instead of `body`. */
  readonly sendBack?: string;
  /** A conditional header with ETags, which are read from each server just before the request. */
  readonly condition?: Condition;
  /** Whether it is sent as a preview. `ComparedServer` compares stored data before and after it. */
  readonly isPreview?: boolean;
  /** The response to the preview of the same request. */
  readonly previewed?: NeutralResponse;
  /** The response to the earlier request with the same idempotency key. */
  readonly repeated?: NeutralResponse;
  /** The error in a response to this request; undefined if there is none. */
  faultIn?(response: NeutralResponse): string | undefined;
}

/** A header in which `<tag>` stands for the ETag of a GET of the path, and `<stale>` for the same with another version. */
export interface Condition {
  readonly name: 'If-Match' | 'If-None-Match';
  readonly value: string;
  readonly path: string;
}

export const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export function isWrite({ method }: Pick<FuzzRequest, 'method'>): boolean {
  return WRITES.has(method);
}

/** The parts of a request that its kind leaves out. */
export type RequestDraft = Omit<FuzzRequest, 'kind' | 'headers'> & Partial<Pick<FuzzRequest, 'headers'>>;
