import type { NeutralAnswer } from './neutral-answer';
import type { Site } from './world';

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
  /** Where the entities of a successful answer stand. */
  readonly site?: Site;
  /** Sends what a GET of this path has answered just before, in place of `body`. */
  readonly sendBack?: string;
  /** The answer to the same request, with the same idempotency key, that was sent before. */
  readonly repeated?: NeutralAnswer;
  /** What is wrong with an answer to this request alone; undefined when nothing is. */
  faultIn?(answer: NeutralAnswer): string | undefined;
}

/** What a kind of request leaves to be filled in. */
export type RequestDraft = Omit<FuzzRequest, 'kind' | 'headers'> & Partial<Pick<FuzzRequest, 'headers'>>;
