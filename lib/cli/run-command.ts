import { createRequire } from 'node:module';

/** Where a command writes. */
export interface Terminal {
  log(line: string): void;
  error(line: string): void;
}

const USAGE = `Usage: koaggregate [--version | --help]

There are no subcommands in this version.`;

/** @returns the exit code: 0, or 2 for words that no command knows */
export function runCommand([word, ...rest]: readonly string[], terminal: Terminal): number {
  if (rest.length === 0 && (word === '--version' || word === '-v')) {
    terminal.log(packageVersion());
    return 0;
  }
  if (word === undefined || word === '--help' || word === '-help' || word === '-h') {
    terminal.log(USAGE);
    return 0;
  }
  terminal.error(`koaggregate: "${[word, ...rest].join(' ')}" is no command.\n\n${USAGE}`);
  return 2;
}

/** The package refers to itself by its name, from the sources and from the compiled files alike. */
function packageVersion(): string {
  const { version } = createRequire(__filename)('koaggregate/package.json') as { version: string };
  return version;
}
