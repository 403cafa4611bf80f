import { resolve } from 'node:path';
import { type Application, Container, type Logger } from '../core';
import type { Terminal } from './terminal';

/** The options of every command that looks into a project. */
export const PROJECT_OPTIONS = {
  project: { type: 'string' },
  modules: { type: 'string' },
  config: { type: 'string' },
} as const;

export const PROJECT_USAGE = `  --project DIR   the project root; the current directory by default
  --modules DIR   where the modules of the services files are, compiled; the project root by default
  --config DIR    the folder of the configuration; CONFIG_DIR, or "config" in the project root, by default`;

export type ProjectValues = { readonly [K in keyof typeof PROJECT_OPTIONS]?: string };

/** The container of the project that the options name; nothing of it is started. */
export function containerOf({ project, modules, config }: ProjectValues, logger?: Logger): Container {
  return new Container({
    projectRoot: project,
    moduleRoot: modules && resolve(modules),
    configDir: config && resolve(config),
    logger,
  });
}

/** The applications of the project. What they log goes to the error stream: the result of a command stands alone. */
export function inspectedContainer(values: ProjectValues, terminal: Terminal): readonly Application[] {
  const log = (line: unknown) => terminal.error(String(line));
  return containerOf(values, { info: log, warn: log, error: log }).inspect();
}
