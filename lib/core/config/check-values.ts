import Joi from 'joi';
import { isObject, Mistakes } from '../../foundation';
import { nearestName } from '../../naming';
import { ConfigurationError } from './configuration-error';
import type { Layer, Merged, Values } from './layer';

type Keys = Readonly<Record<string, Joi.Schema>>;
type Path = readonly (string | number)[];

/** The part of Joi's description of a schema that is read here. */
interface Described {
  readonly keys?: Readonly<Record<string, Described>>;
  readonly items?: readonly Described[];
  /** Of keys that may have any name. */
  readonly patterns?: readonly { readonly rule: Described }[];
}

/**
 * Checks the values of all levels together, and converts them.
 *
 * @param layers  the levels as they were written, with the package's defaults first
 * @param file    where a key that is missing is to be added
 * @throws ConfigurationError, or SeveralMistakes of these
 */
export function checkValues(merged: Merged, keys: Keys, layers: readonly Layer[], file: string): Values {
  const schema = Joi.object(keys);
  const { error, value } = schema.validate(merged.values, { abortEarly: false });
  if (!error) return value;
  const mistakes = new Mistakes();
  for (const detail of error.details) {
    const key = detail.path.join('.');
    const problem = detail.type === 'object.unknown' ? unknownKey(detail.path, schema) : problemOf(detail, layers);
    // Joi's error is no cause to hand on: it holds the whole configuration, with its passwords.
    mistakes.add(new ConfigurationError(placeOf(detail, merged, layers) ?? file, key, problem));
  }
  mistakes.report();
  return value;
}

/** The file to correct; undefined where that is the one that a missing key belongs into. */
function placeOf(
  { type, path }: Joi.ValidationErrorItem,
  merged: Merged,
  layers: readonly Layer[],
): string | undefined {
  const key = path.join('.');
  const origin = type === 'any.required' ? originAbove(key, merged) : originOf(key, merged);
  return origin === layers[0]?.origin ? undefined : origin;
}

function unknownKey(path: Path, schema: Joi.ObjectSchema): string {
  const known = knownIn(path.slice(0, -1), schema);
  const nearest = nearestName(String(path.at(-1)), known);
  const meant = nearest ? ` (the nearest is "${nearest}")` : '';
  const list = known.length > 0 ? `. Known keys: ${known.join(', ')}` : '';
  return `unknown key: remove it, or correct its name${meant}${list}.`;
}

/** The names of the keys that a section may have. */
function knownIn(section: Path, schema: Joi.ObjectSchema): readonly string[] {
  const described = section.reduce<Described | undefined>(inside, schema.describe() as Described);
  return Object.keys(described?.keys ?? {}).sort();
}

function inside(section: Described | undefined, step: string | number): Described | undefined {
  if (typeof step === 'number') return section?.items?.[0];
  return section?.keys?.[step] ?? section?.patterns?.[0]?.rule;
}

function problemOf({ type, message, path }: Joi.ValidationErrorItem, layers: readonly Layer[]): string {
  const problem = withoutKey(message);
  if (type === 'any.required')
    return `${problem}: add it${path.length > 1 ? ` to the section ${path.slice(0, -1).join('.')}` : ''}.`;
  const variable = variableAt(path, layers);
  return variable ? `${problem} (it comes from the environment variable ${variable}).` : `${problem}.`;
}

/** Joi puts the key in quotes before its message; ours stands there already. */
function withoutKey(message: string): string {
  return message.replace(/^"[^"]*" /, '');
}

/** The environment variable that the value of the highest level is made of, if any. */
function variableAt(path: Path, layers: readonly Layer[]): string | undefined {
  const written = layers
    .map(({ values }) => valueAt(values, path))
    .filter((value) => value !== undefined && value !== null);
  const value = written.at(-1);
  return typeof value === 'string' ? VARIABLE.exec(value)?.[1] : undefined;
}

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)/;

function valueAt(values: Values, path: Path): unknown {
  return path.reduce<unknown>((value, step) => (isObject(value) ? Reflect.get(value, step) : undefined), values);
}

/** Of the value itself, or of the first one inside it. */
function originOf(key: string, merged: Merged): string | undefined {
  const { origins } = merged;
  for (let path = key; path; path = above(path)) {
    const inside = [...origins.keys()].find((candidate) => candidate.startsWith(`${path}.`));
    const origin = origins.get(path) ?? (inside && origins.get(inside));
    if (origin) return origin;
  }
  return undefined;
}

/** Of the value that has the key in it, where that was written as a whole: an element of a list. */
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
