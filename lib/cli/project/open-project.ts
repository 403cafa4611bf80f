import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import {
  type Application,
  type ApplicationClass,
  Container,
  collectContainers,
  isApplication,
  type Logger,
  loadClass,
} from '../../core';
import type { Terminal } from '../terminal';
import { projectRootOf } from './project-folder';
import { modulesOf, type ProjectModules } from './project-modules';
import type { ProjectOptions } from './project-options';
import { readSources, typeScriptOf } from './project-typescript';

const MAIN = /^(main|index)\.(js|cjs|ts)$/;
const RUNS = /\brun\)?\(/;

/**
 * The container of the project that the options name, of which nothing is started: with the applications of `--application`;
 * or those listed in `config/services/Application`; or the container that the main module hands to `run()`; or the applications
 * that modules export. What the environment lacks is taken from the file `.env` of the project.
 *
 * @param logger  takes what is said meanwhile
 * @throws StartError, or Error where modules cannot be read
 */
export async function openProject(options: ProjectOptions, logger: Logger): Promise<Container> {
  const projectRoot = projectRootOf(options);
  const settings = join(projectRoot, '.env');
  if (existsSync(settings)) process.loadEnvFile(settings);
  const modules = modulesFor(projectRoot, options, logger);
  const given = { projectRoot, moduleRoot: modules.root, configDir: options.config && resolve(options.config), logger };
  const named = options.application?.map((specifier) => loadClass(specifier, modules.root) as ApplicationClass);
  if (named) return new Container({ ...given, applications: named });
  const configDir = given.configDir ?? resolve(projectRoot, process.env.CONFIG_DIR ?? 'config');
  const services = join(configDir, 'services', 'Application');
  if (existsSync(services)) return new Container(given);
  const { container, applications, moduleRoot } = await load(modules);
  return container ?? new Container({ ...given, moduleRoot, applications });
}

/**
 * Looks into a project. What is logged meanwhile, by its own modules too, goes to the error stream: the result stands alone.
 *
 * @throws as {@link openProject}, and what `look` throws
 */
export async function inspectProject<T>(
  options: ProjectOptions,
  terminal: Terminal,
  look: (container: Container) => T | Promise<T>,
): Promise<T> {
  const error = (line: unknown) => terminal.error(String(line));
  const { log, info } = console;
  Object.assign(console, { log: console.error, info: console.error });
  try {
    return await look(await openProject(options, { info: error, warn: error, error }));
  } finally {
    Object.assign(console, { log, info });
  }
}

function modulesFor(projectRoot: string, { modules }: ProjectOptions, logger: Logger): ProjectModules {
  if (modules !== undefined) return { root: resolve(modules), files: [], areCompiled: true };
  const typeScript = typeScriptOf(projectRoot);
  const found = modulesOf(projectRoot, typeScript);
  if (typeScript && !found.areCompiled) {
    logger.info(`Reading the sources of ${projectRoot}: the compiled modules are missing or out of date.`);
    readSources(typeScript);
  }
  return found;
}

interface Loaded {
  /** The one that the main module runs. */
  readonly container?: Container;
  /** Those that modules export. */
  readonly applications: readonly (ApplicationClass | Application)[];
  /** What names of modules in their configuration are relative to. */
  readonly moduleRoot: string;
}

/** Loads the modules that mention an application, and no others: modules may do things when they are loaded. */
async function load({ root, files }: ProjectModules): Promise<Loaded> {
  const require = createRequire(join(root, 'package.json'));
  const main = files.find((file) => file === join(root, basename(file)) && MAIN.test(basename(file)));
  const declaring = files.filter((file) => file !== main && readFileSync(file, 'utf8').includes('Application'));
  const applications = new Set<ApplicationClass | Application>();
  const [container] = await collectContainers(async () => {
    for (const file of declaring) for (const one of applicationsIn(require(file))) applications.add(one);
    if (main && RUNS.test(readFileSync(main, 'utf8'))) require(main);
    // A main module may await something before it runs its container.
    await new Promise(setImmediate);
  });
  // A project may take in the sources of another one.
  const [outside] = declaring.filter((file) => relative(root, file).startsWith('..'));
  const isConstructed = (one: unknown) => [...applications].some((other) => other.constructor === one);
  const found = [...applications].filter((one) => !isConstructed(one));
  return { container, applications: found, moduleRoot: outside ? dirname(outside) : root };
}

function applicationsIn(exported: object): readonly (ApplicationClass | Application)[] {
  return Object.values(exported ?? {}).filter(isApplication);
}
