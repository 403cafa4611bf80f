import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger, ProjectOptions } from '../core';
import type { DomainClass } from '../metadata';
import type { DatabasePlace } from '../persistence';
import type { ApplicationOptions } from '../rest';

/** How an application is started for tests. */
export interface TestOptions extends ProjectOptions {
  /**
   * A database of its own: `memory`; `file`, a temporary one; or `server`, created on `TEST_MYSQL_URL` and dropped at the
   * end. The server where that variable is set, else memory.
   */
  readonly database?: DatabasePlace;
  /** Put over the configuration of the application, key by key. */
  readonly configuration?: Record<string, unknown>;
  /** The domain classes, in place of those that `db.packagesToScan` leads to; for an application that is given as a class. */
  readonly domain?: readonly DomainClass[];
  /** Classes marked `@Resource`, with {@link domain}. */
  readonly resources?: ApplicationOptions['resources'];
  /** Removes what plugins have stored at the start, such as demo data. */
  readonly empty?: boolean;
  /** By default, errors are shown and nothing else. */
  readonly logger?: Logger;
}

export const QUIET: Logger = { info: () => undefined, warn: () => undefined, error: console.error };

/** The folders, where a test runs the sources of a project rather than what was compiled. */
export function projectFolders({ projectRoot = process.cwd(), moduleRoot, configDir }: TestOptions): ProjectOptions {
  const root = resolve(projectRoot);
  const sources = join(root, 'src');
  return { projectRoot: root, moduleRoot: moduleRoot ?? (existsSync(sources) ? sources : root), configDir };
}
