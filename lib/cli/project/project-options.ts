import type { Command } from 'commander';
import { repeatable } from '../option-values';

/** The options of every command that reads a project. */
export interface ProjectOptions {
  readonly projectDir?: string;
  readonly modules?: string;
  readonly config?: string;
  readonly application?: readonly string[];
}

/** The help text of `--project-dir`. */
export const PROJECT_DIR = 'project root (default: the nearest one, from the current folder upwards)';

/** Adds the options of a command that reads a project. */
export function withProjectOptions(command: Command): Command {
  return command
    .option('--project, --project-dir <dir>', PROJECT_DIR)
    .option('--modules <dir>', 'folder of the compiled modules (default: outDir of tsconfig.json, or "dist")')
    .option('--config <dir>', 'folder of the configuration (default: CONFIG_DIR, or "config" in the project root)')
    .option(
      '--application <module>',
      'application to use instead of those found, as module or module:ExportName; repeatable',
      repeatable,
    );
}
