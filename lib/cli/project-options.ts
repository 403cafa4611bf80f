import { resolve } from 'node:path';
import { type Application, type ApplicationClass, Container, type Logger, loadClass } from '../core';
import type { Terminal } from './terminal';

/** The options of every command that looks into a project. */
export const PROJECT_OPTIONS = {
  project: { type: 'string' },
  modules: { type: 'string' },
  config: { type: 'string' },
  application: { type: 'string', multiple: true },
} as const;

export const PROJECT_USAGE = `  --project DIR   the project root; the current directory by default
  --modules DIR   where the compiled modules are; the project root by default
  --config DIR    the folder of the configuration; CONFIG_DIR, or "config" in the project root, by default
  --application MODULE
                  an application, as module or module:ExportName relative to the compiled modules, in place of those in
                  config/services/Application: for a container that is handed its applications in code. It may be repeated`;

export interface ProjectValues {
  readonly project?: string;
  readonly modules?: string;
  readonly config?: string;
  readonly application?: readonly string[];
}

/** The container of the project that the options name; nothing of it is started. */
export function containerOf({ project, modules, config, application }: ProjectValues, logger?: Logger): Container {
  const moduleRoot = resolve(modules ?? project ?? '.');
  return new Container({
    projectRoot: project,
    moduleRoot,
    configDir: config && resolve(config),
    applications: application?.map((specifier) => loadClass(specifier, moduleRoot) as ApplicationClass),
    logger,
  });
}

/** The applications of the project. What they log goes to the error stream: the result of a command stands alone. */
export function inspectedContainer(values: ProjectValues, terminal: Terminal): readonly Application[] {
  const log = (line: unknown) => terminal.error(String(line));
  return containerOf(values, { info: log, warn: log, error: log }).inspect();
}
