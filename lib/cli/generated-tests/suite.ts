import { describeText, type SkippedTests } from './describe-text';
import { KINDS } from './kinds';
import { headText, type SuiteSubject, type TestedPlace } from './suite-head';

/** The input of a generated suite. */
export interface SuiteInput extends SuiteSubject {
  /** The kinds of tests that it has. */
  readonly kinds: readonly string[];
}

/** A generated suite of one aggregate root. */
export interface Suite {
  /** The places that have tests, in their order. */
  readonly tested: readonly TestedPlace[];
  text(skipped?: SkippedTests): string;
}

/** Generates the suite of one aggregate root: a `describe` for each place that has tests. Undefined if there are none. */
export function suiteOf({ kinds, ...subject }: SuiteInput): Suite | undefined {
  const tested = subject.places
    .map((place) => ({ place, tests: kinds.flatMap((kind) => KINDS[kind]!(place)) }))
    .filter(({ tests }) => tests.length > 0);
  if (tested.length === 0) return undefined;
  return {
    tested,
    text: (skipped = new Map()) => {
      const describes = tested.map(({ place, tests }) => describeText(place, tests, skipped));
      return `${[headText(subject, tested), ...describes].join('\n\n')}\n`;
    },
  };
}
