import type { WithPrivateMariadb } from './global-setup';

/** After the project `mysql`; a server that was given stays as it was. */
export default async function globalTeardown(): Promise<void> {
  const run = globalThis as WithPrivateMariadb;
  if (!run.privateMariadb) return;
  await run.privateMariadb.stop();
  delete run.privateMariadb;
  // Watch mode runs the setup again, which then must start a server of its own.
  delete process.env.TEST_MYSQL_URL;
}
