import { mariadbSource } from '../bench/mariadb/mariadb-binaries';
import { type PrivateMariadb, startPrivateMariadb } from '../bench/mariadb/private-mariadb';

/** The global through which the setup passes its server to the teardown, which runs in the same process with other modules. */
export interface WithPrivateMariadb {
  privateMariadb?: PrivateMariadb;
}

/** Before the project `mysql`: a database server whose address the workers inherit as TEST_MYSQL_URL. */
export default async function globalSetup(): Promise<void> {
  const source = mariadbSource();
  if (source.kind !== 'private') return;
  const server = await startPrivateMariadb(source.binaries);
  (globalThis as WithPrivateMariadb).privateMariadb = server;
  process.env.TEST_MYSQL_URL = server.url;
}
