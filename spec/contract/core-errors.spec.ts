import {
  Application,
  BadRequestException,
  ConflictException,
  type ExceptionHandler,
  type Filter,
  type FilterChain,
  HttpException,
  InternalServerErrorException,
  type Logger,
  MethodNotAllowedException,
  NotFoundException,
  type Request,
  type Response,
  ServiceUnavailableException,
  UnprocessableEntityException,
} from '../../lib/core';
import { rawRequest } from '../support/core/raw-request';
import { type ServedSpec, serveApplication } from '../support/core/serve-application';

class StockError extends Error {}
class ConstraintViolation extends Error {}
class Unwritable extends Error {}
class HandlerBreaks extends Error {}
class Unhandled extends Error {}

class TeapotException extends HttpException {
  constructor() {
    super(418, 'I am a teapot', 'Short and stout', {
      headers: { 'X-Tea': 'oolong' },
      extensions: { tea: 'oolong', status: 1 },
    });
  }
}

const thrown: Record<string, () => unknown> = {
  bad: () => new BadRequestException('no good'),
  conflict: () => new ConflictException('taken'),
  method: () => new MethodNotAllowedException('not now', { headers: { Allow: 'GET' } }),
  gone: () => new NotFoundException(),
  fields: () =>
    new UnprocessableEntityException([{ field: 'order_items[0].quantity', message: 'is low', invalid_value: -1 }]),
  busy: () => new ServiceUnavailableException('try again', { headers: { 'Retry-After': '1' } }),
  full: () => new InternalServerErrorException('The table is full.', { cause: new Error('disk quota exceeded') }),
  tea: () => new TeapotException(),
  stock: () => new StockError('none left'),
  caused: () => new Error('outer', { cause: new StockError('none left') }),
  constraint: () => new ConstraintViolation('x'),
  unwritable: () => new Unwritable('x'),
  breaks: () => new HandlerBreaks('x'),
  unhandled: () => new Unhandled('password=hunter2'),
  forged: () => new Error('a\n[1] GET /admin: 200\u001b[2J'),
  secret: () => new Error('password=hunter2'),
  null: () => null,
  text: () => 'password=hunter2',
};

class Failures {
  sync(request: Request) {
    throw thrown[request.getParameter('what') ?? '']?.();
  }
  async async(request: Request, response: Response) {
    response.setHeader('ETag', '"1"').setHeader('X-Resource', 'yes').setStatus(201).setContent('half');
    await Promise.resolve();
    throw thrown[request.getParameter('what') ?? '']?.();
  }
  async *midway() {
    yield 1;
    await new Promise(setImmediate);
    throw new Error('half a list');
  }
}

class Headers implements Filter {
  async doFilter(request: Request, response: Response, chain: FilterChain) {
    response.setHeader('X-Filter', 'before');
    if (request.getParameter('filter') === 'before') throw new StockError('in the filter');
    await chain.doFilter(request, response);
    response.setHeader('X-Seen', `${response.status} ${response.error instanceof Error}`);
    if (request.getParameter('filter') === 'after') throw new Error('password=hunter2');
  }
}

const handler: ExceptionHandler<ConstraintViolation> = {
  handle(_request, response, error) {
    response.setStatus(422).setContent({ field_errors: [{ field: 'a', message: error.message, invalid_value: 1 }] });
  },
};

class FailingApplication extends Application {
  override defineRoutes() {
    const failures = this.resource(Failures);
    failures.builder('/sync/{what}').action('GET', 'sync').action('DELETE', 'sync');
    failures.builder('/async/{what}').action('GET', 'async');
    failures.builder('/midway').action('GET', 'midway');
  }
  override addFilters() {
    this.addFilter(new Headers());
  }
  override mapExceptions() {
    super.mapExceptions();
    this.addExceptionMapping(StockError, ConflictException);
    this.addExceptionHandler(ConstraintViolation, handler);
    this.addExceptionHandler(
      Unwritable,
      (_request, response) =>
        void response.setContent(
          Object.assign(() => 1, {
            toJSON: () => {
              throw new Error('x');
            },
          }),
        ),
    );
    this.addExceptionHandler(Unhandled, () => undefined);
    this.addExceptionHandler(HandlerBreaks, () => {
      throw new Error('password=hunter2');
    });
  }
}

let served: ServedSpec;
beforeAll(async () => {
  served = await serveApplication(FailingApplication);
});
afterAll(() => served.stop());

describe('An exception', () => {
  it.each([
    ['bad', 400, 'Bad Request', 'no good'],
    ['conflict', 409, 'Conflict', 'taken'],
    ['method', 405, 'Method Not Allowed', 'not now'],
    ['gone', 404, 'Not Found', undefined],
    ['busy', 503, 'Service Unavailable', 'try again'],
    ['tea', 418, 'I am a teapot', 'Short and stout'],
  ])('responds with its status and a problem body: %s', async (what, status, title, detail) => {
    const { status: response, headers, body } = await served.request(`/sync/${what}`);

    expect(response).toBe(status);
    expect(headers.get('Content-Type')).toBe('application/problem+json');
    expect(body).toMatchObject({ type: 'about:blank', title, status, instance: `/sync/${what}` });
    expect(body.detail).toBe(detail);
    expect(body.request_id).toBe(headers.get('X-Request-Id'));
  });

  it('sets headers and further members', async () => {
    const { headers, body } = await served.request('/sync/tea');

    expect(headers.get('X-Tea')).toBe('oolong');
    expect(body.tea).toBe('oolong');
  });

  it('lists field_errors for 422', async () => {
    const { status, body } = await served.request('/sync/fields');

    expect(status).toBe(422);
    expect(body.field_errors).toEqual([{ field: 'order_items[0].quantity', message: 'is low', invalid_value: -1 }]);
  });

  it('discards what the resource method has set, and keeps what filters have set', async () => {
    const { status, headers } = await served.request('/async/conflict');

    expect(status).toBe(409);
    expect([headers.get('ETag'), headers.get('X-Resource'), headers.get('X-Filter')]).toEqual([null, null, 'before']);
  });

  it('is sent even when no media type is acceptable', async () => {
    const { status, body } = await served.request('/sync/conflict', { headers: { Accept: 'image/png' } });

    expect([status, body.title]).toEqual([409, 'Conflict']);
  });
});

describe('addExceptionMapping(<ExceptionClass>, <ApplicationExceptionClass>)', () => {
  it('applies to the thrown class and to its cause, in resources and filters', async () => {
    for (const path of [
      '/sync/stock',
      '/async/stock',
      '/sync/caused',
      '/sync/gone?filter=before',
      '/nowhere?filter=before',
    ]) {
      expect((await served.request(path)).status).toBe(409);
    }
    expect((await served.request('/sync/stock')).body.detail).toBe('none left');
  });
});

describe('addExceptionHandler(<ExceptionClass>, <handler>)', () => {
  it('sets status and content itself', async () => {
    const { status, headers, body } = await served.request('/sync/constraint');

    expect(status).toBe(422);
    expect(headers.get('Content-Type')).toBe('application/json');
    expect(body).toEqual({ field_errors: [{ field: 'a', message: 'x', invalid_value: 1 }] });
  });

  it.each(['breaks', 'unwritable'])('that fails itself responds 500 once: %s', async (what) => {
    const { status, text } = await served.request(`/sync/${what}`);

    expect(status).toBe(500);
    expect(text).not.toContain('hunter2');
  });
});

describe('An unknown error', () => {
  it.each([
    '/sync/secret',
    '/async/secret',
    '/sync/null',
    '/async/null',
    '/sync/text',
    '/async/none',
    '/sync/unhandled',
    '/sync/gone?filter=after',
  ])('responds 500 without internal details, and is logged with the request id: %s', async (path) => {
    const before = served.errors.length;

    const { status, text, body, headers } = await served.request(path);

    expect(status).toBe(500);
    expect(text).not.toContain('hunter2');
    expect(Object.keys(body).sort()).toEqual(['instance', 'request_id', 'status', 'title', 'type']);
    expect(String(served.errors[before]?.[0])).toContain(headers.get('X-Request-Id'));
    expect(served.errors.length).toBe(before + 1);
  });
});

describe('The log', () => {
  it('has one line for each message, whatever the error contains', async () => {
    const before = served.errors.length;

    await served.request('/sync/forged', { headers: { 'X-Request-Id': 'a' } });
    const [forged] = served.errors.slice(before) as [string, Error][];
    expect(forged?.[1].message).toBe('a\\n[1] GET /admin: 200\\x1b[2J');
    expect(forged?.[1].stack).not.toMatch(/^\[1\]/m);
  });

  it('has the detail of a 500, which is not sent, and its cause', async () => {
    const before = served.errors.length;

    const { text } = await served.request('/sync/full');
    const [logged] = served.errors.slice(before) as [string, Error][];

    expect(text).not.toMatch(/table|disk/);
    expect(logged?.[1].message).toBe('The table is full.');
    expect(logged?.[1].cause).toMatchObject({ message: 'disk quota exceeded' });
  });

  it('records a failure in the middle of a response once', async () => {
    const before = served.errors.length;

    await expect(served.request('/midway')).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(served.errors.slice(before).map(([message]) => message)).toEqual([
      expect.stringMatching(/GET \/midway: the stream failed/),
    ]);
  });
});

describe('A filter', () => {
  it('sees the error response on the way back', async () => {
    expect((await served.request('/sync/conflict')).headers.get('X-Seen')).toBe('409 true');
    expect((await served.request('/nowhere')).headers.get('X-Seen')).toBe('404 true');
    expect((await served.request('/async/x', { method: 'PUT' })).headers.get('X-Seen')).toBe('405 true');
    expect((await served.request('/sync/x', { method: 'OPTIONS' })).headers.get('X-Seen')).toBe('204 false');
  });
});

describe('An override of mapExceptions()', () => {
  it('logs a warning when it does not call the superclass', async () => {
    const warnings: string[] = [];
    const logger: Logger = { info: () => undefined, error: () => undefined, warn: (line) => void warnings.push(line) };
    class SilentApplication extends Application {
      override mapExceptions() {}
    }
    const application = new SilentApplication({ configDir: __dirname, configuration: { name: 'x' }, logger });

    await application.start();
    await application.stop();

    expect(warnings).toEqual([expect.stringContaining('SilentApplication.mapExceptions() does not call super')]);
  });
});

describe('The instance of a problem', () => {
  it.each([
    // Node rejects these two before a path is known.
    ['GET /no where', undefined],
    ['GET /caf\xe9', undefined],
    ['GET /<script>"x"', '/%3Cscript%3E%22x%22'],
    ['GET /100%', '/100%25'],
    ['GET //example.org/', '/.//example.org/'],
    ['GET /a|b^c', '/a%7Cb%5Ec'],
  ])('is a URI reference for any request target: %s', async (line, instance) => {
    const request = `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

    const response = await rawRequest(served.address, [Buffer.from(request, 'latin1')]);

    const { instance: told, status } = JSON.parse(response.slice(response.indexOf('\r\n\r\n')));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(told).toBe(instance);
  });
});
