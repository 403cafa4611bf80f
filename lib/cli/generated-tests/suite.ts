import { describeText } from './describe-text';
import { KINDS } from './kinds';
import { headText, type SuiteSubject } from './suite-head';

/** The input of a generated suite. */
export interface Suite extends SuiteSubject {
  /** The kinds of tests that it has. */
  readonly kinds: readonly string[];
}

/**
 * Generates the suite of one aggregate root: a `describe` for each place that has tests of these kinds. Undefined if there
 * are none.
 */
export function suiteText({ kinds, ...subject }: Suite): string | undefined {
  const tested = subject.places
    .map((place) => ({ place, tests: kinds.flatMap((kind) => KINDS[kind]!(place)) }))
    .filter(({ tests }) => tests.length > 0);
  if (tested.length === 0) return undefined;
  const describes = tested.map(({ place, tests }) => describeText(place, tests));
  return `${[headText(subject, tested), ...describes].join('\n\n')}\n`;
}
