import { createReadStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import {
  Application,
  ConflictException,
  type Filter,
  type FilterChain,
  type Request,
  type Response,
} from '../../lib/core';
import { runProgram } from '../support/core/run-program';
import { type ServedSpec, serveApplication } from '../support/core/serve-application';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The opened streams. */
const opened: Readable[] = [];
let closed = 0;

const bytes = () => {
  const stream = new Readable({ read: () => undefined });
  stream.push('x'.repeat(100));
  opened.push(stream);
  return stream;
};
const file = () => {
  const stream = createReadStream(__filename);
  opened.push(stream);
  return stream;
};
async function* list() {
  try {
    for (let index = 0; ; index++) {
      yield index;
      await pause(5);
    }
  } finally {
    closed++;
  }
}
/** A started generator, since only a started one holds resources. */
async function begun() {
  const elements = list();
  await elements.next();
  return elements;
}

class Streams {
  bytes() {
    return bytes();
  }
  file() {
    return file();
  }
  list() {
    return begun();
  }
  async notModified(_: Request, response: Response) {
    response
      .setContent(await begun())
      .setContent(file())
      .setStatus(304);
  }
  async replaced(_: Request, response: Response) {
    response
      .setContent(await begun())
      .setContent(file())
      .setContent('text');
  }
  inVain(_: Request, response: Response) {
    response.setContent('text');
    return file();
  }
  async throwsAfter(_: Request, response: Response) {
    response.setContent(await begun()).setContent(file());
    throw new ConflictException();
  }
  promised(_: Request, response: Response) {
    response.setContent(Promise.resolve(bytes())).setContent('text');
  }
  missing(_: Request, response: Response) {
    response.setContent(createReadStream(join(__dirname, 'missing'))).setContent('text');
  }
  unread() {
    const stream = new Readable({ read: () => undefined });
    opened.push(stream);
    return stream;
  }
  zipped() {
    return file();
  }
}

class Breaking implements Filter {
  async doFilter(request: Request, response: Response, chain: FilterChain) {
    await chain.doFilter(request, response);
    if (request.getParameter('filter') === 'throws') throw new ConflictException('The filter refuses.');
    if (request.path !== '/zipped') return;
    response.setContent((response.getContent() as Readable).pipe(createGzip())).setHeader('Content-Encoding', 'gzip');
  }
}

const PATHS = [
  'bytes',
  'file',
  'list',
  'notModified',
  'replaced',
  'inVain',
  'throwsAfter',
  'promised',
  'missing',
  'unread',
  'zipped',
] as const;

class StreamsApplication extends Application {
  override defineRoutes() {
    const streams = this.resource(Streams);
    for (const path of PATHS) streams.builder(`/${path}`).action('GET', path);
  }
  override addFilters() {
    this.addFilter(new Breaking());
  }
}

let served: ServedSpec;
beforeAll(async () => {
  served = await serveApplication(StreamsApplication);
});
afterAll(() => served.stop());
beforeEach(() => {
  opened.length = 0;
  closed = 0;
});

/** The number of open streams, shortly after all responses. */
async function leftOpen(): Promise<number> {
  await pause(50);
  return opened.filter((stream) => !stream.destroyed).length;
}

describe('A stream or iterator that was set as content and is not sent', () => {
  it.each<[string, string, RequestInit, number, number]>([
    ['a filter throws', '/bytes?filter=throws', {}, 409, 0],
    ['a filter throws', '/file?filter=throws', {}, 409, 0],
    ['a filter throws', '/list?filter=throws', {}, 409, 1],
    ['the resource method throws', '/throwsAfter', {}, 409, 1],
    ['it is replaced by other content', '/replaced', {}, 200, 1],
    ['the response already had content', '/inVain', {}, 200, 0],
    ['it was a promise and is replaced by other content', '/promised', {}, 200, 0],
    ['the response is 304', '/notModified', {}, 304, 1],
    ['the request is HEAD', '/file', { method: 'HEAD' }, 200, 0],
    ['the request is HEAD', '/list', { method: 'HEAD' }, 200, 1],
    ['no media type is acceptable', '/list', { headers: { Accept: 'image/png' } }, 406, 1],
  ])('is closed when %s: %s', async (_, path, init, status, lists) => {
    const response = await served.request(path, init);

    expect(response.status).toBe(status);
    expect(await leftOpen()).toBe(0);
    expect(closed).toBe(lists);
  });

  it('is closed when the client disconnects before its first byte', async () => {
    const before = served.errors.length;
    const request = httpRequest(`${served.address}/unread`).on('error', () => undefined);
    request.end();
    while (opened.length === 0) await pause(10);
    request.destroy();
    await pause(100);

    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
    expect(served.errors.slice(before)).toEqual([]);
  });

  it('may fail without effect', async () => {
    expect(await served.request('/missing')).toMatchObject({ status: 200, body: 'text' });
    expect((await served.request('/missing')).status).toBe(200);
  });

  it('is still read when another content wraps it', async () => {
    const { status, text } = await served.request('/zipped');

    expect(status).toBe(200);
    expect(text).toContain('is still read when another content wraps it');
    expect(await leftOpen()).toBe(0);
  });

  it('leaves no file open', async () => {
    const files = () => readdirSync('/proc/self/fd').length;
    await served.request('/replaced');
    const before = files();

    for (let count = 0; count < 30; count++) await served.request(count % 2 ? '/replaced' : '/file?filter=throws');
    await pause(100);

    expect(files()).toBeLessThan(before + 10);
  });
});

/** A process that an unhandled rejection would end. */
const PROGRAM = `
  const refused = () => Promise.reject(new Error('password=hunter2'));
  const later = async () => { await new Promise((resolve) => setTimeout(resolve, 20)); return refused(); };
  class Mapped extends Error {}
  class Handled extends Error {}
  class Rejecting {
    plain() { return 'fine'; }
    content(_, response) { response.setContent(later()); }
    dropped(_, response) { response.setContent(refused()).setContent('fine'); }
    filter() { return 1; }
    serializer() { return { a: 1 }; }
    mapping() { throw new Mapped(); }
    handler() { throw new Handled(); }
    handlerContent(request) { throw Object.assign(new Handled(), { isContent: true }); }
    resolved(_, response) { response.setContent(Promise.resolve({ a: 1 })); }
    nothing(_, response) { response.setContent(Promise.resolve()); }
  }
  class RejectingApplication extends core.Application {
    defineRoutes() {
      for (const name of ['plain', 'content', 'dropped', 'filter', 'serializer', 'mapping', 'handler', 'handlerContent', 'resolved', 'nothing'])
        this.resource(Rejecting).builder('/' + name).action('GET', name);
    }
    addFilters() {
      this.addFilter({ async doFilter(request, response, chain) {
        await chain.doFilter(request, response);
        if (request.path === '/content') await later().catch(() => undefined);
        if (request.path === '/filter') await later();
      } });
    }
    mapExceptions() {
      super.mapExceptions();
      this.addExceptionMapping(Mapped, refused);
      this.addExceptionHandler(Handled, async (_, response, error) => {
        if (!error.isContent) return later();
        response.setContent(later());
      });
    }
  }
  const serializers = { 'text/late': { write: later } };
  const configuration = { name: 'rejecting', serializers };
  core.run(new core.Container({ applications: [new RejectingApplication({ configuration })], configuration: { server: { connectors: [{ port: 0 }] } } }));
`;

describe('A rejected promise in the content', () => {
  it('responds 500 once, and closes neither the connection nor the process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rejecting-'));
    const program = runProgram(folder, PROGRAM);
    await program.printed('listens at');
    const [address] = /http:\S+/.exec(program.output)!;
    const get = async (path: string, accept = 'application/json') => {
      const response = await fetch(address + path, { headers: { Accept: accept } });
      return [response.status, await response.text()] as const;
    };

    const rejected = [];
    for (const path of ['/content', '/filter', '/mapping', '/handler', '/handlerContent'])
      rejected.push(await get(path));
    rejected.push(await get('/serializer', 'text/late'));
    const served = [await get('/resolved'), await get('/nothing'), await get('/dropped'), await get('/plain')];
    program.child.kill('SIGTERM');
    const code = await program.ended();
    rmSync(folder, { recursive: true });

    expect(rejected.map(([status]) => status)).toEqual([500, 500, 500, 500, 500, 500]);
    expect(rejected.map(([, text]) => JSON.parse(text).title)).toEqual(Array(6).fill('Internal Server Error'));
    expect(served).toEqual([
      [200, '{"a":1}'],
      [204, ''],
      [200, '"fine"'],
      [200, '"fine"'],
    ]);
    expect(code).toBe(0);
  });
});
