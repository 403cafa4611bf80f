import { parse as parseLossless } from 'lossless-json';
import { exactNumber } from '../../../values';
import { BadRequestException } from '../exceptions';
import type { ItemShape } from '../item-shape';
import { countJsonItems } from '../json-items';
import { scanJson } from '../json-scan';
import type { MediaType } from '../media-type';
import type { ContentStream, Serializer } from '../serializer';
import { readText } from '../text-content';

/**
 * JSON, in UTF-8.
 *
 * Numbers that a double cannot represent are read as `ExactNumber`. A `bigint` is written as a number if it is a safe
 * integer, else as a string.
 */
export class JsonSerializer implements Serializer {
  read(bytes: Buffer, mediaType: MediaType): unknown {
    return parseJson(readText(bytes, mediaType));
  }

  /** @internal */
  countItems(bytes: Buffer, mediaType: MediaType, shape: ItemShape): number {
    return countJsonItems(readText(bytes, mediaType), shape);
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
 * Parses JSON by the rules of request bodies, for example from a CSV cell or a form field.
 *
 * @throws BadRequestException for invalid JSON, a duplicate key, a key that could pollute a prototype, and too many levels
 */
export function parseJson(text: string): unknown {
  const content = parse(text);
  return scanJson(text, content).hasExactNumbers ? parseLossless(text, undefined, exactNumber) : content;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BadRequestException(`The body is not valid JSON${syntaxError(text)}.`, { cause });
  }
}

/** The message of `JSON.parse` does not always contain the position. */
function syntaxError(text: string): string {
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
