import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { CommandResult } from './koaggregate';

const ROOT = join(__dirname, '..', '..');

/** Lets a process load TypeScript modules; it runs what `npm run check` has compiled, as the specs do. */
export const WITH_TYPESCRIPT = ['--require', join(ROOT, 'spec/jest/typescript-modules.cjs')] as const;

/** Runs a program in a process of its own. */
export function runNode(folder: string, words: readonly string[], env = process.env): Promise<CommandResult> {
  return new Promise((settle) => {
    execFile(process.execPath, words, { cwd: folder, env, timeout: 120_000 }, (error, out, err) => {
      settle({ code: error ? Number(error.code ?? 1) : 0, out, err });
    });
  });
}

/** Runs the command `koaggregate` in a process of its own, because it loads the sources of a project. */
export function koaggregateProcess(folder: string, ...words: readonly string[]): Promise<CommandResult> {
  return runNode(folder, [...WITH_TYPESCRIPT, join(ROOT, 'lib/cli/main.ts'), ...words]);
}
