import type { Reader } from '../http/content-settings';
import type { ItemBound } from '../http/item-bound';
import type { KoaRequest } from './koa-request';

/** An element takes at least two bytes: itself, and what separates it from the next. */
const LEAST_BYTES = 2;

/**
 * Counts the items of a long body before it is parsed, unless it is too short to have too many.
 *
 * @throws HttpException 413
 */
export function verifyItems(
  { most, shape, tooMany }: ItemBound,
  reader: Reader,
  bytes: Buffer,
  request: KoaRequest,
): void {
  if (bytes.length <= most * LEAST_BYTES) return;
  const count = reader.countItems?.(bytes, request.mediaType!, shape) ?? 0;
  if (count > most) throw tooMany(count, request);
}
