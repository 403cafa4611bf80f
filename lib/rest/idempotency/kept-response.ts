import type { WrittenResponse } from '../../core';
import type { KeptResponse } from '../../persistence';

const BODY_HEADERS = new Set(['Content-Type', 'Vary']);
/** Statuses that become 204 without a body. */
const STATUSES_WITH_BODY = new Set([200, 203]);
const APPLIED = 'Preference-Applied';
const MINIMAL = 'return=minimal';

/**
 * The stored form of a response. A stream or a large body is not stored: the response is then that to a request with
 * `return=minimal`.
 *
 * @param maxBytes the largest body that is stored
 */
export function keptResponse(written: WrittenResponse, fingerprint: string, maxBytes: number): KeptResponse {
  const { status, body, isStreamed } = written;
  const headers = written.headers.map(({ name, value }) => [name, value] as const);
  if (!isStreamed && (body?.length ?? 0) <= maxBytes) return { fingerprint, status, headers, body };
  const others = headers.filter(([name]) => !BODY_HEADERS.has(name) && name !== APPLIED);
  const applied = headers.find(([name]) => name === APPLIED)?.[1];
  return {
    fingerprint,
    status: STATUSES_WITH_BODY.has(status) ? 204 : status,
    headers: [...others, [APPLIED, applied ? `${applied}, ${MINIMAL}` : MINIMAL]],
  };
}

/** A stored response with the header that marks it as replayed. */
export function replayedResponse({ status, headers, body }: KeptResponse): WrittenResponse {
  const replayed = { name: 'Idempotency-Replayed', value: 'true' };
  return {
    status,
    headers: [...headers.map(([name, value]) => ({ name, value })), replayed],
    ...(body && { body }),
    isStreamed: false,
  };
}
