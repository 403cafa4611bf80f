import type { FieldMetadata } from '../../metadata';
import { codecOf, ExactNumber, type FieldType, type Reading } from '../../values';
import { invalidParameter, quoted } from '../invalid-parameter';

/** Parses the text of a query as JSON would hold the value; undefined for malformed text. */
type Parse = (text: string) => unknown;

const PARSERS: { readonly [K in FieldType['kind']]?: Parse } = {
  integer: (text) => (/^-?(0|[1-9]\d{0,19})$/.test(text) ? wholeNumber(text) : undefined),
  float: (text) => (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined),
  boolean: (text) => ({ true: true, false: false })[text],
  // In a query "+" is a space.
  datetime: (text) => text.replace(/ (\d\d:\d\d)$/, '+$1'),
};

const asText: Parse = (text) => text;

/**
 * Reads the value of a search parameter as the type of its column.
 *
 * @throws BadRequestException that names parameter and value
 */
export function readParameterValue(parameter: string, { type }: FieldMetadata, text: string): unknown {
  const reading = readText(type, text);
  if ('value' in reading) return reading.value;
  throw invalidParameter(parameter, `${parameter} has the value ${quoted(text)}, which ${reading.problem}.`);
}

function readText(type: FieldType, text: string): Reading {
  const parse = PARSERS[type.kind] ?? asText;
  // For malformed text, null gets the message of the codec.
  return codecOf(type).read(parse(text) ?? null);
}

function wholeNumber(text: string): unknown {
  return Number.isSafeInteger(Number(text)) ? Number(text) : new ExactNumber(text);
}
