import { createRequire } from 'node:module';
import { AUDIT_USAGE, auditCommand } from './audit/audit-command';
import { CONFIG_USAGE, configCommand } from './config-command';
import { HASH_PASSWORD_USAGE, hashPasswordCommand } from './hash-password-command';
import type { Terminal } from './terminal';

interface Command {
  readonly usage: string;
  run(words: readonly string[], terminal: Terminal): number | Promise<number>;
}

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['audit', { usage: AUDIT_USAGE, run: auditCommand }],
  ['config', { usage: CONFIG_USAGE, run: configCommand }],
  ['hash-password', { usage: HASH_PASSWORD_USAGE, run: hashPasswordCommand }],
]);

/** What a command can do about errors of the start. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['APPLICATION_NOT_FOUND', 'Here: --application MODULE names it.'],
  ['MODULE_NOT_FOUND', 'Here: --modules DIR says where the compiled modules are.'],
]);

const HELP = /^-{1,2}(help|h)$/;

const USAGE = `Usage: koaggregate COMMAND [options]
       koaggregate --help COMMAND
       koaggregate --version

Commands:
  audit          prints what each route needs and lets through, and fails when that has widened
  config         prints the effective configuration, and where each value comes from
  hash-password  prints the hash of a password, for the users of a configuration`;

/**
 * Runs the command that the words name.
 *
 * @returns the exit code: 0; 1 when the command fails; 2 for words that no command knows
 */
export async function runCommand([word, ...rest]: readonly string[], terminal: Terminal): Promise<number> {
  if (word === undefined || HELP.test(word)) return printUsage(rest[0], terminal);
  if (/^-{1,2}(version|v)$/.test(word)) return print(packageVersion(), terminal);
  const command = COMMANDS.get(word);
  if (!command) return refuse(`"${[word, ...rest].join(' ')}" is no command.`, USAGE, terminal);
  if (rest.some((one) => HELP.test(one))) return print(command.usage, terminal);
  try {
    return await command.run(rest, terminal);
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code?.startsWith('ERR_PARSE_ARGS')) return refuse(message, command.usage, terminal);
    const remedy = code === undefined ? undefined : REMEDIES.get(code);
    terminal.error(`koaggregate ${word}: ${message}${remedy ? ` ${remedy}` : ''}`);
    return 1;
  }
}

function printUsage(word: string | undefined, terminal: Terminal): number {
  const command = word === undefined ? undefined : COMMANDS.get(word);
  if (word !== undefined && !command) return refuse(`"${word}" is no command.`, USAGE, terminal);
  return print(command?.usage ?? USAGE, terminal);
}

function print(text: string, terminal: Terminal): number {
  terminal.log(text);
  return 0;
}

function refuse(problem: string, usage: string, terminal: Terminal): number {
  terminal.error(`koaggregate: ${problem}\n\n${usage}`);
  return 2;
}

/** The package refers to itself by its name, from the sources and from the compiled files alike. */
function packageVersion(): string {
  const { version } = createRequire(__filename)('koaggregate/package.json') as { version: string };
  return version;
}
