import { BadRequestException } from '../http/exceptions';
import { tooManyFields } from '../http/serializers/form-fields';

/** Enough for a file name of 255 characters that are percent-encoded by RFC 8187. */
const MAX_HEADER_BYTES = 2048;
const BLANK_LINE = '\r\n\r\n';

/**
 * Limits the parts before koa-body parses them, and the headers of each, for which it takes more than linear time.
 *
 * @throws BadRequestException for too many parts, or if the headers of a part have more than 2,048 bytes
 * @see RFC 2046, 5.1.1: a boundary stands at the start of a line
 */
export function verifyParts(bytes: Buffer, boundary: string | undefined, maxParts: number): void {
  if (boundary === undefined) return;
  const delimiter = Buffer.from(`\r\n--${boundary}\r\n`);
  const atStart = bytes.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2));
  let parts = 0;
  for (let at = atStart ? -2 : bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + 2)) {
    if (++parts > maxParts) {
      // What follows the last part is ignored.
      if (bytes.subarray(0, at).includes(`\r\n--${boundary}--`)) return;
      throw tooManyFields(maxParts);
    }
    // In a part without headers, the line break of the delimiter belongs to the blank line.
    const start = at + delimiter.length - 2;
    const blankLine = bytes.indexOf(BLANK_LINE, start);
    if ((blankLine === -1 ? bytes.length : blankLine) - start > MAX_HEADER_BYTES) {
      throw new BadRequestException(`A part of the form has more than ${MAX_HEADER_BYTES} bytes of headers.`);
    }
  }
}
