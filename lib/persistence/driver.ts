import { createRequire } from 'node:module';
import type { DatabaseUrl } from './database-url';
import { PersistenceError } from './errors';

/**
 * Loads the driver of a database from the application, where it is installed as an optional peer.
 *
 * @throws PersistenceError DRIVER_MISSING, with the npm line to type
 */
export function loadDriver({ driver, display }: DatabaseUrl, projectRoot: string): object {
  const places = [createRequire(`${projectRoot}/`), require];
  for (const load of places) {
    try {
      return load(driver) as object;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new PersistenceError('DRIVER_MISSING', [driver, display]);
}
