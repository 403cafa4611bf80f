import type { NeutralResponse } from './neutral-response';
import type { Random } from './random';
import { type FuzzRequest, isWrite } from './request';

const PREVIEWED = 0.15;
const EXECUTED = 0.7;

/** Statuses of rejected writes that a preview reports in its body, with status 200. */
const REPORTED: ReadonlySet<number> = new Set([404, 409, 410, 412, 422, 428]);

interface Preview {
  readonly status: number;
  readonly changes: readonly unknown[];
  readonly violations: readonly unknown[];
}

/** Sends some writes as previews, and executes some of these afterwards. */
export class Previews {
  #last?: { readonly request: FuzzRequest; readonly response: NeutralResponse };

  constructor(private readonly random: Random) {}

  /** Mostly the write whose preview was sent last; otherwise undefined. */
  next(): FuzzRequest | undefined {
    const last = this.#last;
    this.#last = undefined;
    if (!last || !this.random.chance(EXECUTED)) return undefined;
    return { ...last.request, kind: 'after preview', previewed: last.response };
  }

  /** Turns some writes into previews. */
  withPreview(request: FuzzRequest): FuzzRequest {
    if (!isWrite(request) || request.sendBack !== undefined || !this.random.chance(PREVIEWED)) return request;
    return { ...request, kind: 'preview', isPreview: true };
  }

  learn(request: FuzzRequest, response: NeutralResponse): void {
    const { isPreview, ...real } = request;
    if (isPreview) this.#last = { request: real, response };
  }
}

/** The error in a response to a preview. */
export function previewFault({ status, headers, text, body, hasSideEffect }: NeutralResponse): string | undefined {
  if (hasSideEffect) return 'a preview has changed stored data';
  if (REPORTED.has(status) && !text.includes('No route matches')) return `a preview does not report its ${status}`;
  if (status >= 400) return undefined;
  if (status !== 200 || headers['preference-applied']?.includes('preview') !== true)
    return 'a preview is not 200 with Preference-Applied: preview';
  // A response in another media type than JSON has no parsed body.
  if (body === undefined) return undefined;
  const { status: reported, changes, violations } = body as Preview;
  if (!Number.isInteger(reported) || !Array.isArray(changes) || !Array.isArray(violations))
    return 'a preview lacks a member';
  return reported >= 400 && changes.length > 0 ? 'the preview of a rejected write reports changes' : undefined;
}

/** A write must return the status that its preview reported. */
export function previewedWriteFault(previewed: NeutralResponse, { status }: NeutralResponse): string | undefined {
  const reported = previewed.status === 200 ? (previewed.body as Preview | undefined)?.status : previewed.status;
  return reported === undefined || reported === status
    ? undefined
    : `the preview reported ${reported}, and the write returned ${status}`;
}
