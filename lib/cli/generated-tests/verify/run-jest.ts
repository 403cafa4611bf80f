import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A test in the JSON report of jest. */
export interface ReportedTest {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
  /** The errors as far as they are JSON. */
  readonly failureDetails?: readonly unknown[];
}

/** A file in the JSON report of jest. */
export interface ReportedFile {
  /** Absolute. */
  readonly name: string;
  readonly status: string;
  /** Why the file could not be run, if it has no tests. */
  readonly message: string;
  readonly assertionResults: readonly ReportedTest[];
}

interface Report {
  readonly testResults: readonly ReportedFile[];
}

/**
 * Runs test files with the jest of a project and its configuration.
 *
 * @param files  absolute
 * @throws Error when the project has no jest, or its configuration leaves the files out
 */
export async function runJest(projectRoot: string, files: readonly string[]): Promise<readonly ReportedFile[]> {
  const jest = jestOf(projectRoot);
  const folder = mkdtempSync(join(tmpdir(), 'koaggregate-tests-'));
  const report = join(folder, 'report.json');
  try {
    const options = ['--json', '--outputFile', report, '--ci', '--coverage=false', '--watchAll=false'];
    const output = await run(projectRoot, [jest, ...options, '--runTestsByPath', ...files]);
    const results = resultsIn(report);
    if (!results || results.length < files.length) throw new Error(notRunMessage(output));
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function jestOf(projectRoot: string): string {
  try {
    return join(dirname(createRequire(join(projectRoot, 'package.json')).resolve('jest/package.json')), 'bin/jest.js');
  } catch {
    throw new Error(
      'The suites were written and not run, since the project has no jest: install it, or leave the run out with --no-verify.',
    );
  }
}

/** @returns what it prints */
function run(folder: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    const printed: string[] = [];
    child.stderr.setEncoding('utf8').on('data', (text: string) => printed.push(text));
    child.on('error', reject);
    child.on('close', () => resolve(printed.join('')));
  });
}

function resultsIn(report: string): readonly ReportedFile[] | undefined {
  try {
    return (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults;
  } catch {
    return undefined;
  }
}

function notRunMessage(output: string): string {
  return (
    'The suites were written, but jest did not run them: see whether testMatch and roots of its configuration include ' +
    `their folder, or leave the run out with --no-verify.\n${output.trim()}`
  );
}
