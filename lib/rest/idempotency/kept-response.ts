import type { WrittenResponse } from '../../core';
import type { KeptResponse } from '../../persistence';

const OF_BODY = new Set(['Content-Type', 'Vary']);
const WITHOUT_BODY = new Set([200, 203]);
const APPLIED = 'Preference-Applied';
const MINIMAL = 'return=minimal';

/**
 * A response as it is kept. One whose body cannot be kept is kept as if its request had preferred `return=minimal`.
 *
 * @param maxBytes  of a body
 */
export function keptResponse(written: WrittenResponse, fingerprint: string, maxBytes: number): KeptResponse {
  const { status, body, isStreamed } = written;
  const headers = written.headers.map(({ name, value }) => [name, value] as const);
  if (!isStreamed && (body?.length ?? 0) <= maxBytes) return { fingerprint, status, headers, body };
  const others = headers.filter(([name]) => !OF_BODY.has(name) && name !== APPLIED);
  const applied = headers.find(([name]) => name === APPLIED)?.[1];
  return {
    fingerprint,
    status: WITHOUT_BODY.has(status) ? 204 : status,
    headers: [...others, [APPLIED, applied ? `${applied}, ${MINIMAL}` : MINIMAL]],
  };
}

export function writtenAgain({ status, headers, body }: KeptResponse): WrittenResponse {
  const replayed = { name: 'Idempotency-Replayed', value: 'true' };
  return {
    status,
    headers: [...headers.map(([name, value]) => ({ name, value })), replayed],
    ...(body && { body }),
    isStreamed: false,
  };
}
