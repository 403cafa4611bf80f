import { parseJson } from '../../core';
import { ExactNumber, type FieldType } from '../../values';

/** Formats whose values are all text: XML, CSV and forms. */
const TEXT_FORMATS =
  /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/csv|(application|text)\/xml|.+\+xml)$/;

/** Whether values in that media type are text, to be typed by their columns. */
export function isTextFormat(mediaType: string | undefined): boolean {
  return mediaType !== undefined && TEXT_FORMATS.test(mediaType);
}

/** Whether that media type has a cell for every field of every row, filled or not. */
export function isTable(mediaType: string | undefined): boolean {
  return mediaType === 'text/csv';
}

/**
 * The JSON value that a text stands for in a column of that type; text that is none stays as it is, so that the
 * codec refuses it with its own words. An empty text is null where the column holds no text.
 */
export function fromText(type: FieldType, text: unknown): unknown {
  if (typeof text !== 'string') return text;
  switch (type.kind) {
    case 'string':
    case 'text':
    case 'enum':
      return text;
    case 'integer':
    case 'float':
      return text === '' ? null : numberFrom(text);
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true';
      return text === '' ? null : text;
    case 'json':
      return text === '' ? null : jsonFrom(text);
    default:
      return text === '' ? null : text;
  }
}

function numberFrom(text: string): unknown {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return text;
  const value = Number(text);
  return String(value) === text ? value : new ExactNumber(text);
}

/**
 * Text that is no JSON is itself a JSON text.
 *
 * @throws BadRequestException for JSON that a body could not be: with a duplicate key, or too many levels
 */
export function jsonFrom(text: string): unknown {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return parseJson(text);
}
