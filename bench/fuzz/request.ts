import type { Site } from './known-entities';
import type { NeutralAnswer } from './neutral-response';

/** A request as the generator makes it: ids in it are neutral, each server's side puts its own in their place. */
export interface FuzzRequest {
  /** The name of its kind, for the summary. */
  readonly kind: string;
  /** Routes for the bytes of large values ignore an idempotency key. */
  readonly takesNoKey?: boolean;
  readonly method: string;
  /** Path and query as they go out, percent-encoding and all. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes go out untranslated. */
  readonly body?: string | Buffer;
  /** The path of the entities in a successful response. */
  readonly site?: Site;
  /** Sends the response to a GET of this path, instead of `body`. */
  readonly sendBack?: string;
  /** With tags that each side reads just before. */
  readonly condition?: Condition;
  /** Whether it is only tried out: the sides look whether it leaves something. */
  readonly isPreview?: boolean;
  /** The response to the preview of the same request. */
  readonly previewed?: NeutralAnswer;
  /** The response to the earlier request with the same idempotency key. */
  readonly repeated?: NeutralAnswer;
  /** The error in a response to this request; undefined if there is none. */
  faultIn?(answer: NeutralAnswer): string | undefined;
}

/** A header in which `<tag>` stands for the tag of what a GET of the path shows, `<stale>` for one of another version. */
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
