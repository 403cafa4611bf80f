import type { IncomingHttpHeaders } from 'node:http';
import { withPlainCursors } from './neutral-cursors';
import type { NeutralIds } from './neutral-ids';

/** A response without the values that differ between servers and runs. */
export interface NeutralAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Compared to the letter: the order of members counts. */
  readonly text: string;
  /** The parsed text, if it is JSON. */
  readonly body?: unknown;
  /** The tag that the side has put into the condition of the request: its own. */
  readonly tag?: string;
  /** The changes that a preview has left behind; undefined if there are none. */
  readonly left?: string;
}

/** The connection's own, and those that differ by nature; the rest must be the same. */
const PASSED_OVER = new Set([
  ...['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length', 'x-request-id', 'etag'],
]);

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** The time of the run; every other time comes from a request. */
const MARGIN_MS = 86_400_000;
const now = Date.now();

export function neutralAnswer(
  status: number,
  headers: IncomingHttpHeaders,
  text: string,
  ids: Pick<NeutralIds, 'neutral'>,
): NeutralAnswer {
  // The body first: what a list of missing ids names has mostly appeared before.
  const neutral = ids.neutral(withoutChance(text));
  const contentType = headers['content-type'] ?? '';
  return {
    status,
    headers: neutralHeaders(headers, ids),
    text: neutral,
    body: /json/.test(contentType) ? parsed(neutral) : undefined,
  };
}

/** Without the time of the run and the ids of requests. */
function withoutChance(text: string): string {
  return text
    .replace(INSTANT, (instant) => (Math.abs(Date.parse(instant) - now) < MARGIN_MS ? '<now>' : instant))
    .replace(/"request_id":"[^"]*"/g, '"request_id":"<request>"');
}

function neutralHeaders(headers: IncomingHttpHeaders, ids: Pick<NeutralIds, 'neutral'>): Record<string, string> {
  const compared = Object.entries(headers).filter(([name]) => !PASSED_OVER.has(name));
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
