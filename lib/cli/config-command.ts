import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { ConfigurationEntry, DescribedConfiguration } from '../core';
import { withoutPassword } from '../persistence';
import { containerOf, PROJECT_OPTIONS, PROJECT_USAGE } from './project-options';
import type { Terminal } from './terminal';

export const CONFIG_USAGE = `koaggregate config [--project DIR] [--modules DIR] [--config DIR] [--application MODULE]…

Prints the effective configuration of the container and of the applications listed in config/services/Application: every
key, its value, and the level that it comes from. Passwords are not shown.

${PROJECT_USAGE}`;

const SECRET = /(password|pwd|password_?hash|secret|token|passphrase|api_?key|private_?key|credentials?)$/i;

/**
 * @returns the exit code: 0, or 1 when the configuration is wrong
 * @throws TypeError for words that are no options
 */
export function configCommand(words: readonly string[], terminal: Terminal): number {
  const { values } = parseArgs({ args: [...words], options: PROJECT_OPTIONS });
  for (const section of containerOf(values).describe()) printSection(section, terminal);
  return 0;
}

function printSection({ name, entries }: DescribedConfiguration, terminal: Terminal): void {
  const rows = entries.map((entry) => [entry.key, originOf(entry), shown(entry)] as const);
  const width = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length));
  terminal.log(`${name}`);
  for (const [key, origin, value] of rows) {
    terminal.log(`  ${key.padEnd(width(0))}  ${origin.padEnd(width(1))}  ${value}`);
  }
  terminal.log('');
}

/** One line each; what is secret stays so, in URLs too. */
function shown({ key, value }: ConfigurationEntry): string {
  if (SECRET.test(key)) return '***';
  return JSON.stringify(value, (name, inner) => {
    if (SECRET.test(name)) return '***';
    return typeof inner === 'string' ? withoutPassword(inner) : inner;
  });
}

function originOf({ origin }: ConfigurationEntry): string {
  if (!/[\\/]/.test(origin)) return origin;
  return origin.endsWith('defaults.yml') ? 'defaults' : relative(process.cwd(), origin);
}
