import { BadRequestException, type Request } from '../../core';

const HEADER = 'idempotency-key';
const LONGEST = 255;
/** As a string of structured fields, RFC 8941. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
/** As most clients send it: without quotes, and without what separates in headers. */
const BARE = /^[!#-+\--:<-[\]-~]*$/;

/**
 * The key that a request has in its header `Idempotency-Key`, in quotes or without: the same key either way.
 *
 * @returns undefined where it has none
 * @throws BadRequestException for a key that is empty, too long, sent twice, or no printable ASCII
 * @see draft-ietf-httpapi-idempotency-key-header, "Syntax"
 */
export function idempotencyKeyOf({ headers }: Request): string | undefined {
  const sent = headers[HEADER];
  if (sent === undefined) return undefined;
  const key = keyIn(String(sent));
  if (key === undefined || key === '' || key.length > LONGEST) throw malformed();
  return key;
}

function keyIn(sent: string): string | undefined {
  const quoted = QUOTED.exec(sent)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(["\\])/g, '$1');
  return BARE.test(sent) ? sent : undefined;
}

function malformed(): BadRequestException {
  return new BadRequestException(
    `The header Idempotency-Key takes one key of 1 to ${LONGEST} printable ASCII characters, such as a UUID: write it in double quotes, or without spaces, quotes, commas and semicolons.`,
  );
}
