import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sequelize } from 'sequelize';
import { ownInstancesOf } from '../../../lib/persistence/adoption/own-instances';
import { driverTls } from '../../../lib/persistence/connection/driver-tls';
import { tlsOf } from '../../../lib/persistence/connection/tls-of-database';
import { noticesOf } from '../../../lib/persistence/database-settings';
import { parseDatabaseUrl } from '../../../lib/persistence/database-url';
import { sslOf } from '../../../lib/persistence/sequelize-options';
import { UTC } from '../../../lib/persistence/time-zone';
import { POOL } from '../../support/pool';

describe('db.ssl', () => {
  it.each([
    [undefined, undefined, undefined],
    [false, undefined, undefined],
    ['false', undefined, undefined],
    [true, undefined, 'VERIFY_IDENTITY'],
    ['true', undefined, 'VERIFY_IDENTITY'],
    [{}, undefined, 'VERIFY_IDENTITY'],
    [{ ca: 'ca.pem' }, undefined, 'VERIFY_IDENTITY'],
    [{ mode: 'VERIFY_CA' }, undefined, 'VERIFY_CA'],
    [{ mode: 'VERIFY_CA' }, { mode: 'VERIFY_CA' }, 'VERIFY_CA'],
    [{ ca: 'ca.pem' }, { mode: 'VERIFY_CA' }, 'VERIFY_CA'],
    [{ mode: 'VERIFY_CA' }, { ca: 'ca.pem' }, 'VERIFY_CA'],
    [{ mode: 'DISABLED', ca: 'ca.pem' }, undefined, 'DISABLED'],
    [undefined, { ca: 'ca.pem' }, 'VERIFY_IDENTITY'],
    [false, { mode: 'REQUIRED' }, 'REQUIRED'],
  ] as const)('%j and %j of db.url are %s', (ssl, url, mode) => {
    expect(tlsOf(ssl, url)?.mode).toBe(mode);
  });

  it.each([
    [{ mode: 'REQUIRED' }, { mode: 'VERIFY_CA' }, 'mode'],
    [{ mode: 'DISABLED' }, { mode: 'REQUIRED' }, 'mode'],
    [{ mode: 'DISABLED' }, { ca: 'ca.pem' }, 'mode'],
    [{ ca: 'ca.pem' }, { mode: 'REQUIRED' }, 'mode'],
    [true, { mode: 'DISABLED' }, 'mode'],
    [{ ca: 'a.pem' }, { ca: 'b.pem' }, 'ca'],
  ] as const)('%j contradicts %j of db.url', (ssl, url, name) => {
    expect(() => tlsOf(ssl, url)).toThrow(`db.ssl and the options of db.url contradict each other about ${name}:`);
  });

  it('has nothing without effect', () => {
    expect(() => tlsOf({ mode: 'REQUIRED', ca: 'ca.pem' }, undefined)).toThrow(
      'db.ssl.ca has no effect with the mode REQUIRED: write VERIFY_CA or VERIFY_IDENTITY.',
    );
    expect(() => tlsOf({ cert: 'c.pem' }, undefined)).toThrow('db.ssl.cert needs key beside it: set both.');
    expect(() => tlsOf(undefined, { key: 'k.pem' })).toThrow(
      'the option key of db.url needs cert beside it: set both.',
    );
  });

  it('is logged as without effect on SQLite', () => {
    const url = parseDatabaseUrl('sqlite:shop.sqlite', '/app');

    expect(noticesOf({ url: '', ssl: { ca: 'ca.pem' }, pool: POOL, providerProperties: {} }, url, UTC)).toEqual([
      'db.ssl has no effect on sqlite:shop.sqlite, which is not a server.',
    ]);
  });
});

describe('The encryption of adopted models', () => {
  const url = parseDatabaseUrl('mysql://localhost/shop', '/app');
  const ssl = { rejectUnauthorized: false };
  const model = new Sequelize('mysql://localhost/shop', { dialectOptions: { ssl } }).define('Order', {});
  const options = { owner: 'Shop', projectRoot: '/app', types: [], log: () => undefined };

  it('applies unless the settings say something else', () => {
    const used = (settings: Parameters<typeof tlsOf>[0]) =>
      sslOf(tlsOf(settings, undefined), url, ownInstancesOf([model]), options);

    expect(used(false)).toBe(ssl);
    expect(used(true)).toEqual({ rejectUnauthorized: true, verifyIdentity: true });
    expect(used({ mode: 'DISABLED' })).toBeUndefined();
  });
});

describe('A file of db.ssl', () => {
  let root: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'tls-'));
    writeFileSync(join(root, 'empty.pem'), 'not a certificate');
    writeFileSync(join(root, 'broken.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each([
    [
      { ca: 'missing.pem' },
      /^db\.ssl\.ca cannot be read: there is no such file \(.*missing\.pem\)\. Correct the path\.$/,
    ],
    [{ ca: 'empty.pem' }, /^db\.ssl\.ca cannot be used: /],
    [{ ca: 'broken.pem' }, /^db\.ssl\.ca cannot be used: /],
    [{ cert: 'broken.pem', key: 'empty.pem' }, /^db\.ssl\.cert cannot be used: /],
    [{ ca: '.' }, /^db\.ssl\.ca cannot be read: it is a folder/],
    [{ minVersion: 'TLSv9' }, /^db\.ssl\.minVersion cannot be used: /],
  ])('%j stops the start', (ssl, message) => {
    expect(() => driverTls(tlsOf(ssl, undefined), root)).toThrow(
      expect.objectContaining({ code: 'TLS_SETTINGS_INVALID', message: expect.stringMatching(message) }),
    );
  });

  it('is not read in the mode DISABLED', () => {
    expect(driverTls(tlsOf({ mode: 'DISABLED', ca: 'missing.pem' }, undefined), root)).toBeUndefined();
  });
});
