import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/** The TypeScript compiler of a project, and its tsconfig.json. */
export interface ProjectTypeScript {
  /** The script of the compiler's command line. TypeScript 7 has no other interface. */
  readonly tsc: string;
  readonly version: string;
  readonly configFile: string;
  readonly outDir: string | undefined;
  readonly rootDir: string | undefined;
  /** The source files, without declaration files. */
  readonly sources: readonly string[];
}

/** What `tsc --showConfig` prints, with paths relative to the file. */
interface ShownConfig {
  readonly compilerOptions?: { readonly outDir?: string; readonly rootDir?: string };
  readonly files?: readonly string[];
}

/** The error of TypeScript before 7 for a tsconfig.json that includes no file. */
const NO_INPUTS = 'error TS18003:';

/**
 * Returns undefined for a project without a tsconfig.json or without TypeScript, as in production.
 *
 * @throws Error for a tsconfig.json with an error
 */
export function typeScriptOf(projectRoot: string): ProjectTypeScript | undefined {
  const configFile = join(projectRoot, 'tsconfig.json');
  const compiler = existsSync(configFile) ? compilerOf(projectRoot) : undefined;
  if (!compiler) return undefined;
  const { compilerOptions: options = {}, files = [] } = shownConfig(compiler.tsc, configFile);
  // TypeScript 6 and later take the project root, and earlier ones the nearest folder of all sources.
  const rootDir = options.rootDir ?? (majorOf(compiler.version) >= 6 ? '.' : undefined);
  const absolute = (path: string | undefined) => (path === undefined ? undefined : resolve(projectRoot, path));
  const sources = files.filter((name) => !/\.d\.[cm]?ts$/.test(name)).map((name) => resolve(projectRoot, name));
  return {
    ...{ ...compiler, configFile, sources },
    ...{ outDir: absolute(options.outDir), rootDir: absolute(rootDir) },
  };
}

/** @throws Error for a file with an error */
function shownConfig(tsc: string, configFile: string): ShownConfig {
  const { status, output } = runCompiler(tsc, ['-p', configFile, '--showConfig']);
  if (status === 0) return JSON.parse(output) as ShownConfig;
  if (output.includes(NO_INPUTS)) return {};
  throw new Error(`${configFile} cannot be read: ${output.trim()}`);
}

function compilerOf(projectRoot: string): Pick<ProjectTypeScript, 'tsc' | 'version'> | undefined {
  const require = createRequire(join(projectRoot, 'package.json'));
  try {
    const manifest = require.resolve('typescript/package.json');
    const { version } = require(manifest) as { readonly version: string };
    return { version, tsc: join(dirname(manifest), 'bin', 'tsc') };
  } catch {
    return undefined;
  }
}

/** The major version: 7 of `7.0.2`. */
export function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}

/** Runs the compiler in the current folder, which the paths in its output are relative to. */
export function runCompiler(tsc: string, options: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, error } = spawnSync(process.execPath, [tsc, ...options, '--pretty', 'false'], {
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error) throw error;
  return { status, output: stdout };
}
