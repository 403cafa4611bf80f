import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get as httpsGet } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError, Container } from '../../lib/core';

import { container, shop, silent } from '../support/core/named-applications';

const KEYS = join(__dirname, '../support/core/keys');

async function contentOf(started: Container, paths: readonly string[]): Promise<(string | number)[]> {
  const [address] = started.addresses;
  return Promise.all(
    paths.map(async (path) => {
      const response = await fetch(address + path);
      return response.ok ? String(await response.json()) : response.status;
    }),
  );
}

describe('Mount paths', () => {
  it('serve each application at its own path, below the base path', async () => {
    const started = container({
      basePath: '/base/',
      mounts: { ShopApplication: '/shop', StockApplication: '/shop/stock/' },
    });
    await started.start();

    const found = await contentOf(started, [
      '/base/shop/who',
      '/base/shop',
      '/base/shop/stock/who',
      '/base/shop/stock/',
    ]);
    const missed = await contentOf(started, [
      '/base/shopping',
      '/shop/who',
      '/base/Shop/who',
      '/',
      '/base/shop/stock/no',
    ]);
    const [first] = started.applications;
    await started.stop();

    expect(found).toEqual(['shop', 'shop', 'stock', 'stock']);
    expect(missed).toEqual([404, 404, 404, 404, 404]);
    expect(first?.mountPath).toBe('/base/shop');
  });

  it('match whole segments: /api does not match /apiary', async () => {
    const started = container({ mounts: { ShopApplication: '/api', StockApplication: '/apiary' } });
    await started.start();

    const found = await contentOf(started, ['/api/who', '/apiary/who', '/apiar/who']);
    await started.stop();

    expect(found).toEqual(['shop', 'stock', 404]);
  });

  it('leave one application without a path at /', async () => {
    const started = container({ mounts: { StockApplication: '/stock' } });
    await started.start();

    const found = await contentOf(started, ['/who', '/stock/who']);
    await started.stop();

    expect(found).toEqual(['shop', 'stock']);
  });

  it.each([
    ['two applications have no mount path', {}, /has no mount path/],
    [
      'two applications have the same mount path',
      { ShopApplication: '/a', StockApplication: '/a/' },
      /ShopApplication and StockApplication are both mounted at "\/a"/,
    ],
    ['an application is unknown', { ShopApplication: '/a', StokApplication: '/b' }, /StokApplication/],
  ])('stop the start when %s', async (_, mounts, message) => {
    await expect(container({ mounts }).start()).rejects.toThrow(message);
  });
});

const SHOP_MODULE = `
  const { Application } = require(${JSON.stringify(join(__dirname, '../../lib/core'))});
  exports.ShopApplication = class ShopApplication extends Application {
    defineRoutes() { this.resource(new (class Who { read() { return 'listed'; } })()).builder('/who').action('GET', 'read'); }
  };
`;

const BUNDLES_MODULE = `
  exports.A = class A {
    init(c) { this.c = c; c.events = ["init"]; }
    start() { this.c.events.push("start"); }
    stop() { this.c.events.push("stop"); }
  };
  exports.B = class B {};
`;

describe('config/services and container.yml', () => {
  let root: string;
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'project-'));
    mkdirSync(join(root, 'config', 'services'), { recursive: true });
    mkdirSync(join(root, 'dist'));
    write('config/container.yml', 'name: demo\nserver:\n  connectors:\n    - port: 0\n');
    write('config/shop.yml', 'name: shop\n');
    write('dist/shop.js', SHOP_MODULE);
    write('dist/bundles.js', BUNDLES_MODULE);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('list the application and bundle classes that the container loads', async () => {
    write('config/services/Application', '# applications\nshop  # the only one\n');
    write('config/services/Bundle', 'bundles:A\n');
    write('config/container.yml', 'name: demo\nbundles: { A: { days: 30 } }');
    const started = new Container({ projectRoot: root, moduleRoot: join(root, 'dist'), logger: silent });
    await started.start();

    const found = await contentOf(started, ['/who']);
    await started.stop();

    expect(found).toEqual(['listed']);
    expect(started.name).toBe('demo');
    expect((started as unknown as { events: string[] }).events).toEqual(['init', 'start', 'stop']);
    expect(started.configuration.bundles).toEqual({ A: { days: 30 } });
  });

  it('stop the start when the settings name an unknown bundle', async () => {
    write('config/services/Application', 'shop');
    write('config/services/Bundle', 'bundles:A\n');
    write('config/container.yml', 'bundles: { B: { days: 30 } }');
    const started = new Container({ projectRoot: root, moduleRoot: join(root, 'dist'), logger: silent }).start();

    await expect(started).rejects.toThrow(
      'Unknown bundle B in the key bundles: correct the class name. Known bundles: A.',
    );
  });

  it.each([
    ['missing', 'MODULE_NOT_FOUND', /"missing" cannot be loaded/],
    ['bundles', 'EXPORT_NOT_FOUND', /it exports A, B/],
    ['shop:Other', 'EXPORT_NOT_FOUND', /it exports ShopApplication/],
    ['# nothing', 'APPLICATION_NOT_FOUND', /services.Application/],
  ])('stop the start when the line is "%s"', async (line, code, message) => {
    write('config/services/Application', line);
    const started = new Container({ projectRoot: root, moduleRoot: join(root, 'dist'), logger: silent }).start();

    await expect(started).rejects.toThrow(expect.objectContaining({ code }));
    await expect(started).rejects.toThrow(message);
  });

  it.each([
    ['servr: {}', 'servr'],
    ['server: { conectors: [] }', 'server.conectors'],
    ['server: { connectors: [{ scheme: http }] }', 'server.connectors.0.port'],
    ['server: { connectors: [{ port: 1, scheme: https }] }', 'server.connectors.0'],
    ['mounts: { ShopApplication: shop }', 'mounts.ShopApplication'],
  ])('stop the start when container.yml says "%s", naming file and key', async (text, key) => {
    write('config/container.yml', text);
    write('config/services/Application', 'shop');
    const started = new Container({ projectRoot: root, moduleRoot: join(root, 'dist'), logger: silent }).start();

    await expect(started).rejects.toThrow(ConfigurationError);
    await expect(started).rejects.toMatchObject({ key, file: join(root, 'config', 'container.yml') });
  });

  it('stop the start with all unknown keys of container.yml, each with the nearest known key', async () => {
    write('config/container.yml', 'servr: {}\nmonts: {}\nserver: {}\n');
    write('config/services/Application', 'shop');
    const started = new Container({ projectRoot: root, moduleRoot: join(root, 'dist'), logger: silent }).start();

    await expect(started).rejects.toThrow(
      /2 mistakes\.\n- .*container\.yml: servr: .*nearest is "server"\)\.\n- .*monts: .*nearest is "mounts"\)\.$/,
    );
  });

  it('stop the start when a default contains an invalid environment variable, naming the file of the project', async () => {
    write('config/container.yml', 'name: demo\n');
    write('config/services/Application', 'shop');
    process.env.PORT = 'abc';
    const started = () => new Container({ projectRoot: root, moduleRoot: join(root, 'dist'), logger: silent }).start();

    await expect(started()).rejects.toThrow(
      `${join(root, 'config', 'container.yml')}: server.connectors.0.port: must be a number (it comes from the environment variable PORT).`,
    );
    delete process.env.PORT;
  });

  it('name serializers by a built-in name or module:ExportName', async () => {
    write('config/services/Application', 'shop');
    write('dist/shout.js', 'exports.Shout = class { write(content) { return String(content).toUpperCase(); } };');
    write(
      'config/shop.yml',
      'name: shop\ndefaultMediaType: text/shout\nserializers:\n  text/shout: { class: "shout:Shout" }\n',
    );
    const started = new Container({ projectRoot: root, moduleRoot: join(root, 'dist'), logger: silent });
    await started.start();

    const response = await fetch(`${started.addresses[0]}/who`);
    const text = await response.text();
    await started.stop();
    write('config/shop.yml', 'name: shop\nserializers: { text/x: { class: JsonSerialiser } }\n');
    const broken = new Container({ projectRoot: root, moduleRoot: join(root, 'dist'), logger: silent }).start();

    expect([response.headers.get('Content-Type'), text]).toEqual(['text/shout; charset=utf-8', 'LISTED']);
    await expect(broken).rejects.toThrow(/Unknown serializer "JsonSerialiser" of text\/x.*JsonSerializer/);
  });
});

describe('A connector with scheme https', () => {
  const serve = (ssl: Record<string, string>) =>
    container(
      { server: { connectors: [{ port: 0, scheme: 'https', ssl }] } },
      { applications: [shop()], projectRoot: KEYS },
    );

  it.each([
    ['PKCS#12', { keyStoreFile: 'server.p12', keyStorePassword: 'changeit' }],
    ['PEM', { certFile: 'cert.pem', keyFile: 'key.pem' }],
    ['PEM with a password', { certFile: 'cert.pem', keyFile: 'encrypted-key.pem', keyPassword: 'secret' }],
  ])('serves with %s', async (_, ssl) => {
    const started = serve(ssl);
    await started.start();
    const [address] = started.addresses;
    const agent = new Agent({ rejectUnauthorized: false });

    const [response] = await once(httpsGet(`${address}/who`, { agent }), 'response');
    const text = (await response.toArray()).join('');
    agent.destroy();
    await started.stop();

    expect(address).toMatch(/^https:/);
    expect(text).toBe('"shop"');
  });

  it.each([
    [
      'a wrong password',
      { keyStoreFile: 'server.p12', keyStorePassword: 'wrong' },
      /^The key store server\.p12 of server\.connectors\.0\.ssl\.keyStoreFile cannot be used: the password is wrong: correct keyStorePassword\.$/,
    ],
    ['no password', { keyStoreFile: 'server.p12' }, /it has a password: set keyStorePassword\.$/],
    [
      'only a wrong keyPassword',
      { keyStoreFile: 'server.p12', keyPassword: 'wrong' },
      /the password is wrong: correct keyPassword\.$/,
    ],
    [
      'another keyPassword beside the password of a store',
      { keyStoreFile: 'server.p12', keyStorePassword: 'changeit', keyPassword: 'wrong' },
      /keyPassword is wrong: a PKCS#12 store has one password, .*Remove keyPassword\.$/,
    ],
    [
      'a wrong keyPassword of PEM',
      { certFile: 'cert.pem', keyFile: 'encrypted-key.pem', keyPassword: 'wrong' },
      /encrypted-key\.pem of .*\.ssl\.keyFile cannot be used: the password is wrong: correct keyPassword\.$/,
    ],
    [
      'no keyPassword of PEM',
      { certFile: 'cert.pem', keyFile: 'encrypted-key.pem' },
      /it has a password: set keyPassword\.$/,
    ],
    [
      'missing files',
      { certFile: 'none.pem', keyFile: 'no-key.pem' },
      /2 mistakes\.\n- .*none\.pem of .*\.certFile cannot be used: there is no such file \(.*none\.pem\): correct the path\.\n- .*no-key/,
    ],
    ['a folder', { keyStoreFile: '.' }, /cannot be used: it is a folder/],
    [
      'an invalid certificate',
      { certFile: 'key.pem', keyFile: 'key.pem' },
      /key\.pem of .*certFile .* no certificate in PEM/,
    ],
    ['an invalid store', { keyStoreFile: 'cert.pem' }, /cert\.pem of .* cannot be used/],
    ['a Java key store', { keyStoreFile: 'server.jks' }, /keytool -importkeystore/],
    ['an outdated cipher', { keyStoreFile: 'outdated.p12', keyStorePassword: 'changeit' }, /openssl pkcs12 -legacy/],
    [
      'an invalid key',
      { certFile: 'cert.pem', keyFile: 'cert.pem' },
      /keyFile cannot be used: it holds no private key in PEM/,
    ],
  ])('stops the start with %s, and names the remedy', async (_, ssl, message) => {
    await expect(serve(ssl).start()).rejects.toThrow(message);
  });

  it('checks its keys before any application is started, and after the bundles that may write them', async () => {
    const events: string[] = [];
    const ssl = { keyStoreFile: 'none.p12' };
    const started = container(
      { server: { connectors: [{ port: 0 }, { port: 0, scheme: 'https', ssl }] } },
      {
        applications: [shop()],
        bundles: [
          { init: () => void events.push('init'), start: () => void events.push('start'), stop: () => undefined },
        ],
        projectRoot: KEYS,
      },
    );
    const [application] = started.inspect();
    application!.registerPlugin({ init: () => void events.push('plugin'), destroy: () => undefined });

    await expect(started.start()).rejects.toThrow('server.connectors.1.ssl.keyStoreFile');

    expect(events).toEqual(['init']);
  });
});
