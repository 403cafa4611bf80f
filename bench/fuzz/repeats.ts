import type { NeutralResponse } from './neutral-response';
import type { Random } from './random';
import { type FuzzRequest, isWrite } from './request';

const WITH_KEY = 0.15;
const REPEATED = 0.6;
const WITH_OTHER_BODY = 0.2;

/** Adds idempotency keys to some writes, and repeats some of these. */
export class Repeats {
  #count = 0;
  #last?: { readonly request: FuzzRequest; readonly response: NeutralResponse };

  constructor(private readonly random: Random) {}

  /** Mostly the last write with a key once more, sometimes with another body; otherwise undefined. */
  next(): FuzzRequest | undefined {
    const last = this.#last;
    this.#last = undefined;
    if (!last || !this.random.chance(REPEATED)) return undefined;
    const request = { ...last.request, previewed: undefined };
    const isOther = typeof request.body === 'string' && this.random.chance(WITH_OTHER_BODY);
    if (!isOther) return { ...request, kind: 'repeat', repeated: last.response };
    const faultIn = ({ status }: NeutralResponse) =>
      last.response.status < 300 && status < 300 ? 'another write with a used key was executed' : undefined;
    return { ...request, kind: 'repeat with another body', body: '{"nothing":1}', faultIn, resource: undefined };
  }

  /** Adds a key to some writes. */
  withKey(request: FuzzRequest): FuzzRequest {
    // The entity may have changed since it was read.
    const isKeyless = !isWrite(request) || request.sendBack !== undefined || request.takesNoKey;
    if (isKeyless || !this.random.chance(WITH_KEY)) return request;
    return { ...request, headers: { ...request.headers, 'Idempotency-Key': `fuzz-${++this.#count}` } };
  }

  learn(request: FuzzRequest, response: NeutralResponse): void {
    const isFirst = request.repeated === undefined && !request.isPreview && request.kind !== 'repeat with another body';
    const isKeyed = 'Idempotency-Key' in request.headers && isFirst;
    if (isKeyed) this.#last = { request, response };
  }
}

/** A repeated write gets the same response if it succeeded, and is executed again if it failed. */
export function repeatFault(first: NeutralResponse, { status, headers, text }: NeutralResponse): string | undefined {
  if (first.status >= 300) return undefined;
  const isSame = status === first.status && text === first.text;
  const isWithoutBody = text === '' && headers['preference-applied']?.includes('return=minimal');
  if (headers['idempotency-replayed'] !== 'true') return 'a write with a key was executed twice';
  return isSame || isWithoutBody ? undefined : 'a repeat does not get the response of the first request';
}
