import { createRequire } from 'node:module';
import { SecurityError } from './errors';

/**
 * Loads a library that is needed for what is configured alone: from the application, where it is installed as an
 * optional peer, or else from beside this package.
 *
 * @param purpose for the message: `security.basic`
 * @throws SecurityError LIBRARY_MISSING, with the npm line to type
 */
export function optionalLibrary(name: string, purpose: string, projectRoot = process.cwd()): unknown {
  for (const load of [createRequire(`${projectRoot}/`), require]) {
    try {
      return load(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new SecurityError('LIBRARY_MISSING', purpose, name);
}
