import type { NeutralAnswer } from './neutral-response';
import type { Random } from './random';
import { type FuzzRequest, isWrite } from './request';

const PREVIEWED = 0.15;
const DONE = 0.7;

interface Preview {
  readonly status: number;
  readonly changes: readonly unknown[];
  readonly violations: readonly unknown[];
}

/** Sends some writes as previews, and executes some of these afterwards. */
export class Previews {
  #last?: { readonly request: FuzzRequest; readonly answer: NeutralAnswer };

  constructor(private readonly random: Random) {}

  /** The write that was tried out last; undefined where there is none, or not to be. */
  next(): FuzzRequest | undefined {
    const last = this.#last;
    this.#last = undefined;
    if (!last || !this.random.chance(DONE)) return undefined;
    return { ...last.request, kind: 'after preview', previewed: last.answer };
  }

  tried(request: FuzzRequest): FuzzRequest {
    if (!isWrite(request) || request.sendBack !== undefined || !this.random.chance(PREVIEWED)) return request;
    return { ...request, kind: 'preview', isPreview: true };
  }

  learn(request: FuzzRequest, answer: NeutralAnswer): void {
    const { isPreview, ...real } = request;
    if (isPreview) this.#last = { request: real, answer };
  }
}

/** The error in a response to a preview. */
export function previewFault({ status, headers, body, left }: NeutralAnswer): string | undefined {
  if (left) return left;
  if (status !== 200 || headers['preference-applied']?.includes('preview') !== true) {
    return status < 400 ? 'a preview is not said to be one' : undefined;
  }
  // In the media type of the request, where it accepts any.
  if (body === undefined) return undefined;
  const { status: told, changes, violations } = body as Preview;
  if (!Number.isInteger(told) || !Array.isArray(changes) || !Array.isArray(violations))
    return 'a preview lacks a member';
  return told >= 400 && changes.length > 0 ? 'a preview tells changes of what is refused' : undefined;
}

/** An executed write must have the effect that its preview reported. */
export function foretoldFault(previewed: NeutralAnswer, { status }: NeutralAnswer): string | undefined {
  const told = previewed.status === 200 ? (previewed.body as Preview | undefined)?.status : previewed.status;
  return told === undefined || told === status ? undefined : `a preview has told ${told}, and the write is ${status}`;
}
