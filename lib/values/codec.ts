import { ExactNumber } from './exact-number';

/** A parsed value, or the problem as a sentence that follows the field's name. */
export type Reading = { readonly value: unknown } | { readonly problem: string };

/** Converts the values of a column from JSON, strictly, and to JSON, the same on every database. */
export interface Codec {
  /** @param json  not null or undefined; a number that a double cannot represent is an {@link ExactNumber} */
  read(json: unknown): Reading;
  /** @param value  not null or undefined; from the domain or a database driver */
  write(value: unknown): unknown;
}

export function problem(sentence: string): Reading {
  return { problem: sentence };
}

export function isExactNumber(json: unknown): json is ExactNumber {
  return json instanceof ExactNumber;
}
