import type { FieldMetadata } from '../../metadata';
import type { Operator } from '../../persistence';
import { codecOf, type FieldType } from '../../values';
import { quoted, refusal } from '../refusal';
import { readValue } from './read-value';

/** What stands in the brackets of a search parameter; nothing stands for equality. */
export interface BracketOperator {
  readonly operator: Operator;
  /** The values of one parameter: a list for `in` and `nin`. */
  readonly read: (parameter: string, field: FieldMetadata, text: string) => readonly unknown[];
}

/** A pattern becomes an expression of the database, which bounds its length. */
const MAX_PATTERN = 1000;

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
  ['null', { operator: 'isNull', read: presence }],
]);

/** Those that stand in brackets, in the order in which they are told. */
export const OPERATOR_NAMES: readonly string[] = [...OPERATORS.keys()].filter(Boolean);

/** @throws BadRequestException for an operator that is none */
export function operatorOf(parameter: string, name: string): BracketOperator {
  const found = OPERATORS.get(name);
  if (found) return found;
  const known = OPERATOR_NAMES.join(', ');
  throw refusal(parameter, `The operator ${quoted(name)} of ${parameter} is not known; known are ${known}.`);
}

function bounded(parameter: string, field: FieldMetadata, text: string): unknown {
  return field.searchable?.ignoreCase
    ? readValue(parameter, field, short(parameter, text))
    : readValue(parameter, field, text);
}

function ordered(parameter: string, field: FieldMetadata, text: string): readonly unknown[] {
  if (field.type.kind === 'boolean')
    throw refusal(parameter, `${parameter} cannot be asked: true and false have no order.`);
  return [readValue(parameter, field, text)];
}

function pattern(parameter: string, { type }: FieldMetadata, text: string): readonly unknown[] {
  if (!isText(type))
    throw refusal(parameter, `${parameter} cannot be asked: like is for text, and its type is ${type.kind}.`);
  const reading = codecOf(PATTERN).read(short(parameter, text));
  if ('problem' in reading)
    throw refusal(parameter, `${parameter} has the pattern ${quoted(text)}, which ${reading.problem}.`);
  return [reading.value];
}

const PATTERN: FieldType = { kind: 'string', maxLength: MAX_PATTERN };

function short(parameter: string, text: string): string {
  if (text.length <= MAX_PATTERN) return text;
  throw refusal(
    parameter,
    `${parameter} has the value ${quoted(text)}: a pattern has at most ${MAX_PATTERN} characters.`,
  );
}

function presence(parameter: string, _: FieldMetadata, text: string): readonly unknown[] {
  if (text === 'true' || text === 'false') return [text === 'true'];
  throw refusal(parameter, `${parameter} takes true or false, and ${quoted(text)} is neither.`);
}

function isText({ kind }: FieldType): boolean {
  return kind === 'string' || kind === 'text' || kind === 'enum' || kind === 'uuid';
}
