import { inspect } from 'node:util';
import { Command } from 'commander';
import { run } from '../core';
import { openProject } from './project/open-project';
import { type ProjectOptions, withProjectOptions } from './project/project-options';
import type { Terminal } from './terminal';

/** `koaggregate start`: serves the project until the process receives SIGTERM or SIGINT. */
export function startCommand(terminal: Terminal): Command {
  const command = new Command('start').description('Serve the applications of the project until SIGTERM or SIGINT');
  return withProjectOptions(command).action(async (options: ProjectOptions) => {
    const log = (message: string, ...details: unknown[]) => terminal.log(logLine(message, details));
    const error = (message: string, ...details: unknown[]) => terminal.error(logLine(message, details));
    await run(await openProject(options, { info: log, warn: error, error }));
  });
}

/** The message, then its details: the stack of an error and of its causes. */
function logLine(message: string, details: readonly unknown[]): string {
  return [message, ...details.map((detail) => (typeof detail === 'string' ? detail : inspect(detail)))].join(' ');
}
