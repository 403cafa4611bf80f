import { nearestName } from '../naming';
import { OptionError } from './errors';
import { Mistakes } from './mistakes';
import { isObject } from './objects';
import { nameOfPart } from './parts';

/** The type of an option's value; `any` for values that are checked elsewhere, or that a library checks. */
export type OptionKind = 'any' | keyof typeof KINDS;

/** The known options of a type, each with the type of its value: written as `{ … } satisfies OptionKinds<ActionOptions>`. */
export type OptionKinds<O extends object = Record<string, unknown>> = Readonly<Record<keyof O, OptionKind>>;

const isName = (value: unknown) => typeof value === 'string';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isLiteral = (value: unknown) => isObject(value) && !Array.isArray(value);

/** A test of each type, and its words after "write". */
const KINDS = {
  flag: [isFlag, 'true or false'],
  functions: [
    (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'function'),
    'a list of decorators',
  ],
  function: [(value: unknown) => typeof value === 'function', 'a function'],
  list: [(value: unknown) => Array.isArray(value), 'a list'],
  listOrOptions: [isObject, 'a list or an object literal'],
  name: [isName, 'a text'],
  names: [(value: unknown) => Array.isArray(value) && value.every(isName), 'a list of texts'],
  number: [(value: unknown) => typeof value === 'number', 'a number'],
  options: [isLiteral, 'an object literal'],
  flagOrOptions: [(value: unknown) => isFlag(value) || isLiteral(value), 'true, false or an object literal'],
  nameOrOptions: [(value: unknown) => isName(value) || isLiteral(value), 'a text or an object literal'],
  namesOrOptions: [
    (value: unknown) => (Array.isArray(value) ? value.every(isName) : isLiteral(value)),
    'a list of texts, or an object literal',
  ],
} as const satisfies Record<string, readonly [(value: unknown) => boolean, string]>;

/**
 * Checks an object of options that a user of the package writes by hand, where no compiler may have checked it. Options
 * that are undefined count as absent.
 *
 * @param subject  for messages: `@Collection on Order.items`
 * @throws OptionError OPTION_UNKNOWN, OPTION_INVALID, OPTIONS_INVALID; SeveralMistakes of these
 */
export function checkOptions(options: unknown, known: OptionKinds, subject: string): void {
  if (options === undefined) return;
  if (!isLiteral(options)) throw new OptionError('OPTIONS_INVALID', subject, nameOfPart(options));
  const mistakes = new Mistakes();
  for (const [name, value] of Object.entries(options as object)) {
    if (value !== undefined) mistakes.collect(() => checkOption(name, value, known, subject));
  }
  mistakes.report();
}

function checkOption(name: string, value: unknown, known: OptionKinds, subject: string): void {
  if (!Object.hasOwn(known, name)) throw unknownOption(name, known, subject);
  const kind = known[name]!;
  if (kind === 'any') return;
  const [isValid, expected] = KINDS[kind];
  if (!isValid(value)) throw new OptionError('OPTION_INVALID', name, subject, nameOfPart(value), expected);
}

function unknownOption(name: string, known: OptionKinds, subject: string): OptionError {
  const names = Object.keys(known);
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  return new OptionError('OPTION_UNKNOWN', name, subject, hint, names.join(', ') || 'none');
}
