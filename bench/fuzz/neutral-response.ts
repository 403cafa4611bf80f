import type { IncomingHttpHeaders } from 'node:http';
import { withPlainCursors } from './neutral-cursors';
import type { NeutralIds } from './neutral-ids';

/** A response without the values that differ between servers and runs. */
export interface NeutralResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Compared exactly, including the order of members. */
  readonly text: string;
  /** The parsed text, if it is JSON. */
  readonly body?: unknown;
  /** The ETag that the server has returned for the condition of the request. */
  readonly tag?: string;
  /** Whether a preview has changed stored data. */
  readonly hasSideEffect?: boolean;
}

/** Headers of the connection, and headers whose values always differ. All others are compared. */
const NOT_COMPARED = new Set([
  ...['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length', 'x-request-id', 'etag'],
]);

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** Times that are nearer to now were made during the run; all others come from requests. */
const MARGIN_MS = 86_400_000;
const now = Date.now();

export function neutralResponse(
  status: number,
  headers: IncomingHttpHeaders,
  text: string,
  ids: Pick<NeutralIds, 'neutral'>,
): NeutralResponse {
  // The body comes first, because ids are numbered in its order.
  const neutral = ids.neutral(withoutRunValues(text));
  const contentType = headers['content-type'] ?? '';
  return {
    status,
    headers: neutralHeaders(headers, ids),
    text: neutral,
    body: /json/.test(contentType) ? parsed(neutral) : undefined,
  };
}

/** Replaces the times of the run and the ids of requests. */
function withoutRunValues(text: string): string {
  return text
    .replace(INSTANT, (instant) => (Math.abs(Date.parse(instant) - now) < MARGIN_MS ? '<now>' : instant))
    .replace(/"request_id":"[^"]*"/g, '"request_id":"<request>"');
}

function neutralHeaders(headers: IncomingHttpHeaders, ids: Pick<NeutralIds, 'neutral'>): Record<string, string> {
  const compared = Object.entries(headers).filter(([name]) => !NOT_COMPARED.has(name));
  const plain = (name: string, text: string) => (name === 'link' ? withPlainCursors(text) : text);
  return Object.fromEntries(
    compared.map(([name, value]) => [name, ids.neutral(plain(name, [value].flat().join(', ')))]),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
