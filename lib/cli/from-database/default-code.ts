import type { ColumnShape } from '../../persistence';
import { type FieldType, limitOf } from '../../values';
import { stringLiteral } from '../templates/string-literal';
import type { FieldCode } from './field-code';
import type { PlannedField } from './planned-class';

const TEXT_LITERAL = /^'(?:[^']|'')*'$/;

type ColumnField = Pick<PlannedField, 'column' | 'code' | 'isKey'>;

/**
 * The argument of `@Default`: a value, or the expression of the database where the class has no value for it; undefined for
 * a column without a default, or with one that the class cannot have ({@link reasonAgainstDefault}).
 */
export function defaultCodeOf(field: ColumnField): string | undefined {
  const text = defaultTextOf(field.column);
  if (text === undefined || reasonAgainstDefault(field) !== undefined) return undefined;
  if (field.isKey && UUID.test(text)) return 'DataType.UUIDV4';
  return valueCodeOf(text, field.code) ?? `literal(${stringLiteral(text)})`;
}

/** Why the class has no default where its column has one; undefined if it has, or neither has one. */
export function reasonAgainstDefault({ column, code, isKey }: ColumnField): string | undefined {
  const text = defaultTextOf(column);
  if (text === undefined) return undefined;
  // The strict mode of the framework's connections rejects it.
  if (isOfDates(code) && NO_DATE.test(text)) return `${text} is no date`;
  const isGiven = !isKey || UUID.test(text) || valueCodeOf(text, code) !== undefined;
  return isGiven ? undefined : `the key of a new row must be known, and ${text} is known to the database alone`;
}

function defaultTextOf({ default: text }: ColumnShape): string | undefined {
  const trimmed = text?.trim();
  return trimmed === undefined || /^null$/i.test(trimmed) ? undefined : trimmed;
}

const NO_DATE = /^'0000-00-00(?: [0:.]*)?'$/;
const UUID = /^\(?uuid\(\)\)?$/i;

function isOfDates({ holds: { kind } }: FieldCode): boolean {
  return kind === 'date' || kind === 'datetime';
}

/** Undefined for an expression, and for a value that the field does not accept. */
function valueCodeOf(text: string, { holds }: FieldCode): string | undefined {
  const isText = TEXT_LITERAL.test(text);
  const value = isText ? text.slice(1, -1).replaceAll("''", "'") : text;
  switch (holds.kind) {
    case 'datetime':
      return CURRENT_TIME.test(text) ? 'DataType.NOW' : undefined;
    case 'json':
      return isText ? jsonOf(value) : undefined;
    case 'boolean':
      return BOOLEANS[String(bitsOf(value) ?? value).toLowerCase()];
    case 'integer':
    case 'float':
      return numberOf(bitsOf(value) ?? value, holds);
    case 'set':
      return isText ? membersOf(value, holds) : undefined;
    case 'bytes':
      return undefined;
    default:
      return (isText || !Number.isNaN(Number(text))) && isAccepted(value, holds) ? stringLiteral(value) : undefined;
  }
}

const CURRENT_TIME = /^(?:current_timestamp|now)(?:\(\d?\))?$/i;
const BOOLEANS: Readonly<Record<string, string>> = { 1: 'true', true: 'true', 0: 'false', false: 'false' };

/** The number of `b'101'`. */
function bitsOf(text: string): number | undefined {
  const [, digits] = /^b'([01]{1,53})'$/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number.parseInt(digits, 2);
}

function membersOf(text: string, holds: FieldType): string | undefined {
  const members = text === '' ? [] : text.split(',');
  return isAccepted(members, holds) ? `[${members.map(stringLiteral).join(', ')}]` : undefined;
}

function numberOf(value: string | number, holds: FieldType): string | undefined {
  const number = value === '' ? Number.NaN : Number(value);
  return Number.isNaN(number) || !isAccepted(number, holds) ? undefined : String(number);
}

/** The start accepts a default if the column holds it. */
function isAccepted(value: unknown, holds: FieldType): boolean {
  return 'value' in limitOf(holds)(value);
}

function jsonOf(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}
