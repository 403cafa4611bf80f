import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Logger, PROJECT_OPTIONS, type ProjectOptions } from '../core';
import type { OptionKinds } from '../foundation';
import type { DomainClass } from '../metadata';
import type { TestDatabase } from '../persistence';
import type { ApplicationOptions } from '../rest';
import type { Samples } from './samples/given-samples';

/** Options of `startTestApplication`. */
export interface TestOptions extends ProjectOptions {
  /**
   * `memory`, a temporary `file`, or a database that is created on the `server` of `TEST_MYSQL_URL` and dropped at the end.
   * Defaults to `server` if that variable is set, otherwise to `memory`.
   */
  readonly database?: TestDatabase;
  /** Overrides keys of the application's configuration. */
  readonly configuration?: Record<string, unknown>;
  /** The domain classes, instead of those in `db.packagesToScan`; for an application that is passed as a class. */
  readonly domain?: readonly DomainClass[];
  /** Classes marked `@Resource`, with {@link domain}. */
  readonly resources?: ApplicationOptions['resources'];
  /** Removes the rows that plugins stored at the start, such as demo data. */
  readonly empty?: boolean;
  /** Of several, the last one with a value for a field counts. */
  readonly samples?: Samples | readonly Samples[];
  /** By default, only errors are logged. */
  readonly logger?: Logger;
}

export const TEST_OPTIONS = {
  ...PROJECT_OPTIONS,
  database: 'name',
  configuration: 'options',
  domain: 'list',
  resources: 'list',
  empty: 'flag',
  samples: 'any',
  logger: 'any',
} satisfies OptionKinds<TestOptions>;

/** The default logger. */
export const ERRORS_ONLY: Logger = { info: () => undefined, warn: () => undefined, error: console.error };

/** The folders of a project; tests run its sources instead of the compiled modules. */
export function projectFolders({ projectRoot = process.cwd(), moduleRoot, configDir }: TestOptions): ProjectOptions {
  const root = resolve(projectRoot);
  const sources = join(root, 'src');
  return { projectRoot: root, moduleRoot: moduleRoot ?? (existsSync(sources) ? sources : root), configDir };
}
