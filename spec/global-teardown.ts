import type { WithPrivateMariadb } from './global-setup';

/** After the project `mysql`: stops the server, unless it was given. */
export default async function globalTeardown(): Promise<void> {
  const run = globalThis as WithPrivateMariadb;
  if (!run.privateMariadb) return;
  await run.privateMariadb.stop();
  delete run.privateMariadb;
  // Watch mode runs the setup again, which must then start a new server.
  delete process.env.TEST_MYSQL_URL;
}
