import Joi from 'joi';
import { isObject, Mistakes } from '../../foundation';
import { nearestHint } from '../../naming';
import { ConfigurationError } from './configuration-error';
import type { ConfigurationLevel, Merged } from './configuration-level';

type Values = ConfigurationLevel['values'];
type Keys = Readonly<Record<string, Joi.Schema>>;
type Path = readonly (string | number)[];

/** Part of the result of Joi's `describe()`. */
interface Described {
  readonly keys?: Readonly<Record<string, Described>>;
  readonly items?: readonly Described[];
  /** Rules for keys with arbitrary names. */
  readonly patterns?: readonly { readonly rule: Described }[];
}

/** The name of a pattern follows "must be": `a media type`, `in snake_case`. */
const MESSAGES = { 'string.pattern.name': '{{#label}} must be {{#name}}, not {:[.]}' };

/**
 * Checks the merged values and converts them.
 *
 * @param levels  the levels before merging, the package's defaults first
 * @param file    the file that errors name for a missing key
 * @throws ConfigurationError; SeveralMistakes of these
 */
export function checkValues(merged: Merged, keys: Keys, levels: readonly ConfigurationLevel[], file: string): Values {
  const schema = Joi.object(keys);
  const { error, value } = schema.validate(merged.values, { abortEarly: false, messages: MESSAGES });
  if (!error) return value;
  const mistakes = new Mistakes();
  for (const detail of error.details) {
    const key = detail.path.join('.');
    const problem = detail.type === 'object.unknown' ? unknownKey(detail.path, schema) : problemOf(detail, levels);
    // Joi's error is not set as the cause: it contains the whole configuration, with its passwords.
    mistakes.add(new ConfigurationError(placeOf(detail, merged, levels) ?? file, key, problem));
  }
  mistakes.report();
  return value;
}

/** The file to correct; undefined if the key is missing from the lowest level. */
function placeOf(
  { type, path }: Joi.ValidationErrorItem,
  merged: Merged,
  levels: readonly ConfigurationLevel[],
): string | undefined {
  const key = path.join('.');
  const origin = type === 'any.required' ? originAbove(key, merged) : originOf(key, merged);
  return origin === levels[0]?.origin ? undefined : origin;
}

function unknownKey(path: Path, schema: Joi.ObjectSchema): string {
  const known = knownIn(path.slice(0, -1), schema);
  const list = known.length > 0 ? `. Known keys: ${known.join(', ')}` : '';
  return `unknown key: remove it, or correct its name${nearestHint(String(path.at(-1)), known)}${list}.`;
}

/** The known keys of a section. */
function knownIn(section: Path, schema: Joi.ObjectSchema): readonly string[] {
  const described = section.reduce<Described | undefined>(inside, schema.describe() as Described);
  return Object.keys(described?.keys ?? {}).sort();
}

function inside(section: Described | undefined, step: string | number): Described | undefined {
  if (typeof step === 'number') return section?.items?.[0];
  return section?.keys?.[step] ?? section?.patterns?.[0]?.rule;
}

function problemOf({ type, message, path }: Joi.ValidationErrorItem, levels: readonly ConfigurationLevel[]): string {
  const problem = withoutKey(message);
  if (type === 'any.required')
    return `${problem}: add it${path.length > 1 ? ` to the section ${path.slice(0, -1).join('.')}` : ''}.`;
  const variable = variableAt(path, levels);
  return variable ? `${problem} (it comes from the environment variable ${variable}).` : `${problem}.`;
}

/** Removes the quoted key before Joi's message: a ConfigurationError names it already. */
function withoutKey(message: string): string {
  return message.replace(/^"[^"]*" /, '');
}

/** The environment variable in the value of the highest level, if any. */
function variableAt(path: Path, levels: readonly ConfigurationLevel[]): string | undefined {
  const written = levels
    .map(({ values }) => valueAt(values, path))
    .filter((value) => value !== undefined && value !== null);
  const value = written.at(-1);
  return typeof value === 'string' ? VARIABLE.exec(value)?.[1] : undefined;
}

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)/;

function valueAt(values: Values, path: Path): unknown {
  return path.reduce<unknown>((value, step) => (isObject(value) ? Reflect.get(value, step) : undefined), values);
}

/** The origin of the value, or of the first value inside it. */
function originOf(key: string, merged: Merged): string | undefined {
  const { origins } = merged;
  for (let path = key; path; path = above(path)) {
    const inside = [...origins.keys()].find((candidate) => candidate.startsWith(`${path}.`));
    const origin = origins.get(path) ?? (inside && origins.get(inside));
    if (origin) return origin;
  }
  return undefined;
}

/** The origin of the nearest enclosing value that was set as a whole, such as a list element's list. */
function originAbove(key: string, { origins }: Merged): string | undefined {
  for (let path = above(key); path; path = above(path)) {
    const origin = origins.get(path);
    if (origin) return origin;
  }
  return undefined;
}

function above(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('.')));
}
