import { BadRequestException, type Request } from '../../core';

const HEADER = 'idempotency-key';
/** A string of structured fields (RFC 8941), or as most clients send it: without quotes, spaces and separators. */
export const KEY_PATTERN = /^("([ !#-[\]-~]|\\["\\]){1,255}"|[!#-+\--:<-[\]-~]{1,255})$/;

/**
 * The key in the header `Idempotency-Key`; with and without quotes it is the same key.
 *
 * @returns undefined without the header
 * @throws BadRequestException for a key that is empty, too long, sent twice, or not printable ASCII
 * @see draft-ietf-httpapi-idempotency-key-header, "Syntax"
 */
export function idempotencyKeyOf({ headers }: Request): string | undefined {
  const sent = headers[HEADER];
  if (sent === undefined) return undefined;
  const key = String(sent);
  if (!KEY_PATTERN.test(key)) throw malformedKey();
  return key.startsWith('"') ? key.slice(1, -1).replace(/\\(["\\])/g, '$1') : key;
}

function malformedKey(): BadRequestException {
  return new BadRequestException(
    'The header Idempotency-Key takes one key of 1 to 255 printable ASCII characters, such as a UUID: write it in double quotes, or without spaces, quotes, commas and semicolons.',
  );
}
