import { stringLiteral } from '../templates/string-literal';
import type { TestPlace } from './test-place';

/** One `it` of a generated suite. */
export interface GeneratedTest {
  readonly title: string;
  /** The rows and parameters of `it.each`. */
  readonly each?: { readonly values: string; readonly parameters: string };
  /** The lines of its body, as code. */
  readonly body: string;
}

/** Generates the tests of one kind for a place. */
export type Kind = (place: TestPlace) => readonly GeneratedTest[];

/** The tests if the condition holds; otherwise none. */
export function when(condition: unknown, ...tests: readonly GeneratedTest[]): readonly GeneratedTest[] {
  return condition ? tests : [];
}

/** A string, or an array of strings, as a TypeScript literal. */
export function literal(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(literal).join(', ')}]` : stringLiteral(String(value));
}
