import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type Application, type ApplicationClass, Container, type Logger, loadClass } from '../../core';
import type { Terminal } from '../terminal';
import { compileOnRequire } from './compile-on-require';
import { findApplications } from './find-applications';
import { namedFolder, projectRootOf } from './project-folder';
import { modulesOf, type ProjectModules } from './project-modules';
import type { ProjectOptions } from './project-options';
import { typeScriptOf } from './project-typescript';

/**
 * Creates the container of a project, without starting it. Its applications are, in this order of preference: those of
 * `--application`, those listed in `config/services/Application`, those of the container that the main module passes to
 * `run()`, those that modules export, those that modules start or mount, and those that exported functions make. Variables
 * of the file `.env` are added to the environment.
 *
 * @throws StartError, or Error for a folder without a project, and for modules that cannot be read
 */
export async function openProject(options: ProjectOptions, logger: Logger): Promise<Container> {
  const projectRoot = projectRootOf(options);
  const configOption = namedFolder('--config', options.config);
  const envFile = join(projectRoot, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const modules = modulesFor(projectRoot, options, logger);
  const project = { projectRoot, moduleRoot: modules.root, configDir: configOption, logger };
  const named = options.application?.map((specifier) => loadClass(specifier, modules.root) as ApplicationClass);
  if (named) return new Container({ ...project, applications: named });
  const configDir = configOption ?? resolve(projectRoot, process.env.CONFIG_DIR ?? 'config');
  const services = join(configDir, 'services', 'Application');
  if (existsSync(services)) return new Container(project);
  const { container, applications, moduleRoot } = await withConfigDir(configOption, () => load(modules));
  if (!container && applications.length === 0) throw new Error(noApplicationMessage(projectRoot, services));
  return container ?? new Container({ ...project, moduleRoot, applications });
}

/** Runs work while `CONFIG_DIR` names a folder, if there is one; containers that are created meanwhile read it. */
async function withConfigDir<T>(folder: string | undefined, work: () => Promise<T>): Promise<T> {
  if (folder === undefined) return work();
  const before = process.env.CONFIG_DIR;
  process.env.CONFIG_DIR = folder;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.CONFIG_DIR;
    else process.env.CONFIG_DIR = before;
  }
}

function noApplicationMessage(projectRoot: string, services: string): string {
  return (
    `No application was found in ${projectRoot}: there is no file ${services}, no main module that calls run(), and no ` +
    'module that exports an application, mounts one, or exports a function without parameters that makes one. Run the ' +
    'command in a project, or use --project-dir DIR or --application MODULE.'
  );
}

/**
 * Opens a project and inspects its container. All log output goes to the error stream, also that of the project's own
 * modules, so that standard output has only the result.
 *
 * @throws as {@link openProject} and `inspect` do
 */
export async function inspectProject<T>(
  options: ProjectOptions,
  terminal: Terminal,
  inspect: (container: Container) => T | Promise<T>,
): Promise<T> {
  const error = (line: unknown) => terminal.error(String(line));
  const { log, info } = console;
  Object.assign(console, { log: console.error, info: console.error });
  try {
    return await inspect(await openProject(options, { info: error, warn: error, error }));
  } finally {
    Object.assign(console, { log, info });
  }
}

function modulesFor(projectRoot: string, { modules }: ProjectOptions, logger: Logger): ProjectModules {
  const root = namedFolder('--modules', modules);
  if (root !== undefined) return { root, files: [], areCompiled: true };
  const typeScript = typeScriptOf(projectRoot);
  const found = modulesOf(projectRoot, typeScript);
  if (typeScript && !found.areCompiled) {
    logger.warn(`Reading the sources of ${projectRoot}: the compiled modules are missing or out of date.`);
    compileOnRequire(typeScript);
  }
  return found;
}

interface Loaded {
  readonly container?: Container;
  readonly applications: readonly (ApplicationClass | Application)[];
  /** The folder that module names in the configuration are relative to. */
  readonly moduleRoot: string;
}

async function load(modules: ProjectModules): Promise<Loaded> {
  const { container, applications, declaring } = await findApplications(modules);
  // A project may include sources from outside its folder.
  const [outside] = declaring.filter((file) => relative(modules.root, file).startsWith('..'));
  return { container, applications, moduleRoot: outside ? dirname(outside) : modules.root };
}
