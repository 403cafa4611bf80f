import { parseJson } from '../../core';
import { ExactNumber, type FieldType } from '../../values';

/** Formats whose values are all text: XML, CSV and forms. */
const TEXT_FORMATS =
  /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/csv|(application|text)\/xml|.+\+xml)$/;

/** Whether content of the media type has only text as values, which is converted by the types of the columns. */
export function isTextFormat(mediaType: string | undefined): boolean {
  return mediaType !== undefined && TEXT_FORMATS.test(mediaType);
}

/** Whether content of the media type is a table: each row has a cell for every field, possibly empty. */
export function isTable(mediaType: string | undefined): boolean {
  return mediaType === 'text/csv';
}

/**
 * Converts text to a JSON value of the column's type. Malformed text is returned unchanged, and then rejected by the
 * codec of the column. Empty text is null, except in text columns.
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
    case 'set':
      return text === '' ? null : text.startsWith('[') ? jsonFrom(text) : text.split(',');
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
 * Parses text as JSON; text that is not JSON is a JSON string.
 *
 * @throws BadRequestException for JSON that is rejected in a body too: with a duplicate key, or nested too deeply
 */
export function jsonFrom(text: string): unknown {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return parseJson(text);
}
