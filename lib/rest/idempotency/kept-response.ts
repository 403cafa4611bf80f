import type { WrittenResponse } from '../../core';
import type { KeptResponse } from '../../persistence';

const BODY_HEADERS = new Set(['Content-Type', 'Vary']);
/** Statuses that become 204 without a body. */
const STATUSES_WITH_BODY = new Set([200, 203]);
const APPLIED = 'Preference-Applied';
const MINIMAL = 'return=minimal';

/** The parts of a stored response that come from its request. */
type Origin = Pick<KeptResponse, 'fingerprint' | 'rights'>;

/**
 * The stored form of a response. A stream or a large body is not stored.
 *
 * @param maxBytes the largest body that is stored
 */
export function keptResponse(written: WrittenResponse, origin: Origin, maxBytes: number): KeptResponse {
  const { status, body, isStreamed } = written;
  const headers = written.headers.map(({ name, value }) => [name, value] as const);
  const kept = { ...origin, status, headers, body };
  return isStreamed || (body?.length ?? 0) > maxBytes ? withoutBody(kept) : kept;
}

/** A stored response as to a request with `return=minimal`. */
export function withoutBody({ body: _, status, headers, ...origin }: KeptResponse): KeptResponse {
  const others = headers.filter(([name]) => !BODY_HEADERS.has(name) && name !== APPLIED);
  const applied = headers.find(([name]) => name === APPLIED)?.[1];
  return {
    ...origin,
    status: STATUSES_WITH_BODY.has(status) ? 204 : status,
    headers: [...others, [APPLIED, applied ? `${applied}, ${MINIMAL}` : MINIMAL]],
  };
}

/**
 * A stored response with the header that marks it as replayed.
 *
 * @param rights of the repeat: if they differ from those of the first request, only status and `Location` are shown
 */
export function replayedResponse(stored: KeptResponse, rights: string): WrittenResponse {
  const { status, headers, body } = stored.rights === rights ? stored : outlineOf(stored);
  const replayed = { name: 'Idempotency-Replayed', value: 'true' };
  return {
    status,
    headers: [...headers.map(([name, value]) => ({ name, value })), replayed],
    ...(body && { body }),
    isStreamed: false,
  };
}

/** Other headers may name rows that the repeat may not see. */
function outlineOf(stored: KeptResponse): KeptResponse {
  return withoutBody({ ...stored, headers: stored.headers.filter(([name]) => name === 'Location') });
}
