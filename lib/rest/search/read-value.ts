import type { FieldMetadata } from '../../metadata';
import { codecOf, ExactNumber, type FieldType, type Reading } from '../../values';
import { invalidParameter, quoted } from '../invalid-parameter';

/** Takes the text of a query for a value of the field's type; undefined for text that is written as none. */
type Parse = (text: string) => unknown;

const TEXTUAL: Parse = (text) => text;

const PARSERS: { readonly [K in FieldType['kind']]?: Parse } = {
  integer: (text) => (/^-?(0|[1-9]\d{0,19})$/.test(text) ? wholeNumber(text) : undefined),
  float: (text) => (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined),
  boolean: (text) => ({ true: true, false: false })[text],
  // In a query "+" is a space.
  datetime: (text) => text.replace(/ (\d\d:\d\d)$/, '+$1'),
};

/** The name of each type in messages. */
const TYPE_NAMES: { readonly [K in FieldType['kind']]?: string } = {
  string: 'text',
  integer: 'whole number',
  datetime: 'date and time',
  time: 'time of day',
  enum: 'choice',
  uuid: 'UUID',
};

/**
 * The value of a search parameter, typed as the column that it is compared with.
 *
 * @throws BadRequestException that names parameter, value and type
 */
export function readValue(parameter: string, { type }: FieldMetadata, text: string): unknown {
  const reading = read(type, text);
  if ('value' in reading) return reading.value;
  const typeName = TYPE_NAMES[type.kind] ?? type.kind;
  throw invalidParameter(
    parameter,
    `${parameter} is compared with a ${typeName}, and ${quoted(text)} ${reading.problem}.`,
  );
}

function read(type: FieldType, text: string): Reading {
  const codec = codecOf(type);
  const value = (PARSERS[type.kind] ?? TEXTUAL)(text);
  // What no value is written as has the words that a payload gets for it.
  return codec.read(value === undefined ? null : value);
}

function wholeNumber(text: string): unknown {
  return Number.isSafeInteger(Number(text)) ? Number(text) : new ExactNumber(text);
}
