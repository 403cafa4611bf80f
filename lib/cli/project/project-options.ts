import type { Command } from 'commander';

/** What the options say that every command takes which looks into a project. */
export interface ProjectOptions {
  readonly projectDir?: string;
  readonly modules?: string;
  readonly config?: string;
  readonly application?: readonly string[];
}

/** Adds the options of a command that looks into a project. */
export function withProjectOptions(command: Command): Command {
  const another = (name: string, names: readonly string[] = []) => [...names, name];
  return command
    .option(
      '--project, --project-dir <dir>',
      'the project root; otherwise the nearest one, from the current folder upwards',
    )
    .option('--modules <dir>', 'where the compiled modules are; otherwise what tsconfig.json says, or "dist"')
    .option(
      '--config <dir>',
      'the folder of the configuration; CONFIG_DIR, or "config" in the project root, by default',
    )
    .option(
      '--application <module>',
      'an application, as module or module:ExportName relative to the modules, in place of those that are found; may be repeated',
      another,
    );
}
