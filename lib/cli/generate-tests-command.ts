import { Command, InvalidArgumentError } from 'commander';
import type { Application, Container } from '../core';
import type { Application as DomainApplication } from '../rest';
import { KINDS } from './generated-tests/kinds';
import { type SuiteFiles, suiteFiles } from './generated-tests/suite-files';
import { commaSeparated } from './option-values';
import { withProgress } from './progress';
import { inspectProject } from './project/open-project';
import { projectRootOf } from './project/project-folder';
import { type ProjectOptions, withProjectOptions } from './project/project-options';
import { type NewFile, writeFiles } from './project/write-files';
import type { Terminal } from './terminal';

const KIND_NAMES = Object.keys(KINDS);

interface GenerateTestsOptions extends ProjectOptions {
  readonly packages?: readonly string[];
  readonly kinds?: readonly string[];
  readonly out: string;
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
    .option('--out <dir>', 'output folder, relative to the project root', 'spec/generated');
  return withProjectOptions(command).action(async (options: GenerateTestsOptions) => {
    const root = projectRootOf(options);
    const generate = () => inspectProject(options, terminal, (container) => filesFor(container, root, options));
    const { files, notices } = await withProgress(terminal, 'Reading the project', generate);
    for (const notice of notices) terminal.error(notice);
    if (files.length === 0)
      throw new Error(notices.length > 0 ? 'No suite was written.' : nothingToTestMessage(options));
    for (const { path, backup } of writeFiles(root, files, { keep: true })) {
      terminal.log(backup === undefined ? path : `${path} (the previous file is ${backup})`);
    }
  });
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
  const files = new Map<string, NewFile>();
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
