import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The result of the generated suites of a sample, which stop at the first failed test. */
export interface SuiteRun {
  readonly passed: number;
  readonly failed: number;
  /** The first failed test with its `describe`, or the reason why a suite could not run. */
  readonly first?: string;
}

const TIMEOUT_MS = 300_000;

/** Runs the suites of a sample on a compiled library. */
export async function runSuites(packageRoot: string, sample: string, library: string): Promise<SuiteRun> {
  const here = join(packageRoot, 'bench/planted-faults');
  const result = join(tmpdir(), `planted-${process.pid}.json`);
  const jest = join(packageRoot, 'node_modules/jest/bin/jest.js');
  const args = [jest, '-c', join(here, 'jest.config.cjs'), '--reporters', join(here, 'reporter.cjs'), '--maxWorkers=2'];
  const env = { ...process.env, PLANTED_LIBRARY: library, PLANTED_RESULT: result, SAMPLES: sample, TEST_SEED: '1' };
  await run(args, env);
  try {
    return JSON.parse(readFileSync(result, 'utf8')) as SuiteRun;
  } catch {
    return { passed: 0, failed: 1, first: 'jest did not end in time' };
  } finally {
    rmSync(result, { force: true });
  }
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env, maxBuffer: 1 << 28, timeout: TIMEOUT_MS }, () => resolve());
  });
}
