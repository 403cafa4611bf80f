import { Command, CommanderError } from 'commander';
import { auditCommand } from './audit/audit-command';
import { clientCommand } from './client/client-command';
import { configCommand } from './config-command';
import { contractCommand } from './contract/contract-command';
import { doctorCommand } from './doctor/doctor-command';
import { explainCommand } from './explain/explain-command';
import { generateModelsCommand } from './from-database/generate-models-command';
import { generateTestsCommand } from './generate-tests-command';
import { hashPasswordCommand } from './hash-password-command';
import { migrateCommand } from './migrate/migrate-command';
import { generateModelCommand } from './model/generate-model-command';
import { newCommand } from './new/new-command';
import { withDoubleDashes } from './option-words';
import { ownManifest } from './own-package';
import { routesCommand } from './routes-command';
import { startCommand } from './start-command';
import type { Terminal } from './terminal';

/** Creates a subcommand; its action may set an exit code. */
type MakeCommand = (terminal: Terminal, exit: (code: number) => void) => Command;

const COMMANDS: readonly MakeCommand[] = [
  auditCommand,
  clientCommand,
  configCommand,
  contractCommand,
  doctorCommand,
  explainCommand,
  generateModelCommand,
  generateModelsCommand,
  generateTestsCommand,
  hashPasswordCommand,
  migrateCommand,
  newCommand,
  routesCommand,
  startCommand,
];

/** Options that help with errors of the start, by error code. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['APPLICATION_NOT_FOUND', 'Name one with --application MODULE.'],
  ['MODULE_NOT_FOUND', 'Use --modules DIR to name the folder of the compiled modules.'],
]);

/**
 * Runs a subcommand with its arguments.
 *
 * @returns the exit code: 0 on success, 1 when the command fails, 2 for an unknown command or option, and for a missing
 *   or invalid argument
 */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  let code = 0;
  const program = programOf(terminal, (exitCode) => {
    code = exitCode;
  });
  let running = program;
  program.hook('preAction', (_, command) => {
    running = command;
  });
  try {
    await program.parseAsync(withHelpLast(words, program), { from: 'user' });
    return code;
  } catch (error) {
    // Commander has already printed the error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.error(`${fullNameOf(running)}: ${messageOf(error as Error)}`);
    return 1;
  }
}

/** `koaggregate migrate up` */
function fullNameOf(command: Command): string {
  return command.parent ? `${fullNameOf(command.parent)} ${command.name()}` : command.name();
}

function messageOf({ code, message }: Error & { readonly code?: string }): string {
  const remedy = code === undefined ? undefined : REMEDIES.get(code);
  return remedy === undefined ? message : `${message} ${remedy}`;
}

function programOf(terminal: Terminal, exit: (code: number) => void): Command {
  const program = new Command('koaggregate')
    .description('Create, inspect, test and migrate koaggregate projects')
    .version(ownManifest().version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'display help for command')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.log(text.trimEnd()),
      writeErr: (text) => terminal.error(text.trimEnd()),
      outputError: (text, write) => write(text.replace(/^error: /, 'koaggregate: ')),
    })
    .showHelpAfterError();
  for (const make of COMMANDS) {
    const command = make(terminal, exit);
    program.addCommand(command.copyInheritedSettings(program));
    for (const nested of command.commands) nested.copyInheritedSettings(program);
    for (const one of [command, ...command.commands]) tellOfJson(one);
  }
  return program;
}

/** Says in the help of a command that it does not print JSON. */
function tellOfJson(command: Command): void {
  const printsJson = command.options.some(({ long }) => long === '--json');
  const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0;
  if (!printsJson && !isGroup) command.addHelpText('after', '\nIt has no --json: its output is text.');
}

const HELP = ['help', '--help', '-h'];

/** Turns `--help migrate up` and `help migrate up` into `migrate up --help`, and no arguments into `--help`. */
function withHelpLast(words: readonly string[], program: Command): readonly string[] {
  const [first, ...named] = withDoubleDashes(words);
  if (first === undefined) return ['--help'];
  if (named.length === 0 || !HELP.includes(first)) return withDoubleDashes(words);
  const isKnown = program.commands.some((command) => command.name() === named[0]);
  return isKnown ? [...named, '--help'] : named;
}
