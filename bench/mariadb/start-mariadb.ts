import { privateSource } from './mariadb-binaries';
import { type PrivateMariadb, startPrivateMariadb } from './private-mariadb';

/**
 * Starts a private MariaDB, whatever server is given.
 *
 * @param options further options of the server
 * @throws Error if none is installed
 */
export async function startMariadb(options: readonly string[] = []): Promise<PrivateMariadb> {
  const source = privateSource();
  if (source.kind === 'none') throw new Error(source.reason);
  return startPrivateMariadb(source.binaries, options);
}
