import { Module } from 'node:module';
import { sep } from 'node:path';
import { type CommandResult, koaggregateIn } from './koaggregate';
import { koaggregateProcess } from './run-node';

interface Loader {
  readonly _cache: Record<string, unknown>;
  readonly _extensions: Record<string, unknown>;
  _resolveFilename: unknown;
}

const loader = Module as unknown as Loader;

/**
 * Runs the command on a project whose sources it loads, with the result that its process would have. Where Node's own
 * `require` loads lib, it runs in this process, which forgets the project afterwards; jest's `require` knows no hook that
 * compiles sources, so with modules for each spec file it is a process.
 *
 * @param project  outside of this repository
 */
export async function koaggregateInProject(
  project: string,
  folder: string,
  ...words: readonly string[]
): Promise<CommandResult> {
  if (process.env.SPEC_MODULES === 'isolated') return koaggregateProcess(folder, ...words);
  const forget = remembering(project);
  try {
    const { code, out, err } = await koaggregateIn(folder, ...words);
    return { code, out: asWritten(out), err: asWritten(err) };
  } finally {
    forget();
  }
}

/** Undoes what the command leaves to its process: the hook for sources, modules, and variables of `.env`. */
function remembering(project: string): () => void {
  const { _resolveFilename: resolve } = loader;
  const { '.ts': extension } = loader._extensions;
  const environment = { ...process.env };
  return () => {
    Object.assign(loader, { _resolveFilename: resolve });
    Object.assign(loader._extensions, { '.ts': extension });
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    for (const file of Object.keys(loader._cache)) if (file.startsWith(project + sep)) delete loader._cache[file];
  };
}

function asWritten(lines: string): string {
  return lines === '' ? '' : `${lines}\n`;
}
