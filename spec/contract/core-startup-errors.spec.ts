import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Application,
  ConflictException,
  Container,
  type ContainerOptions,
  type Logger,
  ResourceConfiguration,
  ResponseFilter,
  RouteConfiguration,
  type RouteDescription,
  StartError,
} from '../../lib/core';

const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const KNOWN = 'application/json, application/xml, application/yaml, text/csv, text/plain';

class Who {
  read(): string {
    return 'someone';
  }
}
class Timing {
  doFilter(): void {}
}
class Cache {
  init(): void {}
  destroy(): void {}
}
class Plain {}
class Shout {
  write(content: unknown): string {
    return String(content);
  }
}

/** Code in JavaScript, which no compiler checks. */
// biome-ignore lint/suspicious/noExplicitAny: mistakes that types would not let through
type Untyped = any;

function application(define: (application: Untyped) => void, configuration: Record<string, unknown> = {}): Application {
  class ShopApplication extends Application {
    override defineRoutes() {
      define(this);
    }
  }
  return new ShopApplication({
    configDir: __dirname,
    logger: silent,
    configuration: { name: 'shop', ...configuration },
  });
}

/** Each mistake with its error code and message. */
const MISTAKES: readonly [string, (application: Untyped) => void, string][] = [
  [
    'FILTER_INVALID',
    (shop) => shop.addFilter({ dofilter: () => undefined }),
    'ShopApplication adds an object literal as a filter, but it lacks doFilter(): add what is missing, or correct the name.',
  ],
  [
    'FILTER_INVALID',
    (shop) => shop.addFilter(Timing),
    'ShopApplication adds the class Timing as a filter, but it is a class: write new Timing().',
  ],
  [
    'FILTER_INVALID',
    (shop) => shop.addFilter(new (class Stamp extends (ResponseFilter as Untyped) {})()),
    'ShopApplication adds an instance of Stamp as a filter, but it lacks finish(): add what is missing, or correct the name.',
  ],
  [
    'GUARD_INVALID',
    (shop) => shop.addGuard({ checks: () => undefined }),
    'ShopApplication adds an object literal as a guard, but it has neither checkRequest() nor verifyRoutes(): add one of the two, or correct the name.',
  ],
  [
    'OBSERVER_INVALID',
    (shop) => shop.addObserver({ began: () => undefined }),
    'ShopApplication adds an object literal as an observer, but it lacks begin(): add what is missing, or correct the name.',
  ],
  [
    'CONTENT_ADAPTER_INVALID',
    (shop) => shop.addContentAdapter({ canRead: () => false, read: () => 1, canWrite: () => false }),
    'ShopApplication adds an object literal as a content adapter, but it lacks write(): add what is missing, or correct the name.',
  ],
  [
    'EXCEPTION_HANDLER_INVALID',
    (shop) => shop.addExceptionHandler(RangeError, new Plain()),
    'ShopApplication adds an instance of Plain as the handler of RangeError, but it lacks handle(): add what is missing, or correct the name.',
  ],
  [
    'EXCEPTION_MAPPING_INVALID',
    (shop) => shop.addExceptionMapping('RangeError', ConflictException),
    'ShopApplication maps "RangeError", but it is not a class: name the class of the errors.',
  ],
  [
    'EXCEPTION_MAPPING_INVALID',
    (shop) => shop.addExceptionMapping(RangeError, TypeError),
    'ShopApplication maps RangeError, but the class TypeError does not extend HttpException: name a class that does, or write a function that returns one.',
  ],
  [
    'EXCEPTION_MAPPING_INVALID',
    (shop) => shop.addExceptionMapping(RangeError, 409),
    'ShopApplication maps RangeError, but 409 is not an exception class: name one, or write a function.',
  ],
  [
    'RESOURCE_INVALID',
    (shop) => shop.resource(undefined),
    'ShopApplication has undefined as a resource: pass a class without constructor arguments, or an instance.',
  ],
  [
    'RESOURCE_METHOD_MISSING',
    (shop) => shop.resource(Who).builder('/a').action('GET', 'raed'),
    'Who has no method "raed", which the route GET /a names: add it, or correct the name (the nearest is "read").',
  ],
  [
    'RESOURCE_METHOD_MISSING',
    (shop) => shop.resource(Who).builder('/a').action('GET', 'invoice'),
    'Who has no method "invoice", which the route GET /a names: add it, or correct the name.',
  ],
  [
    'RESOURCE_WITHOUT_ROUTES',
    (shop) => {
      shop.addResource(new Who(), new ResourceConfiguration({ maxBodyBytes: 1 }));
      shop.resource(Who).builder('/a').action('GET', 'read');
    },
    'The resource Who has a configuration and no routes, so that the configuration has no effect: pass the same class or instance to addResource and resource.',
  ],
  [
    'CONFIGURATION_INVALID',
    (shop) => shop.resource(Who).builder('/a').action('GET', 'read').using({}),
    'The builder of the routes at /a (Who) is configured by an object literal, which is not a RouteConfiguration: write new RouteConfiguration({ … }).',
  ],
  [
    'CONFIGURATION_INVALID',
    (shop) => shop.addResource(Who, { maxBodyBytes: 1 }),
    'The resource Who is configured by an object literal, which is not a ResourceConfiguration: write new ResourceConfiguration({ … }).',
  ],
  [
    'RESOURCE_CONFIGURED_TWICE',
    (shop) => {
      const who = new Who();
      shop
        .addResource(who, new ResourceConfiguration({ maxBodyBytes: 1 }))
        .builder('/a')
        .action('GET', 'read');
      shop.addResource(who, new ResourceConfiguration());
    },
    'The resource Who is configured twice by addResource: write one ResourceConfiguration with the settings of both.',
  ],
  [
    'ROUTE_METHOD_UNKNOWN',
    (shop) => shop.resource(Who).builder('/a').action('get', 'read'),
    'The route get /a (Who.read) has the method "get": write GET, POST, PUT, PATCH or DELETE; HEAD and OPTIONS are added automatically.',
  ],
  [
    'ROUTE_BODY_UNKNOWN',
    (shop) => shop.resource(Who).builder('/a').body('never').action('GET', 'read'),
    "The routes at /a have the body \"never\": write 'required', 'optional' or 'none'.",
  ],
  [
    'ROUTE_HANDLER_MISSING',
    (shop) => shop.addRoute({ method: 'GET', path: '/a', name: 'read' }),
    'The route GET /a (read) has no handle(): give it one.',
  ],
  [
    'SERIALIZER_INVALID',
    (shop) => shop.resource(Who).builder('/a').action('GET', 'read').using(withSerializer('text/x', new Plain())),
    'The route GET /a (Who.read) has a serializer of "text/x", but an instance of Plain has neither read() nor write(): add one.',
  ],
  [
    'SERIALIZER_INVALID',
    (shop) => shop.resource(Who).builder('/a').action('GET', 'read').using(withSerializer('text/x', Shout)),
    'The route GET /a (Who.read) has a serializer of "text/x", but it is a class: write new Shout().',
  ],
  [
    'SERIALIZER_INVALID',
    (shop) => shop.resource(Who).builder('/a').action('GET', 'read').using(withSerializer('x', new Shout())),
    'The route GET /a (Who.read) has a serializer of "x", but "x" is not a media type: write one like text/csv, without parameters.',
  ],
  [
    'DEFAULT_MEDIA_TYPE_UNSUPPORTED',
    (shop) =>
      shop
        .resource(Who)
        .builder('/a')
        .action('GET', 'read')
        .using(new RouteConfiguration({ defaultMediaType: 'text/x' })),
    `The route GET /a (Who.read) has the default media type "text/x", which no serializer writes: add one that does, or take one of ${KNOWN}.`,
  ],
  [
    'DEFAULT_MEDIA_TYPE_UNSUPPORTED',
    (shop) => {
      const configuration = new ResourceConfiguration({ defaultMediaType: 'multipart/form-data' });
      shop.addResource(Who, configuration).builder('/a').action('GET', 'read').action('POST', 'read');
    },
    `The resource Who has the default media type "multipart/form-data", which no serializer writes: add one that does, or take one of ${KNOWN}.`,
  ],
];

function withSerializer(mediaType: string, serializer: unknown): RouteConfiguration {
  return new RouteConfiguration({ serializers: { [mediaType]: serializer as Shout } });
}

describe('An invalid registration of an application', () => {
  it.each(MISTAKES)('stops the start with %s', async (code, define, message) => {
    const started = application(define).start();

    await expect(started).rejects.toThrow(StartError);
    await expect(started).rejects.toMatchObject({ code, message });
  });

  it('is reported with all others, one line each', async () => {
    const several = MISTAKES.filter(([code]) => code !== 'RESOURCE_INVALID' && !code.startsWith('ROUTE'));
    const shop = application((shop) => {
      for (const [index, [, define]] of several.entries()) define(at(shop, `/${index}`));
    });

    const error = await shop.start().catch((error) => error);

    expect(error).toMatchObject({ code: 'SEVERAL_MISTAKES', name: 'SeveralMistakes' });
    const codes = new Set(error.mistakes.map(({ code }: StartError) => code));
    expect([...codes].sort()).toEqual([...new Set(several.map(([code]) => code))].sort());
    expect(error.message.split('\n')).toHaveLength(error.mistakes.length + 1);
    expect(error.mistakes.length).toBeGreaterThanOrEqual(several.length - 1);
  });

  it('is reported by an inspection, too', async () => {
    const [, define, message] = MISTAKES.find(([code]) => code === 'CONFIGURATION_INVALID')!;

    await expect(application(define).inspect()).rejects.toThrow(message);
  });

  it('includes no error class, function or read-only serializer in its proper place', async () => {
    const shop = application((shop) => {
      shop.addExceptionMapping(RangeError, ConflictException);
      shop.addExceptionMapping(TypeError, (error: Error) => new ConflictException(error.message));
      shop.addExceptionHandler(SyntaxError, () => undefined);
      shop.addExceptionHandler(URIError, { handle: () => undefined });
      shop.addFilter(new Timing());
      shop.addGuard({ verifyRoutes: () => undefined });
      const route = withSerializer('text/x', { read: () => 'x' });
      shop.resource(Who).builder('/a').action('GET', 'read').using(route);
    });

    await shop.start();

    expect(shop.isStarted).toBe(true);
    await shop.stop();
  });
});

/** Each mistake gets its own path, since two routes at one path are another mistake. */
function at(shop: Untyped, path: string): Untyped {
  const instances = new Map<unknown, Who>();
  return {
    addFilter: shop.addFilter.bind(shop),
    addGuard: shop.addGuard.bind(shop),
    addObserver: shop.addObserver.bind(shop),
    addContentAdapter: shop.addContentAdapter.bind(shop),
    addExceptionHandler: shop.addExceptionHandler.bind(shop),
    addExceptionMapping: shop.addExceptionMapping.bind(shop),
    addResource: (given: unknown, configuration: unknown) => {
      const instance = instances.get(given) ?? new Who();
      instances.set(given, instance);
      const resource = shop.addResource(instance, configuration);
      return { builder: () => resource.builder(path) };
    },
    resource: () => ({ builder: () => shop.resource(new Who()).builder(path) }),
  };
}

describe('Invalid plugins', () => {
  it('are reported together before any plugin is initialised', async () => {
    const initialised: string[] = [];
    class ShopApplication extends Application {
      override registerPlugins() {
        this.registerPlugin({ init: () => void initialised.push('first'), destroy: () => undefined });
        this.registerPlugin({ start: () => undefined } as Untyped);
        this.registerPlugin(Cache as Untyped);
      }
    }

    const started = new ShopApplication({ configDir: __dirname, configuration: { name: 'shop' } }).start();

    await expect(started).rejects.toThrow(
      [
        'there are 2 mistakes.',
        '- ShopApplication registers an object literal as a plugin, but it lacks init() and destroy(): add what is missing, or correct the name.',
        '- ShopApplication registers the class Cache as a plugin, but it is a class: write new Cache().',
      ].join('\n'),
    );
    expect(initialised).toEqual([]);
  });
});

describe('A guard that verifies the routes', () => {
  class RejectsRoutes {
    verifyRoutes(routes: readonly RouteDescription[]): void {
      throw new Error(`rejected ${routes.map(({ path }) => path).join(', ')}`);
    }
  }

  it.each(['registerPlugins', 'defineResources', 'defineRoutes', 'addFilters', 'mapExceptions'] as const)(
    'stops the start when it is added in %s()',
    async (method) => {
      const shop = application((shop) => shop.resource(Who).builder('/who').action('GET', 'read'));
      const before = shop[method].bind(shop);
      shop[method] = async () => {
        shop.addGuard(new RejectsRoutes());
        await before();
      };

      await expect(shop.start()).rejects.toThrow('rejected /who');
    },
  );

  it.each(['defineRoutes', 'addFilters'] as const)(
    'rejects an inspection, too, when it is added in %s()',
    async (method) => {
      const shop = application((shop) => shop.resource(Who).builder('/who').action('GET', 'read'));
      const define = shop[method].bind(shop);
      shop[method] = async () => {
        await define();
        shop.addGuard(new RejectsRoutes());
      };

      await expect(shop.inspect()).rejects.toThrow('rejected /who');
    },
  );
});

describe('A media type in an application', () => {
  it.each([
    [
      'defaultMediaType',
      { defaultMediaType: 'text/x' },
      /^ShopApplication \(code\) has the default media type "text\/x"/,
    ],
    ['serializers', { serializers: { json: { class: 'JsonSerializer' } } }, /^ShopApplication \(code\) .* of "json"/],
    [
      'serializers',
      { serializers: { 'text/x': { class: 'X' }, 'text/y': { class: 'Y' } } },
      /are 2 mistakes.\n.*"X".*\n.*"Y"/,
    ],
  ])(
    'stops the start by %s that no serializer reads or writes, and is named with its place',
    async (_, configuration, message) => {
      await expect(application(() => undefined, configuration).start()).rejects.toThrow(message);
    },
  );
});

describe('The prefix of application.middleware()', () => {
  it('must begin with a slash', async () => {
    const shop = application(() => undefined);
    await shop.start();

    expect(() => shop.middleware({ prefix: 'api' })).toThrow(
      'The middleware of ShopApplication has the prefix "api": begin it with a slash, as "/api".',
    );
    expect(shop.middleware({ prefix: '/api' })).toBeInstanceOf(Function);
    await shop.stop();
  });
});

describe('A container', () => {
  let root: string;
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  const container = (options: Untyped = {}) =>
    new Container({ projectRoot: root, logger: silent, ...options } as ContainerOptions);
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'project-'));
    mkdirSync(join(root, 'config', 'services'), { recursive: true });
    write('config/container.yml', 'server:\n  connectors:\n    - port: 0\n');
    write(
      'parts.js',
      'exports.Order = class Order {}; exports.Half = class Half { init() {} }; exports.make = function make() {};',
    );
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('rejects values that are not applications', async () => {
    write('config/services/Application', 'parts:Order\nparts:Odrer\nparts:make\n');
    const file = join(root, 'config', 'services', 'Application');

    const listed = () => container().start();
    const given = () => container({ applications: [{}, class Order {}] }).start();

    await expect(listed()).rejects.toThrow(
      [
        'there are 3 mistakes.',
        '- "parts:Odrer" names no single class of its module (it exports Order, Half, make): write module:ExportName.',
        `- "parts:Order" of ${file} has the class Order as an application, but it does not extend Application: name a class that does.`,
        `- "parts:make" of ${file} has the function make as an application, but it does not extend Application: name a class that does.`,
      ].join('\n'),
    );
    await expect(given()).rejects.toThrow(
      /2 mistakes\.\n- The container has an object literal as .*\n- .*the class Order/,
    );
  });

  it('rejects values that are not bundles', async () => {
    write('config/services/Bundle', 'parts:Half\nparts:make\n');
    const applications = [application(() => undefined)];
    const bundles = [class Late {}];

    const started = container({ applications, bundles }).start();

    await expect(started).rejects.toThrow(
      new RegExp(
        [
          'there are 3 mistakes.',
          '- The container has the class Late as a bundle, but it lacks init\\(\\) and start\\(\\) and stop\\(\\): .*',
          '- "parts:Half" of .*Bundle has an instance of Half as a bundle, but it lacks start\\(\\) and stop\\(\\): .*',
          '- "parts:make" of .*Bundle has the function make as a bundle, but it lacks .*',
        ].join('\n'),
      ),
    );
  });
});
