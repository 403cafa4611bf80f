import { parse as parseLossless } from 'lossless-json';
import { exactNumber } from '../../../values';
import { BadRequestException } from '../exceptions';
import { scanJson } from '../json-scan';
import type { MediaType } from '../media-type';
import type { ContentStream, Serializer } from '../serializer';
import { readText } from '../text-content';

/**
 * JSON, in UTF-8.
 *
 * Numbers that a double would change are read as `ExactNumber`; a `bigint` is written as a number where every
 * reader can hold it, else as a string.
 */
export class JsonSerializer implements Serializer {
  read(bytes: Buffer, mediaType: MediaType): unknown {
    return parseJson(readText(bytes, mediaType));
  }

  write(content: unknown): string {
    return stringify(content);
  }

  async *writeStream(elements: ContentStream): AsyncIterable<string> {
    let before = '[';
    for await (const element of elements) {
      yield before + stringify(element);
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  }
}

/**
 * The content of a JSON text, by the rules of bodies, wherever it stands: also in a cell of CSV, or a field of a form.
 *
 * @throws BadRequestException when it is not valid JSON, has a duplicate key, one that could reach into a prototype,
 *         or too many levels
 */
export function parseJson(text: string): unknown {
  const content = parse(text);
  return scanJson(text, content).hasExactNumbers ? parseLossless(text, undefined, exactNumber) : content;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BadRequestException(`The body is not valid JSON${whatIsWrong(text)}.`, { cause });
  }
}

/** The engine's own message does not always tell the position. */
function whatIsWrong(text: string): string {
  try {
    parseLossless(text);
  } catch (error) {
    if (error instanceof SyntaxError) return `: ${error.message}`;
  }
  return '';
}

function stringify(content: unknown): string {
  try {
    return JSON.stringify(content) ?? 'null';
  } catch (error) {
    const text = JSON.stringify(content, (_key, value) => (typeof value === 'bigint' ? bigintContent(value) : value));
    if (text === undefined) throw error;
    return text;
  }
}

function bigintContent(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
