import { BadRequestException, type Request } from '../../core';

const HEADER = 'idempotency-key';
const MAX_LENGTH = 255;
/** A string of structured fields (RFC 8941). */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
/** As most clients send it: without quotes, spaces and separators. */
const BARE = /^[!#-+\--:<-[\]-~]*$/;

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
  const key = unquoted(String(sent));
  if (key === undefined || key === '' || key.length > MAX_LENGTH) throw malformedKey();
  return key;
}

function unquoted(sent: string): string | undefined {
  const quoted = QUOTED.exec(sent)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(["\\])/g, '$1');
  return BARE.test(sent) ? sent : undefined;
}

function malformedKey(): BadRequestException {
  return new BadRequestException(
    `The header Idempotency-Key takes one key of 1 to ${MAX_LENGTH} printable ASCII characters, such as a UUID: write it in double quotes, or without spaces, quotes, commas and semicolons.`,
  );
}
