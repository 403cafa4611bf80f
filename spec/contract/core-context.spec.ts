import {
  Application,
  ApplicationContext,
  type Filter,
  type Guard,
  type Logger,
  NotFoundException,
  type RouteDefinition,
} from '../../lib/core';
import { type ServedSpec, serveApplication } from '../support/core/serve-application';

/** Where code ran, with the path of its request. */
const seen: string[] = [];

function look(place: string): void {
  const request = ApplicationContext.instance()?.request;
  seen.push(`${place}: ${request ? request.path : 'none'}`);
}

const watching: Filter & Guard = {
  doFilter: (request, response, chain) => {
    look('filter');
    return chain.doFilter(request, response);
  },
  checkRequest: () => void look('guard'),
};

class Mapped extends Error {}
class Handled extends Error {}

function route(path: string, handle: RouteDefinition['handle'], needsContext?: boolean): RouteDefinition {
  return { method: 'GET', path, name: path.slice(1), handle, needsContext };
}

const unmapped = () => {
  look('method');
  throw new Error('secret');
};

class PlainApplication extends Application {
  override defineRoutes() {
    this.addRoute(route('/own', () => look('method')));
    this.addRoute(route('/ours', () => look('method'), false));
    this.addRoute(route('/ours/unmapped', unmapped, false));
    this.addRoute(route('/ours/mapped', () => Promise.reject(new Mapped()), false));
    this.addRoute(route('/ours/handled', () => Promise.reject(new Handled()), false));
    this.addRoute(route('/ours/broken', () => broken(), false));
  }
  override mapExceptions() {
    super.mapExceptions();
    this.addExceptionMapping(Mapped, () => {
      look('mapping');
      return new NotFoundException();
    });
    this.addExceptionHandler(Handled, (_request, response) => {
      look('handler');
      response.setStatus(409);
    });
  }
}

async function* broken() {
  yield 1;
  await new Promise(setImmediate);
  throw new Error('secret');
}

class WatchedApplication extends PlainApplication {
  override addFilters() {
    this.addFilter(watching);
    this.addGuard(watching);
  }
}

const serializer = {
  write: () => {
    look('serializer');
    return '';
  },
};

const logger: Logger = { info: () => undefined, warn: () => undefined, error: () => look('logger') };

afterEach(() => {
  seen.length = 0;
});

describe('ApplicationContext.instance()', () => {
  let served: ServedSpec;
  const start = async (Class: typeof PlainApplication, configuration = {}) => {
    class LoggedApplication extends Class {
      constructor(options = {}) {
        super({ ...options, logger });
      }
    }
    served = await serveApplication(LoggedApplication, configuration);
  };
  afterEach(() => served.stop());

  it('is available in a resource method, unless its route declares that it runs no such code', async () => {
    await start(PlainApplication);

    await served.request('/own');
    await served.request('/ours');

    expect(seen).toEqual(['method: /own', 'method: none']);
  });

  it('is available in everything that handles an error', async () => {
    await start(PlainApplication);

    for (const path of ['/ours/unmapped', '/ours/mapped', '/ours/handled']) await served.request(path);
    await served.request('/ours/broken').catch(() => undefined);

    expect(seen).toEqual([
      'method: none',
      'logger: /ours/unmapped',
      'mapping: /ours/mapped',
      'handler: /ours/handled',
      'logger: /ours/broken',
    ]);
  });

  it('is available in filters and guards, and in everything after them', async () => {
    await start(WatchedApplication);

    await served.request('/ours');
    await served.request('/nothing');

    expect(seen).toEqual([
      ...['filter: /ours', 'guard: /ours', 'method: /ours'],
      ...['filter: /nothing', 'guard: /nothing'],
    ]);
  });

  it('is available in a serializer of the application', async () => {
    class TextApplication extends PlainApplication {
      override defineRoutes() {
        this.addRoute(route('/written', () => ['content'], false));
      }
    }
    await start(TextApplication, { serializers: { 'text/own': serializer } });

    await served.request('/written', { headers: { Accept: 'text/own' } });

    expect(seen).toEqual(['serializer: /written']);
  });
});
