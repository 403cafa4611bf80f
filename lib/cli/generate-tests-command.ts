import { Command, InvalidArgumentError } from 'commander';
import type { Application, Container } from '../core';
import { grouped } from '../foundation';
import type { Application as DomainApplication } from '../rest';
import { KINDS } from './generated-tests/kinds';
import { type SuiteFiles, suiteFiles } from './generated-tests/suite-files';
import {
  type FailedTest,
  type SuiteFile,
  type VerifiedSuite,
  verifySuites,
} from './generated-tests/verify/verify-suites';
import { commaSeparated } from './option-values';
import { withProgress } from './progress';
import { inspectProject } from './project/open-project';
import { projectRootOf } from './project/project-folder';
import { type ProjectOptions, withProjectOptions } from './project/project-options';
import { writeFiles } from './project/write-files';
import type { Terminal } from './terminal';

const KIND_NAMES = Object.keys(KINDS);

interface GenerateTestsOptions extends ProjectOptions {
  readonly packages?: readonly string[];
  readonly kinds?: readonly string[];
  readonly out: string;
  readonly verify: boolean;
}

/**
 * `koaggregate generate-tests`: generates a test suite for the routes of each aggregate root.
 *
 * @see Specification, "Test generator command"
 */
export function generateTestsCommand(terminal: Terminal): Command {
  const command = new Command('generate-tests')
    .description('Generate a test suite for the routes of each aggregate root')
    .option(
      '--packages <list>',
      'folders of domain modules to test, separated by commas (default: all)',
      commaSeparated,
    )
    .option(
      '--kinds <list>',
      `kinds of tests, separated by commas: ${KIND_NAMES.join(', ')} (default: all)`,
      parseKinds,
    )
    .option('--out <dir>', 'output folder, relative to the project root', 'spec/generated')
    .option('--no-verify', 'do not run the suites once on a private database after they are written');
  return withProjectOptions(command).action(async (options: GenerateTestsOptions) => {
    const root = projectRootOf(options);
    const generate = () => inspectProject(options, terminal, (container) => filesFor(container, root, options));
    const { files, notices } = await withProgress(terminal, 'Reading the project', generate);
    for (const notice of notices) terminal.error(notice);
    if (files.length === 0)
      throw new Error(notices.length > 0 ? 'No suite was written.' : nothingToTestMessage(options));
    const written = files.map(({ path, suite }) => ({ path, text: suite.text() }));
    for (const { path, backup } of writeFiles(root, written, { keep: true })) {
      terminal.log(backup === undefined ? path : `${path} (the previous file is ${backup})`);
    }
    if (options.verify) await verify(root, files, terminal);
  });
}

/** Runs the suites, and writes those again that have tests to skip. @throws Error when others fail */
async function verify(root: string, files: readonly SuiteFile[], terminal: Terminal): Promise<void> {
  const verified = await withProgress(terminal, 'Running the suites', () => verifySuites(root, files));
  const changed = verified.filter(({ skipped }) => skipped.size > 0);
  const texts = changed.map(({ file: { path, suite }, skipped }) => ({ path, text: suite.text(skipped) }));
  writeFiles(root, texts, { force: true });
  for (const line of resultLines(verified)) terminal.error(line);
  const failures = verified.flatMap((one) => one.failures);
  if (failures.length > 0) throw new Error(failedMessage(failures));
}

/** How many tests passed, and some of those that are skipped for each reason. */
function resultLines(verified: readonly VerifiedSuite[]): readonly string[] {
  const passed = verified.reduce((sum, one) => sum + one.passed, 0);
  const skips = byReason(verified.flatMap((one) => one.skips));
  const lines = skips.flatMap(([reason, tests]) => [
    `${tests.length} skipped: ${reason}`,
    ...titlesOf(tests).map((title) => `  ${title}`),
  ]);
  return [`${passed} tests passed.`, ...lines, ...(skips.length > 0 ? [SAMPLES_HINT] : [])];
}

function byReason(tests: readonly FailedTest[]): readonly (readonly [reason: string, tests: readonly FailedTest[]])[] {
  return [...grouped(tests, ({ reason }) => reason)];
}

const LISTED_TESTS = 3;

/** Some of the tests, and the number of the others. */
function titlesOf(tests: readonly FailedTest[]): readonly string[] {
  const others = tests.length - LISTED_TESTS;
  return [...tests.slice(0, LISTED_TESTS).map(({ title }) => title), ...(others > 0 ? [`and ${others} more`] : [])];
}

const SAMPLES_HINT =
  'Values that these rules accept can be given in a file samples.ts beside the folder of the suites; then run the command again.';

function failedMessage(failures: readonly FailedTest[]): string {
  const list = byReason(failures).map(
    ([reason, tests]) => `${titlesOf(tests).join('\n')}\n${reason.replaceAll(/^/gm, '    ')}`,
  );
  const count = failures.length === 1 ? 'One test fails' : `${failures.length} tests fail`;
  return `${count}. Either the application is wrong, or a rule of the project is that the suites do not know.\n${list.join('\n')}`;
}

function nothingToTestMessage({ packages = [], kinds = [] }: GenerateTestsOptions): string {
  const what = kinds.length > 0 ? `tests of the kinds ${kinds.join(', ')}` : 'routes';
  const where = packages.length > 0 ? `packages ${packages.join(', ')}` : 'applications of the project';
  const given = [...(packages.length > 0 ? ['--packages'] : []), ...(kinds.length > 0 ? ['--kinds'] : [])];
  const remedy = given.length > 0 ? `correct ${given.join(' or ')}` : 'mark a domain class with @AggregateRoot';
  return `No aggregate root with ${what} was found in the ${where}: ${remedy}. Nothing was written.`;
}

function parseKinds(text: string): readonly string[] {
  const kinds = commaSeparated(text);
  const unknown = kinds.find((kind) => !KIND_NAMES.includes(kind));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`Unknown kind "${unknown}". Known kinds: ${KIND_NAMES.join(', ')}.`);
  return kinds;
}

/** @throws Error when two applications have a suite of the same name */
async function filesFor(
  container: Container,
  root: string,
  { packages = [], kinds = KIND_NAMES, out }: GenerateTestsOptions,
): Promise<SuiteFiles> {
  const files = new Map<string, SuiteFile>();
  const notices: string[] = [];
  for (const application of container.inspect()) {
    const routes = await application.inspect();
    if (!isDomainApplication(application)) continue;
    const suites = suiteFiles(application, routes, root, { packages, kinds, out });
    for (const file of suites.files) {
      if (files.has(file.path)) throw new Error(duplicateMessage(file.path));
      files.set(file.path, file);
    }
    notices.push(...suites.notices);
  }
  return { files: [...files.values()], notices };
}

function duplicateMessage(path: string): string {
  return (
    `Two applications have a root whose suite is ${path}: run the command for each by --application MODULE, ` +
    'with a folder of its own in --out. Nothing was written.'
  );
}

/** The class may come from another copy of this package, so `instanceof` does not work. */
function isDomainApplication(application: Application): application is DomainApplication {
  return 'registry' in application;
}
