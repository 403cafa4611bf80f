import { stringLiteral } from '../templates/string-literal';
import type { TestPlace } from './test-place';

/** One `it`. */
export interface GeneratedTest {
  /** A sentence. */
  readonly title: string;
  /** Values in its title, one for each run: `it.each`. */
  readonly each?: { readonly values: string; readonly parameters: string };
  /** The lines of its body. */
  readonly body: string;
}

/** Makes the tests of one kind for a place. */
export type Kind = (place: TestPlace) => readonly GeneratedTest[];

/** The test, or none. */
export function when(condition: unknown, ...tests: readonly GeneratedTest[]): readonly GeneratedTest[] {
  return condition ? tests : [];
}

/** A string, or an array of strings, as a TypeScript literal. */
export function literal(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(literal).join(', ')}]` : stringLiteral(String(value));
}
