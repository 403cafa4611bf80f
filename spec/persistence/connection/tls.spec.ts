import { createPrivateDatabase, DataSource, type DataSourceConfiguration } from '../../../lib/persistence';
import { POOL } from '../../support/pool';
import { describeWithTls, startTlsMariadb, type TlsMariadb } from '../../support/tls-mariadb';

type Settings = Omit<DataSourceConfiguration, 'pool' | 'providerProperties'>;

interface Row {
  readonly Variable_name: string;
  readonly Value: string;
}

const lines: string[] = [];
let server: TlsMariadb;

function open(settings: Settings): Promise<DataSource> {
  const configuration = { ...settings, pool: POOL, providerProperties: {} };
  return DataSource.open(configuration, [], { projectRoot: server.directory, log: (line) => lines.push(line) });
}

const cipherOf = async (settings: Settings) => (await sessionOf(settings)).Ssl_cipher;

async function sessionOf(settings: Settings): Promise<Record<string, string>> {
  const dataSource = await open(settings);
  const [rows] = await dataSource.sequelize.query("SHOW STATUS WHERE Variable_name IN ('Ssl_cipher', 'Ssl_version')");
  await dataSource.close();
  return Object.fromEntries((rows as Row[]).map(({ Variable_name: name, Value: value }) => [name, value]));
}

describeWithTls('Connections to MariaDB', () => {
  beforeAll(async () => {
    server = await startTlsMariadb();
  }, 60_000);
  afterAll(() => server?.stop());
  beforeEach(() => lines.splice(0));

  it.each([
    ['?ssl-mode=REQUIRED'],
    ['?sslMode=trust'],
    ['?useSSL=true&requireSSL=true'],
    ['?ssl={"rejectUnauthorized":false}'],
    ['?sslMode=VERIFY_CA&ca=ca.pem'],
    ['?ssl={"ca":"ca.pem"}'],
    ['?sslMode=verify-full&ssl-ca=ca.pem'],
    ['?ssl={"ca":"ca.pem","verifyIdentity":true}'],
    ['?ca=ca.pem'],
  ])('are encrypted with %s', async (options) => {
    expect(await cipherOf({ url: server.url('127.0.0.1', options) })).toMatch(/^TLS_|AES/);
  });

  it.each([
    [{ maxVersion: 'TLSv1.2' }, 'TLSv1.2', /^ECDHE-/],
    [{ minVersion: 'TLSv1.3' }, 'TLSv1.3', /^TLS_/],
    [{ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' }, 'TLSv1.2', /^ECDHE-ECDSA-AES128-GCM-SHA256$/],
  ])('use the versions and ciphers of %j', async (settings, version, cipher) => {
    const url = server.url('127.0.0.1', `?ssl=${JSON.stringify({ ca: 'ca.pem', ...settings })}`);

    expect(await sessionOf({ url })).toEqual({ Ssl_version: version, Ssl_cipher: expect.stringMatching(cipher) });
  });

  it.each([undefined, '?ssl-mode=DISABLED', '?useSSL=false', '?ssl=false'])(
    'are in plain text with %s',
    async (options) => {
      expect(await cipherOf({ url: server.url('127.0.0.1', options) })).toBe('');
    },
  );

  it('say that REQUIRED does not verify the server', async () => {
    await cipherOf({ url: server.url('127.0.0.1', '?ssl-mode=REQUIRED') });

    expect(lines).toEqual([
      expect.stringMatching(/koaggregate:\*\*\*@.* are encrypted, but the server is not verified/),
    ]);
  });

  it.each([
    ['?sslMode=VERIFY_CA&ca=other.pem', undefined],
    ['?sslMode=VERIFY_CA', undefined],
    ['?ssl={}', undefined],
    ['', { ca: 'other.pem' }],
    ['', true],
  ])('are refused with %s and db.ssl: %j if another authority issued the certificate', async (options, ssl) => {
    await expect(open({ url: server.url('127.0.0.1', options), ssl })).rejects.toMatchObject({
      code: 'DATABASE_TLS_FAILED',
      message: expect.stringMatching(/self-signed certificate.* Set db\.ssl\.ca to the certificate of the authority/),
    });
  });

  it('verify the host by default, and by VERIFY_IDENTITY', async () => {
    const ca = 'ca.pem';
    const wrong = server.url('localhost');

    for (const settings of [{ ssl: { ca } }, { ssl: { ca, mode: 'VERIFY_IDENTITY' as const } }]) {
      await expect(open({ url: wrong, ...settings })).rejects.toMatchObject({
        code: 'DATABASE_TLS_FAILED',
        message: expect.stringMatching(/Host: localhost\. is not in the cert's altnames.* Use the host name/),
      });
      expect(await cipherOf({ url: server.url('127.0.0.1'), ...settings })).not.toBe('');
    }
    expect(await cipherOf({ url: wrong, ssl: { ca, mode: 'VERIFY_CA' } })).not.toBe('');
  });

  it('compare an address with the certificate, and not localhost in its place', async () => {
    const ssl = { ca: 'ca.pem' };
    await server.serve('name');

    expect(await cipherOf({ url: server.url('localhost'), ssl })).not.toBe('');
    await expect(open({ url: server.url('127.0.0.1'), ssl })).rejects.toThrow(/IP: 127\.0\.0\.1 is not in the cert/);
    await server.serve('address');
  });

  it('send the certificate of the client', async () => {
    await server.send("CREATE USER 'ann'@'127.0.0.1' IDENTIFIED BY 'pw' REQUIRE X509");
    await server.send("GRANT ALL ON koaggregate.* TO 'ann'@'127.0.0.1'");
    const ann = { url: server.url('127.0.0.1'), username: 'ann', password: 'pw' };
    const client = { cert: 'client.pem', key: 'client.key' };

    expect(await cipherOf({ ...ann, ssl: { ca: 'ca.pem', ...client } })).not.toBe('');
    await expect(open({ ...ann, ssl: { ca: 'ca.pem' } })).rejects.toMatchObject({ code: 'DATABASE_ACCESS_DENIED' });
  });

  it('are the same for all applications of a process', async () => {
    const url = server.url('127.0.0.1');
    const first = await open({ url, ssl: { ca: 'ca.pem' } });

    await expect(open({ url })).rejects.toThrow(/set db\.ssl, or the options of db\.url for TLS, differently/);
    await expect(open({ url: `${url}?ssl-mode=REQUIRED` })).rejects.toMatchObject({ code: 'DATABASE_SETTINGS_DIFFER' });
    const second = await open({ url: `${url}?ssl-mode=VERIFY_IDENTITY&ca=./ca.pem` });
    await second.close();
    await first.close();
  });

  it('of the testing kit are encrypted, too', async () => {
    const { settings, drop } = await createPrivateDatabase(
      'server',
      server.directory,
      server.url('127.0.0.1', '?ssl-mode=VERIFY_CA&ca=ca.pem'),
    );

    expect(await cipherOf(settings)).not.toBe('');
    await drop();
    await expect(
      createPrivateDatabase('server', server.directory, server.url('127.0.0.1', '?ssl-mode=VERIFY_CA&ca=other.pem')),
    ).rejects.toThrow('self-signed certificate');
  });
});
