import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { Column, Table } from 'sequelize-typescript';
import { AggregateRoot, Application, type ApplicationOptions, BaseDomain, Hidden, type Request } from '../../lib';
import { DocumentsPlugin } from '../../lib/apidocs';
import { ASSETS } from '../../lib/apidocs/swagger-ui/page';
import { type FindPackage, findPackage } from '../../lib/foundation';
import { MAP_PAGE } from '../../lib/map';
import { Authorizer } from '../../lib/security';
import { shop as domain } from '../support/domain/shop';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type Served, serve, useServed } from '../support/serve-shop';

/** The package has no types. */
const mount: (prefix: string, middleware: Koa.Middleware) => Koa.Middleware = require('koa-mount');

@AggregateRoot({ delete: false })
@Table({ tableName: 'parcels' })
class Parcel extends BaseDomain {
  @Column declare label: string;
  @Hidden @Column declare warehouseNote: string;
}

@AggregateRoot
@Table({ tableName: 'letters' })
class Letter extends BaseDomain {}

class LetterApplication extends Application {}

class ParcelResource {
  track({ pathParameters }: Request): unknown {
    return { id: pathParameters.id };
  }
}

class ParcelApplication extends Application {
  constructor(options: ApplicationOptions) {
    super({ ...options, authenticators: [namedByHeader] });
  }

  override defineRoutes(): void {
    const track = this.resource(ParcelResource).builder('/parcels/{id}/track');
    track.action('GET', 'track').attribute(Authorizer.PERMISSIONS, 'see_parcels, track');
  }
}

const served = useServed([Parcel], { Class: ParcelApplication });

/** A Koa app with the application mounted at `/mounted`. */
async function hosted(application: Served['application']): Promise<{ address: string; close(): void }> {
  const host = new Koa();
  host.use(mount('/mounted', application.middleware() as Koa.Middleware));
  const server = host.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mounted`, close: () => server.close() };
}

const TEXTS = [
  ['openapi.json', 'application/json; charset=utf-8'],
  ['openapi.yaml', 'application/yaml; charset=utf-8'],
  ['docs', 'text/html; charset=utf-8'],
  ['docs/start.js', 'text/javascript; charset=utf-8'],
  ['docs/narrow.css', 'text/css; charset=utf-8'],
  ['map', 'text/html; charset=utf-8'],
  ['map.svg', 'image/svg+xml; charset=utf-8'],
  ['map.mmd', 'text/vnd.mermaid; charset=utf-8'],
] as const;

describe('GET {base_url}/api/<application-name>/…', () => {
  it.each(TEXTS)('serves %s as %s with a strong ETag', async (path, mediaType) => {
    const { status, headers } = await served.request('GET', `/api/shop/${path}`);

    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe(mediaType);
    expect(headers.get('ETag')).toMatch(/^"[\w-]{43}"$/);
    expect(headers.get('Cache-Control')).toBe('no-cache');
  });

  it.each(TEXTS)('responds 304 to %s while nothing has changed', async (path) => {
    const { headers } = await served.request('GET', `/api/shop/${path}`);
    const ask = (tag: string) => served.request('GET', `/api/shop/${path}`, undefined, { 'If-None-Match': tag });

    const known = await ask(`"other", W/${headers.get('ETag')}`);
    const unknown = await ask('"other"');

    expect(known).toMatchObject({ status: 304, body: '' });
    expect(known.headers.get('ETag')).toBe(headers.get('ETag'));
    expect(unknown.status).toBe(200);
  });

  it.each(TEXTS)('responds to HEAD %s with the length and no body', async (path) => {
    const { body, headers } = await served.request('HEAD', `/api/shop/${path}`);

    expect(body).toBe('');
    expect(Number(headers.get('Content-Length'))).toBeGreaterThan(50);
  });

  it.each(TEXTS)('serves %s without hidden fields, excluded operations and routes of the documents', async (path) => {
    const { body } = await served.request('GET', `/api/shop/${path}`);
    const text = typeof body === 'string' ? body : JSON.stringify(body);

    expect(text).not.toMatch(/warehouse_?note|deleteParcel|readApiReference|\/api\/shop\//i);
  });

  it.each([
    ['map', ' <span class="quiet">requires see_parcels, track</span>'],
    ['map.svg', '>requires see_parcels, track: track</text>'],
  ])('lists the required permissions of an operation in %s', async (path, text) => {
    const { body } = await served.request('GET', `/api/shop/${path}`);

    expect(body).toContain(text);
  });

  it('serves the same document in JSON and YAML, including hand-written routes', async () => {
    const json = await served.request('GET', '/api/shop/openapi.json');
    const yaml = await served.request('GET', '/api/shop/openapi.yaml');

    expect(json.body.paths).toHaveProperty(['/parcels/{id}/track', 'get', 'operationId'], 'track');
    expect(yaml.body).toContain('/parcels/{id}/track:');
  });

  it.each(['docs', 'map'])(
    'redirects %s with a trailing slash to the page without, so that relative paths work',
    async (page) => {
      const response = await fetch(`${served.address}/api/shop/${page}/`, { redirect: 'manual' });

      expect(response.status).toBe(308);
      expect(new URL(response.headers.get('Location')!, response.url).pathname).toBe(`/api/shop/${page}`);
    },
  );
});

describe('The documents of an application inside a Koa app', () => {
  it('contain the path at which the application is mounted', async () => {
    const { address, close } = await hosted(served.application);

    const response = await fetch(`${address}/api/shop/openapi.json`);
    const { servers } = (await response.json()) as { servers: object[] };
    close();

    expect(servers).toEqual([{ url: '/mounted' }]);
  });
});

describe('The page of Swagger UI', () => {
  it('loads only its own files, which clients may cache for ever', async () => {
    const { body, headers } = await served.request('GET', '/api/shop/docs');
    const paths = [...body.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, path]) => path);

    const assets = paths.filter((path) => path !== 'docs/narrow.css' && path !== 'docs/start.js');
    expect([paths.length, assets.length]).toEqual([4, 2]);
    expect(body).not.toMatch(/https?:/);
    expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';.* script-src 'self';/);
    for (const path of assets) {
      const asset = await served.request('HEAD', `/api/shop/${path}`);
      expect(asset.status).toBe(200);
      expect(asset.headers.get('Content-Type')).toMatch(/^text\/(css|javascript); charset=utf-8$/);
      expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    }
  });

  it.each(['package.json', '..%2Fpackage.json', '%2e%2e%2fpackage.json', 'constructor', 'index.html'])(
    'does not serve %s',
    async (file) => {
      const { version } = findPackage('swagger-ui-dist', process.cwd())!;

      const { status } = await served.request('GET', `/api/shop/docs/${version}/${file}`);

      expect(status).toBe(404);
    },
  );
});

describe('apidocs.serve', () => {
  it.each([
    ['all', ['openapi', 'api-docs', 'docs', 'map']],
    ['documents', ['openapi', 'api-docs']],
    ['none', []],
  ])('%s serves only these documents and pages', (serve, expected) => {
    const { paths } = registered(serve, findPackage);

    expect([...new Set(paths.map((path) => path.split(/[/.]/)[3]))]).toEqual(expected);
  });
});

describe('apidocs.permissions', () => {
  type Asker = Record<string, string> | undefined;
  const { version } = findPackage('swagger-ui-dist', process.cwd())!;
  const placed = (path: string) =>
    path.replace('{resource}', 'letters').replace('{version}', version).replace('{file}', ASSETS.style);

  const asked = async (settings: Record<string, unknown>, askers: readonly Asker[]) => {
    const Class = LetterApplication;
    const shop = await serve([Letter], {
      Class,
      authenticators: [namedByHeader],
      authorizer: permittedByName,
      settings,
    });
    const statusOf = async (path: string, headers: Asker) =>
      (await shop.request('GET', path, undefined, headers)).status;
    const listed: { path: string }[] = (await shop.request('GET', '/admin/routes/api', undefined, holding())).body;
    const paths = listed.map(({ path }) => path);
    const table: [string, ...number[]][] = [];
    for (const path of paths) {
      table.push([path, ...(await Promise.all(askers.map((asker) => statusOf(placed(path), asker))))]);
    }
    await shop.stop();
    return { paths, table };
  };

  it('are required for every address of the documents and pages', async () => {
    const askers = [undefined, holding(), holding('docs'), holding('docs', 'staff')];

    const { paths, table } = await asked({ apidocs: { permissions: ['docs', 'staff'] } }, askers);

    expect(paths).toHaveLength(TEXTS.length + 3);
    expect(table).toEqual(paths.map((path) => [path, 401, 403, 403, 200]));
  });

  it('are empty by default: everyone may read the documents, unless every request requires credentials', async () => {
    const open = await asked({}, [undefined]);
    const closed = await asked({ security: { authenticate: 'always' } }, [undefined, holding()]);

    expect(open.table).toEqual(open.paths.map((path) => [path, 200]));
    expect(closed.table).toEqual(closed.paths.map((path) => [path, 401, 200]));
  });
});

describe('An optional package that is not installed', () => {
  it('disables its page, and one line at the start names the package to install', () => {
    const { paths, lines } = registered('all', () => undefined);

    expect(paths).toEqual([
      '/api/shop/openapi.json',
      '/api/shop/openapi.yaml',
      '/api/shop/api-docs',
      '/api/shop/api-docs/{resource}',
    ]);
    expect(lines).toEqual([
      '/api/shop/docs is not served: npm install swagger-ui-dist adds it.',
      '/api/shop/map is not served: npm install @dagrejs/dagre adds it.',
    ]);
  });

  it('is not reported for pages that the configuration turns off', () => {
    expect(registered('documents', () => undefined).lines).toEqual([]);
    expect(registered('none', () => undefined).lines).toEqual([]);
  });

  it('is not reported by an inspection, which serves nothing', () => {
    const { paths, lines } = registered('all', () => undefined, 'inspect');

    expect(paths).toContain('/api/shop/openapi.json');
    expect(lines).toEqual([]);
  });
});

/** The paths of the routes that the plugin adds, and its log lines. */
function registered(
  serve: string,
  find: FindPackage,
  step: 'init' | 'inspect' = 'init',
): { paths: string[]; lines: string[] } {
  const [paths, lines]: [string[], string[]] = [[], []];
  const application = {
    name: 'shop',
    project: { projectRoot: process.cwd() },
    configuration: { apidocs: { serve, permissions: [] } },
    logger: { info: (line: string) => lines.push(line) },
    addRoute: ({ path }: { path: string }) => paths.push(path),
    addGuard: () => {},
  };
  new DocumentsPlugin(application as unknown as Application, [MAP_PAGE], find)[step]();
  return { paths, lines };
}

class ShopApplication extends Application {}

describe('The examples of the documents', () => {
  const examplesOf = async (shop: Served) => {
    const { schemas } = (await shop.request('GET', '/api/shop/openapi.json')).body.components;
    return (name: string) => schemas[name].examples[0] as Record<string, unknown>;
  };

  it('match the responses: creating the request example returns the response example', async () => {
    const shop = await serve(domain, { Class: ShopApplication });
    try {
      const exampleOf = await examplesOf(shop);
      for (const [path, name] of [
        ['/products', 'Product'],
        ['/orders', 'Order'],
        ['/payments', 'Payment'],
        ['/tags', 'Tag'],
        ['/categories', 'Category'],
        ['/countries', 'Country'],
      ] as const) {
        const sent = exampleOf(`${name}Create`);
        const { status, headers } = await shop.request('POST', path, sent);
        const response = (await shop.request('GET', new URL(headers.get('Location')!, shop.address).pathname)).body;
        const shown = exampleOf(name);

        expect({ name, status, keys: Object.keys(response) }).toEqual({ name, status: 201, keys: Object.keys(shown) });
        for (const key of Object.keys(shown).filter((one) => one in sent)) {
          expect({ name, [key]: response[key] }).toEqual({ name, [key]: shown[key] });
        }
      }
    } finally {
      await shop.stop();
    }
  });
});
