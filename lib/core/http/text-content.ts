import { BadRequestException, UnsupportedMediaTypeException } from './exceptions';
import type { MediaType } from './media-type';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes UTF-8; a byte order mark is dropped.
 *
 * @throws UnsupportedMediaTypeException for another charset
 * @throws BadRequestException for invalid UTF-8
 */
export function readText(bytes: Buffer, { parameters: { charset } }: MediaType): string {
  if (charset && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new UnsupportedMediaTypeException(`The charset ${charset} is not supported: send UTF-8.`);
  }
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new BadRequestException('The body is not valid UTF-8.', { cause });
  }
}
