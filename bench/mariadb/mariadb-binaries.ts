import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

export interface MariadbBinaries {
  readonly server: string;
  readonly install: string;
}

/** The database server for specs: a given one, one to start, or none with the reason. */
export type MariadbSource =
  | { readonly kind: 'given'; readonly url: string }
  | { readonly kind: 'private'; readonly binaries: MariadbBinaries }
  | { readonly kind: 'none'; readonly reason: string };

/** Used by jest.config.ts, which omits the project `mysql` without a server, and by the global setup. */
export function mariadbSource(): MariadbSource {
  const url = process.env.TEST_MYSQL_URL;
  return url ? { kind: 'given', url } : privateSource();
}

/** The server to start, whatever server is given. */
export function privateSource(): Exclude<MariadbSource, { readonly kind: 'given' }> {
  const server = find('mariadbd', []);
  if (!server) return { kind: 'none', reason: 'TEST_MYSQL_URL is not set and there is no mariadbd' };
  const beside = join(dirname(server), '..');
  const install = find('mariadb-install-db', [join(beside, 'bin'), join(beside, 'scripts')]);
  if (!install) return { kind: 'none', reason: `${server} has no mariadb-install-db beside it` };
  return { kind: 'private', binaries: { server, install } };
}

/** The PATH of ordinary users often lacks the folders of servers. */
function find(name: string, more: readonly string[]): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const folders = [...path, '/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/usr/bin', ...more];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
