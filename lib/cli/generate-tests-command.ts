import { join, relative, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { Application, Container } from '../core';
import { kebabCase } from '../naming';
import { type Application as DomainApplication, type Operation, operationOf, permissionMatrix } from '../rest';
import { applicationSource, isInPackages, sourceOf } from './generated-tests/application-source';
import { KINDS } from './generated-tests/kinds';
import { suiteText } from './generated-tests/suite';
import { placesOf } from './generated-tests/test-place';
import { commaSeparated } from './option-values';
import { withProgress } from './progress';
import { hasEsModules } from './project/has-es-modules';
import { inspectProject } from './project/open-project';
import { projectRootOf } from './project/project-folder';
import { type ProjectOptions, withProjectOptions } from './project/project-options';
import { typeScriptOf } from './project/project-typescript';
import { type NewFile, writeFiles } from './project/write-files';
import type { Terminal } from './terminal';

const KIND_NAMES = Object.keys(KINDS);

interface GenerateOptions extends ProjectOptions {
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
  return withProjectOptions(command).action(async (options: GenerateOptions) => {
    const root = projectRootOf(options);
    const generate = () => inspectProject(options, terminal, (container) => suitesOf(container, root, options));
    const files = await withProgress(terminal, 'Reading the project', generate);
    if (files.length === 0) throw new Error(nothingToTestMessage(options));
    for (const { path, backup } of writeFiles(root, files, { keep: true })) {
      terminal.log(backup === undefined ? path : `${path} (the previous file is ${backup})`);
    }
  });
}

function nothingToTestMessage({ packages }: GenerateOptions): string {
  if (packages === undefined) return 'The applications of the project have no aggregate root: nothing was written.';
  return `No aggregate root was found in the packages ${packages.join(', ')}: correct --packages. Nothing was written.`;
}

function parseKinds(text: string): readonly string[] {
  const kinds = commaSeparated(text);
  const unknown = kinds.find((kind) => !KIND_NAMES.includes(kind));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`Unknown kind "${unknown}". Known kinds: ${KIND_NAMES.join(', ')}.`);
  return kinds;
}

async function suitesOf(container: Container, root: string, options: GenerateOptions): Promise<readonly NewFile[]> {
  const files: NewFile[] = [];
  for (const application of container.inspect()) {
    const routes = await application.inspect();
    if (!isOfDomain(application)) continue;
    const operations = routes.map((route) => operationOf(route)).filter((operation) => operation !== undefined);
    files.push(...suitesFor(application, operations, permissionsOf(application, routes), root, options));
  }
  return files;
}

/** The class may come from another copy of this package, so `instanceof` does not work. */
function isOfDomain(application: Application): application is DomainApplication {
  return 'registry' in application;
}

function suitesFor(
  application: DomainApplication,
  operations: readonly Operation[],
  permissions: readonly string[],
  root: string,
  { packages = [], kinds = KIND_NAMES, out }: GenerateOptions,
): readonly NewFile[] {
  const sources = typeScriptOf(root)?.sources ?? [];
  const folder = resolve(root, out);
  const moduleRoot = sourceRoot(application, root);
  const source = applicationSource(application, sources, folder, hasEsModules(root) ? '.js' : '');
  const from = (path: string) => relative(folder, path).replaceAll('\\', '/');
  return application.registry!.aggregates.flatMap((aggregate) => {
    if (!isInPackages(sourceOf(aggregate.root.name, sources), packages, moduleRoot)) return [];
    const own = operations.filter((operation) => operation.aggregate === aggregate);
    const places = placesOf(aggregate, own, application.mountPath);
    if (places.length === 0) return [];
    const suite = { source, projectRoot: from(root), moduleRoot: from(moduleRoot), permissions, places, kinds };
    const name = `${kebabCase(aggregate.resourceName)}.spec.ts`;
    return [{ path: `${out}/${name}`, text: suiteText(suite) }];
  });
}

/** The source folder that corresponds to the compiled modules of the application. */
function sourceRoot({ project }: Application, root: string): string {
  const { outDir, rootDir } = typeScriptOf(root)?.options ?? {};
  const { moduleRoot } = project;
  const inside = outDir === undefined ? '..' : relative(outDir, moduleRoot);
  return inside.startsWith('..') ? moduleRoot : join(rootDir ?? join(root, 'src'), inside);
}

function permissionsOf(
  application: DomainApplication,
  routes: Awaited<ReturnType<Application['inspect']>>,
): readonly string[] {
  const rows = permissionMatrix(routes, application.registry, application.configuration.security);
  const members = rows.flatMap(({ readable = [], writable = [] }) => [...readable, ...writable]);
  return [...new Set([...rows, ...members].flatMap(({ permissions }) => permissions))].sort();
}
