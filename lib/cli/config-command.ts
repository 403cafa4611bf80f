import { Command } from 'commander';
import type { ConfigurationEntry, DescribedConfiguration } from '../core';
import { withoutPassword } from '../persistence';
import { inColumns } from './columns';
import { originOf } from './origin-of';
import { inspectProject } from './project/open-project';
import { type ProjectOptions, withProjectOptions } from './project/project-options';
import type { Terminal } from './terminal';

const HIDDEN = '***';
const SECRET = /(password|pwd|password_?hash|secret|token|passphrase|api_?key|private_?key|credentials?)$/i;

/** `koaggregate config`: prints the effective configuration, without secrets. */
export function configCommand(terminal: Terminal): Command {
  const command = new Command('config')
    .description('Print the effective configuration and the origin of each value')
    .option('--json', 'print JSON');
  return withProjectOptions(command).action(async (options: ProjectOptions & { json?: true }) => {
    const sections = await inspectProject(options, terminal, (container) => container.describe());
    if (options.json) terminal.log(JSON.stringify(sections.map(jsonSection), null, 2));
    else for (const section of sections) printSection(section, terminal);
  });
}

function jsonSection({ name, entries }: DescribedConfiguration) {
  return {
    name,
    entries: entries.map((entry) => ({ key: entry.key, origin: originOf(entry), value: redactedValue(entry) })),
  };
}

function printSection({ name, entries }: DescribedConfiguration, terminal: Terminal): void {
  terminal.log(name);
  for (const line of inColumns(entries.map((entry) => [entry.key, originOf(entry), valueText(entry)]))) {
    terminal.log(`  ${line}`);
  }
  terminal.log('');
}

function valueText(entry: ConfigurationEntry): string {
  const value = redactedValue(entry);
  return value === HIDDEN ? HIDDEN : JSON.stringify(value);
}

/** The value with its secrets replaced, also inside objects and URLs. */
function redactedValue({ key, value }: ConfigurationEntry): unknown {
  if (SECRET.test(key)) return HIDDEN;
  if (value === undefined) return undefined;
  const text = JSON.stringify(value, (name, inner) => {
    if (SECRET.test(name)) return HIDDEN;
    if (typeof inner !== 'string') return inner;
    return inner.includes('PRIVATE KEY-----') ? HIDDEN : withoutPassword(inner);
  });
  return JSON.parse(text);
}
