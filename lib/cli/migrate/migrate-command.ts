import { Command } from 'commander';
import type { Terminal } from '../terminal';
import { createCommand } from './create-command';
import { resolveCommand } from './resolve-command';
import { downCommand, upCommand } from './run-commands';
import { statusCommand } from './status-command';

/** `koaggregate migrate`: creates, runs, reverts, resolves and lists migrations. */
export function migrateCommand(terminal: Terminal, exit: (code: number) => void): Command {
  const command = new Command('migrate').description('Create, run and revert migrations');
  const subcommands = [
    createCommand(terminal),
    downCommand(terminal),
    resolveCommand(terminal),
    statusCommand(terminal, exit),
    upCommand(terminal),
  ];
  for (const subcommand of subcommands) command.addCommand(subcommand);
  return command;
}
