import { ExactNumber } from './exact-number';

/** A value that was read, or what is wrong with it: a sentence that follows the field's name. */
export type Reading = { readonly value: unknown } | { readonly problem: string };

/** Takes the values of one column from JSON, strictly, and writes them the same way on every database. */
export interface Codec {
  /** @param json never null or undefined; a number that a double would change comes as an {@link ExactNumber} */
  read(json: unknown): Reading;
  /** @param value never null or undefined; as the domain or a driver holds it */
  write(value: unknown): unknown;
}

export function problem(sentence: string): Reading {
  return { problem: sentence };
}

export function isExactNumber(json: unknown): json is ExactNumber {
  return json instanceof ExactNumber;
}
