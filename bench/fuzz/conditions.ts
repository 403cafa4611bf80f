import type { NeutralResponse } from './neutral-response';
import type { Random } from './random';
import { type Condition, type FuzzRequest, isWrite, WRITES } from './request';

const ON_WRITES = 0.15;
const ON_READS = 0.1;

/** `<tag>` is the ETag of a GET just before the request, `<stale>` the same with another version or other rows. */
const TAGS = [
  '<tag>',
  '<tag>',
  '<tag>',
  '<stale>',
  '<stale>',
  '<stale>, <tag>',
  'W/<tag>',
  '*',
  '"0-none"',
  'W/<stale>',
];
const MALFORMED = ['<tag> <tag>', 'abc', '"', 'W/', ',', '', '"a" "b"', '"\u00e4', '*, <tag>', 'w/<tag>', '""'];

/** Conditions with current, outdated, weak, multiple and malformed ETags, and `*`. */
export class Conditions {
  constructor(private readonly random: Random) {}

  /** Adds a condition to some requests. */
  withCondition(request: FuzzRequest): FuzzRequest {
    const { random } = this;
    const isRead = request.method === 'GET';
    const isUnchanged =
      !(isRead || isWrite(request)) || 'If-Match' in request.headers || 'If-None-Match' in request.headers;
    if (isUnchanged || request.sendBack !== undefined || !random.chance(isRead ? ON_READS : ON_WRITES)) return request;
    const name = isRead !== random.chance(0.15) ? 'If-None-Match' : 'If-Match';
    const value = random.chance(0.12) ? random.pick(MALFORMED) : random.pick(TAGS);
    const path = request.path.split('?')[0]!;
    return { ...request, condition: { name, value, path: isRead ? request.path : path } };
  }
}

/** The error in a response to a conditional request; undefined if there is none. */
export function conditionFault(
  method: string,
  { name, value, path }: Condition,
  response: NeutralResponse,
): string | undefined {
  const { status, tag } = response;
  // The version of a root, or a digest of the rows that the path names.
  const hasState = tag !== undefined && /^"(?:\d+|\w{16})-/.test(tag);
  const isMalformed = MALFORMED.includes(value) && value !== '""' && value !== '';
  if (isMalformed && name === 'If-Match' && WRITES.has(method) && status < 300)
    return 'a malformed condition is ignored';
  // Of several entities, each has an ETag, but the response has none.
  if (!hasState || /,[^/]*$/.test(path)) return undefined;
  if (name === 'If-Match' && WRITES.has(method)) {
    if ((value === '<stale>' || value.startsWith('W/')) && status < 300) return 'a write with a stale tag was executed';
    // A missing single child has no tag; that of its parent is not the one of this path.
    const isNew = response.text.includes('being created');
    if (value === '<tag>' && status === 412 && !isNew) return 'a write with the current tag is 412';
  }
  if (name === 'If-None-Match' && method === 'GET') {
    if (/^(?:W\/)?<tag>$/.test(value) && status === 200) return 'a read with the current tag is not 304';
    if (value === '<stale>' && status === 304) return 'a read with a stale tag is 304';
  }
  return undefined;
}
