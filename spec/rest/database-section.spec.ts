import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application } from '../../lib';
import type { DomainClass } from '../../lib/metadata';
import { Country } from '../support/domain/shop';
import { createTestDatabase } from '../support/test-database';

class ShopApplication extends Application {}

describe('The section db', () => {
  let configDir: string;
  const write = (name: string, ...lines: readonly string[]) => writeFileSync(join(configDir, name), lines.join('\n'));
  const read = () => new ShopApplication({ configDir }).configuration.db;
  const properties = (...lines: readonly string[]) =>
    write('shop.yml', 'name: shop', 'db:', '  url: "sqlite::memory:"', '  providerProperties:', ...lines);

  beforeEach(() => {
    configDir = mkdtempSync(join(tmpdir(), 'config-'));
  });
  afterEach(() => rmSync(configDir, { recursive: true }));

  it.each([
    ['nothing', []],
    ['some other key', ['db: { packagesToScan: [domain] }']],
    ['no value', ['db:', '  url:']],
  ])('requires a url: with %s the error names the file and the section', (_, lines) => {
    write('container.yml', 'db: { pool: { max: 3 } }');
    write('shop.yml', 'name: shop', ...lines);

    expect(read).toThrow(
      `${join(configDir, 'shop.yml')}: db.url: is required (mysql://…, mariadb://…, sqlite:path or sqlite::memory:): add it to the section db.`,
    );
  });

  it('reads provider properties with and without the prefix "hibernate."', () => {
    properties(
      '    hibernate.hbm2ddl.auto: update',
      '    hibernate.show_sql: true',
      '    hibernate.format_sql: "true"',
      '    hibernate.naming_strategy: as_is',
      '    hibernate.dialect: any',
      '    current_session_context_class: thread',
    );

    expect(read().providerProperties).toEqual({
      'hbm2ddl.auto': 'update',
      show_sql: true,
      format_sql: true,
      naming_strategy: 'as_is',
      dialect: 'any',
      current_session_context_class: 'thread',
    });
  });

  it('prefers the higher level, with or without the prefix', () => {
    write('container.yml', 'db: { providerProperties: { hbm2ddl.auto: create, hibernate.show_sql: true } }');
    properties('    hibernate.hbm2ddl.auto: validate', '    show_sql: false');

    expect(read().providerProperties).toEqual({ 'hbm2ddl.auto': 'validate', show_sql: false });
  });

  it('accepts both names of a property on one level only with the same value', () => {
    properties('    hibernate.hbm2ddl.auto: update', '    hbm2ddl.auto: update');
    expect(read().providerProperties).toMatchObject({ 'hbm2ddl.auto': 'update' });

    properties('    hibernate.hbm2ddl.auto: update', '    hbm2ddl.auto: none');

    expect(read).toThrow(
      `${join(configDir, 'shop.yml')}: db.providerProperties.hbm2ddl.auto: is "none", and hibernate.hbm2ddl.auto is "update", which is the same property: keep one of them.`,
    );
  });

  it.each([
    [
      'show_sqll: true',
      'show_sqll',
      /unknown key: remove it, .* \(the nearest is "show_sql"\)\. Known keys: .*hbm2ddl\.auto/,
    ],
    ['hibernate.cache.use_second_level_cache: true', 'hibernate.cache.use_second_level_cache', /unknown key/],
    [
      'hibernate.hbm2ddl.auto: upgrade',
      'hbm2ddl.auto',
      /must be one of \[none, validate, update, create, create-drop\]/,
    ],
    ['show_sql: perhaps', 'show_sql', /must be a boolean/],
    ['format_sql: maybe', 'format_sql', /must be a boolean/],
    [
      'naming_strategy: banana',
      'naming_strategy',
      /is "banana", which is not a known strategy\. Known strategies, with or without a package: snake_case, .*EJB3/,
    ],
    [
      'hibernate.ejb.naming_strategy: org.hibernate.cfg.ImprovedNamingStrategie',
      'naming_strategy',
      /the nearest is "ImprovedNamingStrategy"/,
    ],
    ['naming_strategy: constructor', 'naming_strategy', /not a known strategy/],
    ['implicit_naming_strategy: as_is', 'implicit_naming_strategy', /not a known strategy.*SpringImplicit/],
  ])('rejects the provider property %s', (line, name, message) => {
    properties(`    ${line}`);

    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ key: `db.providerProperties.${name}` }));
  });
});

describe('naming_strategy in db.providerProperties', () => {
  let configDir: string;
  const properties = (...lines: readonly string[]) =>
    writeFileSync(
      join(configDir, 'shop.yml'),
      ['name: shop', 'db:', '  url: "sqlite::memory:"', '  providerProperties:', ...lines].join('\n'),
    );
  const read = () => new ShopApplication({ configDir }).configuration.db;

  beforeEach(() => {
    configDir = mkdtempSync(join(tmpdir(), 'config-'));
  });
  afterEach(() => rmSync(configDir, { recursive: true }));

  it.each([
    ['hibernate.ejb.naming_strategy', 'org.hibernate.cfg.ImprovedNamingStrategy'],
    ['hibernate.physical_naming_strategy', 'PhysicalNamingStrategyStandardImpl'],
    ['physical_naming_strategy', 'org.hibernate.boot.model.naming.CamelCaseToUnderscoresNamingStrategy'],
  ])('is read from %s', (key, strategy) => {
    properties(`    ${key}: ${strategy}`);

    expect(read().providerProperties).toMatchObject({ naming_strategy: strategy });
  });

  it('may be there twice if both name columns alike, beside an implicit one', () => {
    properties(
      '    hibernate.ejb.naming_strategy: org.hibernate.cfg.ImprovedNamingStrategy',
      '    hibernate.physical_naming_strategy: CamelCaseToUnderscoresNamingStrategy',
      '    hibernate.implicit_naming_strategy: org.springframework.boot.orm.jpa.hibernate.SpringImplicitNamingStrategy',
    );
    expect(read().providerProperties).toMatchObject({
      naming_strategy: 'org.hibernate.cfg.ImprovedNamingStrategy',
    });

    properties('    ejb.naming_strategy: EJB3NamingStrategy', '    hibernate.naming_strategy: ImprovedNamingStrategy');

    expect(read).toThrow(
      'db.providerProperties.hibernate.naming_strategy: is "ImprovedNamingStrategy", and ejb.naming_strategy is "EJB3NamingStrategy", which is the same property: keep one of them.',
    );
  });
});

describe('db.ssl', () => {
  let configDir: string;
  const read = (ssl: string) => {
    writeFileSync(join(configDir, 'shop.yml'), `name: shop\ndb: { url: "mysql://db/shop", ssl: ${ssl} }`);
    return new ShopApplication({ configDir }).configuration.db.ssl;
  };

  beforeEach(() => {
    configDir = mkdtempSync(join(tmpdir(), 'config-'));
  });
  afterEach(() => rmSync(configDir, { recursive: true }));

  it('has a mode and files, or is true or false', () => {
    expect(read('{ mode: verify_ca, ca: certs/ca.pem }')).toEqual({ mode: 'VERIFY_CA', ca: 'certs/ca.pem' });
    expect(read('true')).toBe(true);
    expect(read(`"\${NO_SUCH_VARIABLE:-false}"`)).toBe('false');
  });

  it.each([
    ['{ mode: PREFERRED }', /db\.ssl\.mode: must be one of \[DISABLED, REQUIRED, VERIFY_CA, VERIFY_IDENTITY\]/],
    ['{ cafile: ca.pem }', /db\.ssl\.cafile: unknown key: .* Known keys: ca, cert, key, minVersion, mode, passphrase/],
    ['{ minVersion: TLSv1 }', /db\.ssl\.minVersion: must be one of/],
    ['perhaps', /db\.ssl: must be/],
  ])('%s stops the start', (ssl, message) => {
    expect(() => read(ssl)).toThrow(message);
  });
});

describe('hibernate.hbm2ddl.auto', () => {
  it('creates the tables as hbm2ddl.auto does', async () => {
    const database = await createTestDatabase();
    const db = { url: database.url, providerProperties: { 'hibernate.hbm2ddl.auto': 'update' } };
    const configuration = { name: 'shop', db };
    const application = new ShopApplication({
      configDir: __dirname,
      domain: [Country] as DomainClass[],
      configuration,
    });

    await application.start();
    const counted = await Country.count();
    await application.stop();
    await database.drop();

    expect(counted).toBe(0);
  });
});
