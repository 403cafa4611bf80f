import { BadRequestException } from '../http/exceptions';

/** Enough for a file name of 255 characters that are percent-encoded by RFC 8187. */
const MAX_HEADER_BYTES = 2048;
const BLANK_LINE = '\r\n\r\n';

/**
 * Limits the headers of each part, because koa-body takes more than linear time to parse long ones.
 *
 * @throws BadRequestException if the headers of a part have more than 2,048 bytes
 * @see RFC 2046, 5.1.1: a boundary stands at the start of a line
 */
export function verifyPartHeaders(bytes: Buffer, boundary: string | undefined): void {
  if (boundary === undefined) return;
  const delimiter = Buffer.from(`\r\n--${boundary}\r\n`);
  const atStart = bytes.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2));
  for (let at = atStart ? -2 : bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + 2)) {
    // In a part without headers, the line break of the delimiter belongs to the blank line.
    const start = at + delimiter.length - 2;
    const blankLine = bytes.indexOf(BLANK_LINE, start);
    if ((blankLine === -1 ? bytes.length : blankLine) - start > MAX_HEADER_BYTES) {
      throw new BadRequestException(`A part of the form has more than ${MAX_HEADER_BYTES} bytes of headers.`);
    }
  }
}
