import type { FieldMetadata } from '../../metadata';
import type { Operator } from '../../persistence';
import { codecOf, type FieldType, wordsOf } from '../../values';
import { invalidParameter, quoted } from '../invalid-parameter';
import { readParameterValue } from './read-parameter-value';

/** An operator of a search parameter, named in brackets; equality has no name. */
export interface SearchOperator {
  readonly operator: Operator;
  /** Reads the value of a parameter: a list for `in` and `nin`, else one value. */
  readonly read: ReadValues;
}

type ReadValues = (parameter: string, field: FieldMetadata, text: string) => readonly unknown[];

/** In characters: limits the cost of matching a pattern. */
const MAX_PATTERN = 1000;

const PATTERN: FieldType = { kind: 'string', maxLength: MAX_PATTERN };

/** The longest text of a full-text search, in characters. */
export const MAX_WORDS_LENGTH = 1000;

/** Each word is a lookup of its own. */
const MAX_WORDS = 20;

const OPERATORS: ReadonlyMap<string, SearchOperator> = new Map<string, SearchOperator>([
  ['', { operator: 'in', read: readSingle }],
  ['ne', { operator: 'notIn', read: readSingle }],
  ['in', { operator: 'in', read: readList }],
  ['nin', { operator: 'notIn', read: readList }],
  ['gt', { operator: 'gt', read: readOrdered }],
  ['gte', { operator: 'gte', read: readOrdered }],
  ['lt', { operator: 'lt', read: readOrdered }],
  ['lte', { operator: 'lte', read: readOrdered }],
  ['like', { operator: 'like', read: readPattern }],
  ['match', { operator: 'match', read: readWords }],
  ['null', { operator: 'isNull', read: readNullTest }],
]);

/** In the order in which messages and documents list them. */
const ALL_NAMES: readonly string[] = [...OPERATORS.keys()].filter(Boolean);

/** The operator for columns with a full-text index. */
export const FULL_TEXT_OPERATOR = 'match';

/** The operators for other columns. */
export const OPERATOR_NAMES = ALL_NAMES.filter((name) => name !== FULL_TEXT_OPERATOR);

/** @throws BadRequestException for an unknown operator */
export function operatorOf(parameter: string, name: string): SearchOperator {
  const operator = OPERATORS.get(name);
  if (operator) return operator;
  const known = ALL_NAMES.join(', ');
  throw invalidParameter(parameter, `Unknown operator ${quoted(name)} of ${parameter}. Known operators: ${known}.`);
}

function readSingle(parameter: string, field: FieldMetadata, text: string): readonly unknown[] {
  return [readEqual(parameter, field, text)];
}

function readList(parameter: string, field: FieldMetadata, text: string): readonly unknown[] {
  return text.split(',').map((part) => readEqual(parameter, field, part));
}

/** With `ignoreCase` the value becomes a pattern in SQL, so the limit of patterns holds. */
function readEqual(parameter: string, field: FieldMetadata, text: string): unknown {
  if (field.searchable?.ignoreCase) verifyPatternLength(parameter, text);
  return readParameterValue(parameter, field, text);
}

function readOrdered(parameter: string, field: FieldMetadata, text: string): readonly unknown[] {
  if (field.type.kind === 'boolean') throw unsupported(parameter, 'true and false have no order');
  return [readParameterValue(parameter, field, text)];
}

function readPattern(parameter: string, { type }: FieldMetadata, text: string): readonly unknown[] {
  if (!isText(type)) throw unsupported(parameter, `like is for text, and the type of the field is ${type.kind}`);
  verifyPatternLength(parameter, text);
  const reading = codecOf(PATTERN).read(text);
  if ('value' in reading) return [reading.value];
  throw invalidParameter(parameter, `${parameter} has the pattern ${quoted(text)}, which ${reading.problem}.`);
}

function readWords(parameter: string, { searchable }: FieldMetadata, text: string): readonly unknown[] {
  if (!searchable?.fullText) {
    throw unsupported(parameter, 'match is for columns with a full-text index, and like finds parts of any text');
  }
  if (text.length > MAX_WORDS_LENGTH) {
    throw invalidParameter(parameter, `${parameter} has ${text.length} characters: give ${MAX_WORDS_LENGTH} at most.`);
  }
  const words = wordsOf(text);
  if (words.length === 0) {
    throw invalidParameter(
      parameter,
      `${parameter} is ${quoted(text)}, which has no word in it: give letters or digits.`,
    );
  }
  if (words.length > MAX_WORDS) {
    throw invalidParameter(parameter, `${parameter} has ${words.length} different words: give ${MAX_WORDS} at most.`);
  }
  return [words.join(' ')];
}

function readNullTest(parameter: string, _: FieldMetadata, text: string): readonly unknown[] {
  if (text === 'true' || text === 'false') return [text === 'true'];
  throw invalidParameter(parameter, `${parameter} takes true or false, and ${quoted(text)} is neither.`);
}

function verifyPatternLength(parameter: string, text: string): void {
  if (text.length <= MAX_PATTERN) return;
  throw invalidParameter(
    parameter,
    `${parameter} has the value ${quoted(text)}: a pattern has at most ${MAX_PATTERN} characters.`,
  );
}

function unsupported(parameter: string, reason: string) {
  return invalidParameter(parameter, `${parameter} is not supported: ${reason}.`);
}

function isText({ kind }: FieldType): boolean {
  return kind === 'string' || kind === 'text' || kind === 'enum' || kind === 'uuid';
}
