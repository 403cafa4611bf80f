import { driverOptions } from '../../../lib/persistence/connection/driver-options';
import { noticesOf } from '../../../lib/persistence/database-settings';
import { parseDatabaseUrl, withoutPassword } from '../../../lib/persistence/database-url';
import { UTC } from '../../../lib/persistence/time-zone';
import { zoneOfDatabase } from '../../../lib/persistence/zone-of-database';
import { POOL } from '../../support/pool';

const parse = (options: string, scheme = 'mysql') =>
  parseDatabaseUrl(`${scheme}://ann:secret@db.example/shop${options}`, '/app');
const tls = (options: string, scheme?: string) => parse(options, scheme).options.tls;
const configuration = (url: string) => ({ url, pool: POOL, providerProperties: {} });

describe('The options of db.url', () => {
  it.each([
    ['?ssl-mode=REQUIRED', { mode: 'REQUIRED' }],
    ['?sslmode=verify_ca', { mode: 'VERIFY_CA' }],
    ['?SSL-MODE=VERIFY_IDENTITY', { mode: 'VERIFY_IDENTITY' }],
    ['?sslMode=disable', { mode: 'DISABLED' }],
    ['?sslMode=trust', { mode: 'REQUIRED' }],
    ['?sslMode=verify-full', { mode: 'VERIFY_IDENTITY' }],
    ['?ssl=true', { mode: 'VERIFY_IDENTITY' }],
    ['?ssl=false', { mode: 'DISABLED' }],
    ['?ssl={}', { mode: 'VERIFY_CA' }],
    ['?ssl={"rejectUnauthorized":true}', { mode: 'VERIFY_CA' }],
    ['?ssl=%7B%22rejectUnauthorized%22%3Afalse%7D', { mode: 'REQUIRED' }],
    ['?ssl={"ca":"a+b.pem","verifyIdentity":true}', { mode: 'VERIFY_IDENTITY', ca: 'a+b.pem' }],
    ['?useSSL=true', { mode: 'REQUIRED' }],
    ['?useSSL=false&requireSSL=false&verifyServerCertificate=false', { mode: 'DISABLED' }],
    ['?useSSL=true&requireSSL=true&verifyServerCertificate=true', { mode: 'VERIFY_CA' }],
    ['?useSSL=true&sslMode=VERIFY_CA', { mode: 'VERIFY_CA' }],
    ['?ca=ca.pem&ssl-cert=c.pem&ssl-key=k.pem', { ca: 'ca.pem', cert: 'c.pem', key: 'k.pem' }],
    ['?timezone=Z', undefined],
    ['', undefined],
  ])('%s asks for %j', (options, expected) => {
    expect(tls(options)).toEqual(expected);
  });

  it('verify the server with useSsl of MariaDB, whose Connector/J verifies by default', () => {
    expect(tls('?useSsl=true', 'jdbc:mariadb')).toEqual({ mode: 'VERIFY_IDENTITY' });
  });

  it.each([
    [
      '?ssl-mode=PREFERRED',
      /"ssl-mode" .* is PREFERRED, which continues in plain text .*: write DISABLED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY/,
    ],
    ['?ssl-mode=always', /"ssl-mode" .* is not a known mode: write DISABLED/],
    ['?ssl-mode=REQUIRED&sslMode=VERIFY_CA', /"sslMode" .* contradicts the option "ssl-mode"/],
    ['?useSSL=true&sslMode=DISABLED', /"useSSL" .* contradicts the option "sslMode"/],
    ['?useSSL=false&requireSSL=true', /"requireSSL" .* contradicts the option "useSSL"/],
    ['?sslMode=REQUIRED&verifyServerCertificate=true', /contradicts/],
    ['?ssl-mode=REQUIRED&ssl-mode=VERIFY_CA', /is there twice/],
    ['?ssl={"ca":"a.pem"}&ca=b.pem', /"ca" .* is in the option "ssl", too/],
    ['?ca=a.pem&ssl-ca=b.pem', /"ssl-ca" .* contradicts the option "ca"/],
    ['?ssl=Amazon RDS', /"ssl" .* is neither true, false nor an object in JSON/],
    ['?ssl={ca:1}', /is not an object in JSON/],
    ['?ssl={"rejectUnauthorised":false}', /unknown key "rejectUnauthorised" \(the nearest is "rejectUnauthorized"\)/],
    ['?ssl={"rejectUnauthorized":"false"}', /"rejectUnauthorized", which is not a boolean/],
    ['?useSSL=maybe', /"useSSL" .* is neither true nor false/],
    ['?charset=latin1', /"charset" .* is not utf8mb4/],
    ['?connectTimeout=10s', /is not a number of milliseconds/],
    ['?trustStore=ts.jks', /"trustStore" .* has no effect here: write ca with a file of certificates in PEM/],
    ['?sessionVariables=sql_mode=ANSI', /"sessionVariables" .* has no effect here/],
    ['?ca=100%.pem', /percent sign/],
  ])('%s stops the start', (options, message) => {
    expect(() => parse(options)).toThrow(expect.objectContaining({ code: 'URL_OPTION_INVALID' }));
    expect(() => parse(options)).toThrow(message);
  });

  it.each([
    ['?ssl-mod=REQUIRED', /unknown option "ssl-mod" \(the nearest is "ssl-mode"\)/],
    ['?usessl1=true', /\(the nearest is "useSSL"\)/],
    ['?autoReconect=true', /\(the nearest is "autoReconnect"\)/],
    [
      '?multipleStatements=true',
      /unknown option "multipleStatements": remove it, or correct its name\. Known options: ssl-mode, /,
    ],
    ['?constructor=1', /unknown option "constructor"/],
  ])('%s stops the start with the nearest name', (options, message) => {
    expect(() => parse(options)).toThrow(expect.objectContaining({ code: 'URL_OPTION_UNKNOWN' }));
    expect(() => parse(options)).toThrow(message);
  });
});

describe('An option of db.url', () => {
  it('has the effect that the driver gives it', () => {
    const url = parse('?charset=UTF8MB4_GENERAL_CI&connectTimeout=2500&socketPath=/run/mysqld/mysqld.sock');

    expect(driverOptions(url, undefined)).toEqual({
      charset: 'utf8mb4_general_ci',
      connectTimeout: 2500,
      keepAliveInitialDelay: 30_000,
      socketPath: '/run/mysqld/mysqld.sock',
    });
    expect(driverOptions(parse('?charset=utf8'), undefined)).toEqual({
      charset: 'utf8mb4',
      keepAliveInitialDelay: 30_000,
    });
  });

  it('may be the user, as in JDBC', () => {
    const url = parseDatabaseUrl('jdbc:mysql://db.example/shop?user=ann&password=s%26crt', '/app');

    expect(url).toMatchObject({ username: 'ann', password: 's&crt' });
    expect(url.display).toBe('mysql://db.example/shop?user=ann&password=***');
  });

  it('of Connector/J without an effect is logged, all of them in one line', () => {
    const url = parse(
      '?useUnicode=true&characterEncoding=UTF-8&autoReconnect=true&allowPublicKeyRetrieval=true&zeroDateTimeBehavior=convertToNull&rewriteBatchedStatements=true&useSSL=false',
    );

    expect(noticesOf(configuration('mysql://db.example/shop'), url, UTC)).toEqual([
      expect.stringMatching(
        / that have no effect and are ignored: useUnicode, characterEncoding, autoReconnect, allowPublicKeyRetrieval, zeroDateTimeBehavior, rewriteBatchedStatements\.$/,
      ),
    ]);
  });

  it.each([
    ['?serverTimezone=UTC', '+00:00'],
    ['?serverTimezone=GMT%2B8', '+08:00'],
    ['?serverTimezone=GMT+8', '+08:00'],
    ['?connectionTimeZone=Asia/Shanghai', 'Asia/Shanghai'],
    ['?timezone=+08:00', '+08:00'],
  ])('%s names the zone of times', (options, zone) => {
    expect(zoneOfDatabase(configuration('mysql://db.example/shop'), parse(options), [])?.name).toBe(zone);
  });

  it('has to name the zone of db.timezone', () => {
    const settings = { ...configuration('mysql://db.example/shop'), timezone: '+02:00' };

    expect(() => zoneOfDatabase(settings, parse('?serverTimezone=UTC'), [])).toThrow(
      'The time zone of db.timezone is +02:00, and that of db.url (serverTimezone) is +00:00',
    );
  });

  it('does not exist for SQLite', () => {
    for (const url of ['sqlite:shop.sqlite?ssl-mode=REQUIRED', 'sqlite::memory:?cache=shared']) {
      expect(() => parseDatabaseUrl(url, '/app')).toThrow('SQLite has no options: remove the question mark.');
    }
  });

  it('is shown without keys and passwords', () => {
    expect(withoutPassword('mysql://db/shop?ssl={"key":"k","passphrase":"p"}&keyStorePassword=x&user=ann')).toBe(
      'mysql://db/shop?ssl=***&keyStorePassword=***&user=ann',
    );
    expect(withoutPassword('mysql://db/shop?key=-----BEGIN%20PRIVATE%20KEY-----&ssl=true')).toBe(
      'mysql://db/shop?key=***&ssl=true',
    );
    expect(() => parse('?ssl={"key":"topsecret","x":1}')).toThrow(/^(?!.*topsecret)/);
  });
});
