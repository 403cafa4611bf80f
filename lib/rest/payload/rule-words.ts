import type { ValidationErrorItem } from 'joi';
import { snakeCase } from '../../naming';

export type Detail = ValidationErrorItem;

type Context = Readonly<Record<string, unknown>>;
interface Words {
  /** The fields to blame; the entity as a whole when absent. */
  readonly blames?: (context: Context) => readonly unknown[];
  readonly sentence: (context: Context) => string;
}

/** Rules over several fields, which Joi blames on the object and words with the names of its properties. */
const WORDS: Readonly<Record<string, Words>> = {
  'object.and': {
    blames: ({ missing }) => list(missing),
    sentence: ({ present }) => `is required together with ${names(present)}`,
  },
  'object.nand': { blames: ({ main }) => [main], sentence: ({ peers }) => `must not be given with ${names(peers)}` },
  'object.missing': { sentence: ({ peers }) => `needs one of ${names(peers)}` },
  'object.xor': { blames: ({ present }) => list(present), sentence: ({ peers }) => oneAlone(peers) },
  'object.oxor': { blames: ({ present }) => list(present), sentence: ({ peers }) => oneAlone(peers) },
  'object.with': { blames: ({ peer }) => [peer], sentence: ({ main }) => `is required together with ${names(main)}` },
  'object.without': { blames: ({ peer }) => [peer], sentence: ({ main }) => `must not be given with ${names(main)}` },
  'any.custom': { sentence: ({ error }) => (error as Error).message },
};

/** In place of a text: where it comes back, the author of the rule has not set one. */
const UNSAID = '(unsaid)';

/** What Joi is given as messages of those rules. */
export const OWN_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(WORDS).map((code) => [code, UNSAID]),
);

/** A sentence that follows the field's name. */
export function ruleSentence({ type, message, context = {} }: Detail): string {
  if (message === UNSAID) return WORDS[type]!.sentence(context);
  return message.replace(/"?ref:([\w.]+)"?/g, (_, name: string) => wireName(name)).trim();
}

/** The paths, by domain name, of what a rule blames. */
export function rulePath({ type, path, context = {} }: Detail): readonly (readonly (string | number)[])[] {
  const blamed = WORDS[type]?.blames?.(context) ?? [];
  return blamed.length === 0 ? [path] : blamed.map((name) => [...path, ...String(name).split('.')]);
}

function oneAlone(peers: unknown): string {
  return `must be the only one of ${names(peers)}`;
}

function names(value: unknown): string {
  return list(value).map(wireName).join(', ');
}

function list(value: unknown): readonly string[] {
  return [value].flat().map(String);
}

function wireName(path: string): string {
  return path.split('.').map(snakeCase).join('.');
}
