import { Command } from 'commander';
import type { Terminal } from '../terminal';
import { createCommand } from './create-command';
import { downCommand, upCommand } from './run-commands';
import { statusCommand } from './status-command';

/** `koaggregate migrate`: files that change the tables of a database, each of them once. */
export function migrateCommand(terminal: Terminal, exit: (code: number) => void): Command {
  const command = new Command('migrate').description('Create, run and revert migrations');
  const subcommands = [
    createCommand(terminal),
    downCommand(terminal),
    statusCommand(terminal, exit),
    upCommand(terminal),
  ];
  for (const one of subcommands) command.addCommand(one);
  return command;
}
