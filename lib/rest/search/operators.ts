import type { FieldMetadata } from '../../metadata';
import type { Operator } from '../../persistence';
import { codecOf, type FieldType, wordsOf } from '../../values';
import { invalidParameter, quoted } from '../invalid-parameter';
import { readValue } from './read-value';

/** What stands in the brackets of a search parameter; nothing stands for equality. */
export interface BracketOperator {
  readonly operator: Operator;
  /** The values of one parameter: a list for `in` and `nin`. */
  readonly read: (parameter: string, field: FieldMetadata, text: string) => readonly unknown[];
}

/** A pattern becomes an expression of the database, which bounds its length. */
const MAX_PATTERN = 1000;

/** Of a full-text search, in characters. */
export const MAX_WORDS_LENGTH = 1000;

/** Each is looked for by itself. */
const MAX_WORDS = 20;

const single: BracketOperator['read'] = (parameter, field, text) => [bounded(parameter, field, text)];
const list: BracketOperator['read'] = (parameter, field, text) =>
  text.split(',').map((part) => bounded(parameter, field, part));

const OPERATORS: ReadonlyMap<string, BracketOperator> = new Map<string, BracketOperator>([
  ['', { operator: 'in', read: single }],
  ['ne', { operator: 'notIn', read: single }],
  ['in', { operator: 'in', read: list }],
  ['nin', { operator: 'notIn', read: list }],
  ['gt', { operator: 'gt', read: ordered }],
  ['gte', { operator: 'gte', read: ordered }],
  ['lt', { operator: 'lt', read: ordered }],
  ['lte', { operator: 'lte', read: ordered }],
  ['like', { operator: 'like', read: pattern }],
  ['match', { operator: 'match', read: words }],
  ['null', { operator: 'isNull', read: presence }],
]);

/** Those that stand in brackets, in the order in which they are told. */
const IN_BRACKETS: readonly string[] = [...OPERATORS.keys()].filter(Boolean);

/** The one for columns with full text alone. */
export const FULL_TEXT_OPERATOR = 'match';

/** The others. */
export const OPERATOR_NAMES = IN_BRACKETS.filter((name) => name !== FULL_TEXT_OPERATOR);

/** @throws BadRequestException for an operator that is none */
export function operatorOf(parameter: string, name: string): BracketOperator {
  const found = OPERATORS.get(name);
  if (found) return found;
  const known = IN_BRACKETS.join(', ');
  throw invalidParameter(parameter, `Unknown operator ${quoted(name)} of ${parameter}. Known operators: ${known}.`);
}

function bounded(parameter: string, field: FieldMetadata, text: string): unknown {
  return field.searchable?.ignoreCase
    ? readValue(parameter, field, short(parameter, text))
    : readValue(parameter, field, text);
}

function ordered(parameter: string, field: FieldMetadata, text: string): readonly unknown[] {
  if (field.type.kind === 'boolean')
    throw invalidParameter(parameter, `${parameter} cannot be asked: true and false have no order.`);
  return [readValue(parameter, field, text)];
}

function pattern(parameter: string, { type }: FieldMetadata, text: string): readonly unknown[] {
  if (!isText(type))
    throw invalidParameter(parameter, `${parameter} cannot be asked: like is for text, and its type is ${type.kind}.`);
  const reading = codecOf(PATTERN).read(short(parameter, text));
  if ('problem' in reading)
    throw invalidParameter(parameter, `${parameter} has the pattern ${quoted(text)}, which ${reading.problem}.`);
  return [reading.value];
}

const PATTERN: FieldType = { kind: 'string', maxLength: MAX_PATTERN };

function short(parameter: string, text: string): string {
  if (text.length <= MAX_PATTERN) return text;
  throw invalidParameter(
    parameter,
    `${parameter} has the value ${quoted(text)}: a pattern has at most ${MAX_PATTERN} characters.`,
  );
}

function words(parameter: string, { searchable }: FieldMetadata, text: string): readonly unknown[] {
  if (!searchable?.fullText) {
    throw invalidParameter(
      parameter,
      `${parameter} cannot be asked: match is for columns with a full-text index, and like finds parts of any text.`,
    );
  }
  if (text.length > MAX_WORDS_LENGTH) {
    throw invalidParameter(parameter, `${parameter} has ${text.length} characters: give ${MAX_WORDS_LENGTH} at most.`);
  }
  const found = wordsOf(text);
  if (found.length > 0 && found.length <= MAX_WORDS) return [found.join(' ')];
  throw invalidParameter(
    parameter,
    found.length === 0
      ? `${parameter} is ${quoted(text)}, which has no word in it: give letters or digits.`
      : `${parameter} has ${found.length} different words: give ${MAX_WORDS} at most.`,
  );
}

function presence(parameter: string, _: FieldMetadata, text: string): readonly unknown[] {
  if (text === 'true' || text === 'false') return [text === 'true'];
  throw invalidParameter(parameter, `${parameter} takes true or false, and ${quoted(text)} is neither.`);
}

function isText({ kind }: FieldType): boolean {
  return kind === 'string' || kind === 'text' || kind === 'enum' || kind === 'uuid';
}
