import { Command } from 'commander';
import { run } from '../core';
import { openProject } from './project/open-project';
import { type ProjectOptions, withProjectOptions } from './project/project-options';
import type { Terminal } from './terminal';

/** `koaggregate start`: serves the project until the process receives SIGTERM or SIGINT. */
export function startCommand(terminal: Terminal): Command {
  const command = new Command('start').description('Serve the applications of the project until SIGTERM or SIGINT');
  return withProjectOptions(command).action(async (options: ProjectOptions) => {
    const log = (line: unknown) => terminal.log(String(line));
    const error = (line: unknown) => terminal.error(String(line));
    await run(await openProject(options, { info: log, warn: error, error }));
  });
}
