/** Characters that a URI reference cannot contain, including a `%` that begins no encoded byte. */
const UNWRITABLE = /%(?![\dA-Fa-f]{2})|[^\w\-.~!$&'()*+,;=:@/%]/gu;

/**
 * Converts the path of a request, which may be malformed, to a valid URI reference.
 *
 * Node passes each byte of a path as one character. Two leading slashes would be read as a host, and a colon in the first
 * segment as a scheme.
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
