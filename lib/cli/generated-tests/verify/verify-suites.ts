import { resolve } from 'node:path';
import type { EntityMetadata } from '../../../metadata';
import { entriesFor, permissionsIn } from '../../../security';
import type { SkippedTests } from '../describe-text';
import type { GeneratedTest } from '../generated-test';
import { requiredPermissions } from '../required-permissions';
import type { Suite } from '../suite';
import type { TestPlace } from '../test-place';
import { type ReportedFile, type ReportedTest, runJest } from './run-jest';
import { type Rejecting, skipReason } from './skip-reason';

/** What the requests of a suite may be rejected by. */
export type SuiteRules = Omit<Rejecting, 'own' | 'related'>;

/** A suite that has been written. */
export interface SuiteFile {
  /** Relative to the project root. */
  readonly path: string;
  readonly suite: Suite;
  readonly rules: SuiteRules;
}

/** A test that did not pass. */
export interface FailedTest {
  /** With the path of its place. */
  readonly title: string;
  /** The reason for which it is skipped, or the first lines of its error. */
  readonly reason: string;
}

/** The result of the first run of a suite. */
export interface VerifiedSuite {
  readonly file: SuiteFile;
  readonly passed: number;
  readonly skipped: SkippedTests;
  /** The same tests, to be printed. */
  readonly skips: readonly FailedTest[];
  /** The tests that fail for any other reason. */
  readonly failures: readonly FailedTest[];
}

/** Runs suites once, and decides which of their tests are skipped. @throws as {@link runJest} does */
export async function verifySuites(
  projectRoot: string,
  files: readonly SuiteFile[],
): Promise<readonly VerifiedSuite[]> {
  const paths = files.map(({ path }) => resolve(projectRoot, path));
  const results = await runJest(projectRoot, paths);
  return files.map((file, index) => {
    const result = results.find(({ name }) => resolve(name) === paths[index]);
    return result ? verified(file, result) : unreported(file, 'jest did not report it');
  });
}

/** A test of a suite, or one of its rows. */
interface SuiteTest {
  readonly place: TestPlace;
  readonly test: GeneratedTest;
  readonly row: number;
}

function testsOf({ suite }: SuiteFile): readonly SuiteTest[] {
  return suite.tested.flatMap(({ place, tests }) =>
    tests.flatMap((test) => Array.from({ length: test.each?.rows.length ?? 1 }, (_, row) => ({ place, test, row }))),
  );
}

/** jest reports the tests in their order in the file. */
function verified(file: SuiteFile, { assertionResults, message }: ReportedFile): VerifiedSuite {
  const tests = testsOf(file);
  if (assertionResults.length !== tests.length) return unreported(file, message);
  const skipped = new Map<GeneratedTest, Map<number, string>>();
  const [skips, failures]: [FailedTest[], FailedTest[]] = [[], []];
  for (const [index, { place, test, row }] of tests.entries()) {
    const result = assertionResults[index]!;
    if (result.status === 'passed') continue;
    const title = `${place.title} ${result.title}`;
    const reason = reasonOf(result, { ...file.rules, ...permissionsAt(place) });
    if (reason === undefined) failures.push({ title, reason: beginningOf(result.failureMessages.join('\n')) });
    else {
      skips.push({ title, reason });
      skipped.set(test, (skipped.get(test) ?? new Map<number, string>()).set(row, reason));
    }
  }
  return { file, passed: tests.length - skips.length - failures.length, skipped, skips, failures };
}

/** Each error of a test, and of the hooks around it, must have a reason. */
function reasonOf({ failureDetails = [] }: ReportedTest, rejecting: Rejecting): string | undefined {
  const reasons = failureDetails.map((detail) => skipReason(detail, rejecting));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

function unreported(file: SuiteFile, message: string): VerifiedSuite {
  const failures = [{ title: file.path, reason: beginningOf(message) }];
  return { file, passed: 0, skipped: new Map(), skips: [], failures };
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

function permissionsAt({ operations, entity, aggregate }: TestPlace): Pick<Rejecting, 'own' | 'related'> {
  const classes = [entity, aggregate.root].flatMap(({ references, collections }) =>
    [...references.values(), ...collections.values()].map(({ target }) => target),
  );
  return {
    own: new Set(requiredPermissions(...operations)),
    related: new Set([...classes, entity].flatMap(permissionsOfClass)),
  };
}

function permissionsOfClass(entity: EntityMetadata): readonly string[] {
  return METHODS.flatMap((method) => permissionsIn(entriesFor(entity, method)));
}

const SHOWN_LINES = 6;

/** The first lines of an error, without those of its stack. */
function beginningOf(message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('at '));
  return lines.slice(0, SHOWN_LINES).join('\n');
}
