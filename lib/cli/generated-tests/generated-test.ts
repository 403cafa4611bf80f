import { stringLiteral } from '../templates/string-literal';
import type { TestPlace } from './test-place';

/** One `it` of a generated suite. */
export interface GeneratedTest {
  readonly title: string;
  /** For `it.each`: its rows, whose values replace `%s` and `%j` in the title, and the parameters of the function, as code. */
  readonly each?: { readonly rows: readonly string[]; readonly parameters: string };
  /** The code of the function. Its parts may be empty: the suite removes superfluous blank lines. */
  readonly body: string;
  /** Whether it sends random requests. It then uses `fc` and `seed`, its title ends with the seed, and it may take longer. */
  readonly isRandom?: boolean;
}

/** Generates the tests of one kind for a place. */
export type TestGenerator = (place: TestPlace) => readonly GeneratedTest[];

/** The tests if the condition holds; otherwise none. */
export function when(condition: unknown, ...tests: readonly GeneratedTest[]): readonly GeneratedTest[] {
  return condition ? tests : [];
}

/** A string, or an array of strings, as a TypeScript literal. */
export function literal(value: string | readonly string[]): string {
  return typeof value === 'string' ? stringLiteral(value) : `[${value.map(stringLiteral).join(', ')}]`;
}
