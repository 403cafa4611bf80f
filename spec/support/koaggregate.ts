import { runCommand } from '../../lib/cli/run-command';

export interface CommandResult {
  readonly code: number;
  /** The lines of standard output. */
  readonly out: string;
  /** The lines of standard error. */
  readonly err: string;
}

/** Runs the command `koaggregate` in the current folder. */
export async function koaggregate(...words: readonly string[]): Promise<CommandResult> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommand(words, { log: (line) => out.push(line), error: (line) => err.push(line) });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** Runs the command in another folder. */
export async function koaggregateIn(folder: string, ...words: readonly string[]): Promise<CommandResult> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await koaggregate(...words);
  } finally {
    process.chdir(before);
  }
}
