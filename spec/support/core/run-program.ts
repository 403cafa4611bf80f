import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { WITH_TYPESCRIPT } from '../run-node';

const ROOT = join(__dirname, '../../..');
const CORE = JSON.stringify(join(ROOT, 'lib/core'));

/** A program that a spec runs in its own process. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** The output so far. */
  readonly output: string;
  /** Resolves when the output contains the text. */
  printed(text: string): Promise<void>;
  /** The exit code, or the signal that ended it. */
  ended(): Promise<number | string>;
}

/**
 * Runs a program that can import the core.
 *
 * @param folder  the folder of the program and of its configuration
 * @param wrapper a command that runs the command in its arguments
 */
export function runProgram(folder: string, program: string, wrapper: readonly string[] = []): RunningProgram {
  const file = join(folder, 'main.js');
  writeFileSync(file, `const core = require(${CORE});\n${program}`);
  const [command, ...words] = [...wrapper, process.execPath, ...WITH_TYPESCRIPT, file];
  const child = spawn(command!, words, { cwd: ROOT, env: { ...process.env, CONFIG_DIR: folder }, timeout: 60_000 });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk.toString();
    });
  const exit = once(child, 'close');
  return {
    child,
    get output() {
      return output;
    },
    async printed(text) {
      let hasEnded = false;
      void exit.then(() => {
        hasEnded = true;
      });
      while (!output.includes(text)) {
        if (hasEnded) throw new Error(`It ended without "${text}": ${output}`);
        await setTimeout(10);
      }
    },
    async ended() {
      const [code, signal] = await exit;
      return code ?? signal;
    },
  };
}
