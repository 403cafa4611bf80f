/** Characters that a URI reference cannot contain as they are; a `%` only where it does not begin an octet. */
const UNWRITABLE = /%(?![\dA-Fa-f]{2})|[^\w\-.~!$&'()*+,;=:@/%]/gu;

/**
 * The path of a request as a URI reference, whatever was sent: what may not stand in one is percent-encoded.
 *
 * Node hands on each byte of a path as one character. A path with two slashes at its beginning would name a host, and a
 * colon without a slash before it a scheme.
 *
 * @see RFC 3986, "Relative Reference"
 */
export function uriReference(path: string): string {
  const encoded = path.replace(UNWRITABLE, encodeByte);
  if (encoded.startsWith('//')) return `/.${encoded}`;
  return encoded.startsWith('/') ? encoded : encoded.replaceAll(':', '%3A');
}

function encodeByte(character: string): string {
  const bytes = Buffer.from(character, character > '\xff' ? 'utf8' : 'latin1');
  return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
