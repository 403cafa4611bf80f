import type { NeutralAnswer } from './neutral-response';
import type { Random } from './random';
import { type FuzzRequest, isWrite } from './request';

const KEYED = 0.15;
const REPEATED = 0.6;
const OTHERWISE = 0.2;

/** Adds idempotency keys to some writes, and repeats some of these. */
export class Repeats {
  #count = 0;
  #last?: { readonly request: FuzzRequest; readonly answer: NeutralAnswer };

  constructor(private readonly random: Random) {}

  /** The write with a key that was sent last, once again; undefined where there is none, or not to be. */
  next(): FuzzRequest | undefined {
    const last = this.#last;
    this.#last = undefined;
    if (!last || !this.random.chance(REPEATED)) return undefined;
    const request = { ...last.request, previewed: undefined };
    const isOther = typeof request.body === 'string' && this.random.chance(OTHERWISE);
    if (!isOther) return { ...request, kind: 'repeat', repeated: last.answer };
    const faultIn = ({ status }: NeutralAnswer) =>
      last.answer.status < 300 && status < 300 ? 'another write with the same key is carried out' : undefined;
    return { ...request, kind: 'repeat, otherwise', body: '{"nothing":1}', faultIn, site: undefined };
  }

  keyed(request: FuzzRequest): FuzzRequest {
    // The entity may have changed since it was read.
    const isKeyless = !isWrite(request) || request.sendBack !== undefined || request.takesNoKey;
    if (isKeyless || !this.random.chance(KEYED)) return request;
    return { ...request, headers: { ...request.headers, 'Idempotency-Key': `fuzz-${++this.#count}` } };
  }

  learn(request: FuzzRequest, answer: NeutralAnswer): void {
    const isFirst = request.repeated === undefined && !request.isPreview && request.kind !== 'repeat, otherwise';
    const isKeyed = 'Idempotency-Key' in request.headers && isFirst;
    if (isKeyed) this.#last = { request, answer };
  }
}

/** A repeated write gets the same response if it succeeded, and is executed again if it failed. */
export function repeatFault(first: NeutralAnswer, { status, headers, text }: NeutralAnswer): string | undefined {
  if (first.status >= 300) return undefined;
  const isSame = status === first.status && text === first.text;
  const isWithoutBody = text === '' && headers['preference-applied']?.includes('return=minimal');
  if (headers['idempotency-replayed'] !== 'true') return 'a write with a key was carried out twice';
  return isSame || isWithoutBody ? undefined : 'a repeat does not get the response of the first';
}
