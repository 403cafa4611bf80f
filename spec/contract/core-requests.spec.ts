import { connect } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { Application, type Request, type Response, RouteConfiguration, type UploadedFile } from '../../lib/core';
import { rawRequest } from '../support/core/raw-request';
import { type ServedSpec, serveApplication } from '../support/core/serve-application';

const LIMIT = 1000;

class Note {
  text = '';
  writtenBy?: string;
}

class Probe {
  echo(request: Request) {
    return { has: request.hasContent, type: request.contentType ?? null, content: request.getContent() ?? null };
  }
  note(request: Request) {
    const note = request.getContentAs(Note);
    return { isNote: note instanceof Note, ...note };
  }
  names(request: Request) {
    return {
      header: request.getHeader(request.getParameter('ask') ?? ''),
      parameter: request.getParameter(request.getParameter('ask') ?? ''),
      real: request.headers.authorization ?? null,
    };
  }
  about(request: Request, response: Response) {
    response.setCookie('seen', 'yes').setCookie('again', 'a b');
    return {
      method: request.method,
      original: request.originalPath,
      cookie: request.getCookie('sid'),
      origin: request.origin,
      secure: request.secure,
      from: request.clientAddress,
      query: request.query,
      id: request.id,
    };
  }
  upload(request: Request) {
    const { title, file } = request.getContent() as { title: string; file: UploadedFile };
    return { title, name: file.fileName, type: file.mediaType, size: file.size, text: file.content.toString() };
  }
}

class ProbeApplication extends Application {
  override defineRoutes() {
    const probe = this.resource(Probe);
    probe.builder('/echo').action('POST', 'echo').action('DELETE', 'echo').action('GET', 'echo');
    probe
      .builder('/large')
      .action('POST', 'echo')
      .using(new RouteConfiguration({ maxBodyBytes: LIMIT * 10 }));
    probe.builder('/optional').action('PUT', 'echo').body('optional');
    probe.builder('/note').action('POST', 'note');
    probe.builder('/names/{id}').action('GET', 'names').action('POST', 'names');
    probe.builder('/about').action('GET', 'about');
    probe.builder('/upload').action('POST', 'upload');
  }
}

let served: ServedSpec;
beforeAll(async () => {
  served = await serveApplication(ProbeApplication, { limits: { body: LIMIT } });
});
afterAll(() => served.stop());

function post(path: string, body: string | Uint8Array | undefined, headers: Record<string, string> = {}) {
  return served.request(path, {
    method: 'POST',
    body: body as RequestInit['body'],
    headers: { Accept: 'application/json', ...headers },
  });
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('The body of a request', () => {
  it('is read by the serializer of its media type, or of the suffix', async () => {
    const merge = { 'Content-Type': 'application/merge-patch+json' };

    expect((await post('/echo', '{"a":1}', JSON_TYPE)).body.content).toEqual({ a: 1 });
    expect((await post('/echo', '{"a":1}', merge)).body.content).toEqual({ a: 1 });
    expect((await post('/echo', 'a: 1', { 'Content-Type': 'application/yaml' })).body.content).toEqual({ a: 1 });
    expect((await post('/echo', '<x><a>1</a></x>', { 'Content-Type': 'text/xml' })).body.content).toEqual({ a: '1' });
    expect((await post('/echo', 'a\n1', { 'Content-Type': 'text/csv' })).body.content).toEqual([{ a: '1' }]);
    expect((await post('/echo', 'ä', { 'Content-Type': 'text/plain; charset=utf-8' })).body.content).toBe('ä');
  });

  it('without a known Content-Type is rejected with 415 and Accept', async () => {
    for (const headers of [{ 'Content-Type': 'a/b' }, { 'Content-Type': 'nonsense' }]) {
      const { status, headers: response } = await post('/echo', 'x', headers);

      expect(status).toBe(415);
      expect(response.get('Accept')).toContain('application/json');
    }
    expect((await post('/echo', new Uint8Array([65]))).status).toBe(415);
  });

  it('is required: a missing, or chunked and empty, body is rejected with 400', async () => {
    const chunked = await rawRequest(
      served.address,
      'POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    );

    expect((await post('/echo', undefined)).status).toBe(400);
    expect((await post('/echo', '', JSON_TYPE)).status).toBe(400);
    expect(chunked).toMatch(/^HTTP\/1.1 400/);
  });

  it('may be missing where it is optional, and is not read without a method that takes one', async () => {
    const put = await served.request('/optional', { method: 'PUT' });
    const remove = await served.request('/echo', { method: 'DELETE' });
    const get = await rawRequest(
      served.address,
      'GET /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc',
    );

    expect(put.body).toEqual({ has: false, type: null, content: null });
    expect(remove.body.has).toBe(false);
    expect(get).toContain('"content":null');
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ])('is decompressed: %s', async (encoding, compress) => {
    const { body } = await post('/echo', compress('{"a":1}'), { ...JSON_TYPE, 'Content-Encoding': encoding });

    expect(body.content).toEqual({ a: 1 });
  });

  it('is rejected with 415 for an unknown encoding, and with 400 for corrupt data', async () => {
    expect((await post('/echo', '{}', { ...JSON_TYPE, 'Content-Encoding': 'zstd' })).status).toBe(415);
    expect((await post('/echo', '{}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' })).status).toBe(400);
  });

  it('is rejected with 415 for more than two encodings, since each may expand to the limit', async () => {
    const layered = (layers: number) =>
      post(
        '/echo',
        Array.from({ length: layers }).reduce<Buffer>((bytes) => gzipSync(bytes), Buffer.from('{}')),
        {
          ...JSON_TYPE,
          'Content-Encoding': Array(layers).fill('gzip').join(', '),
        },
      );

    expect((await layered(2)).status).toBe(200);
    expect((await layered(3)).status).toBe(415);
  });

  it('is rejected with 413 above the limit: by its length, chunked, and decompressed', async () => {
    const large = `"${'a'.repeat(LIMIT)}"`;
    async function* chunks() {
      for (let i = 0; i < 50; i++) yield Buffer.from('a'.repeat(100));
    }
    const chunked = { method: 'POST', headers: JSON_TYPE, body: chunks(), duplex: 'half' } as unknown as RequestInit;

    expect((await post('/echo', large, JSON_TYPE)).status).toBe(413);
    expect((await served.request('/echo', chunked)).status).toBe(413);
    expect((await post('/echo', gzipSync('a'.repeat(1e6)), { ...JSON_TYPE, 'Content-Encoding': 'gzip' })).status).toBe(
      413,
    );
  });

  it('keeps the connection open when it is rejected, even if it is large', async () => {
    const response = await post('/echo', 'a'.repeat(5_000_000), JSON_TYPE);

    expect(response.status).toBe(413);
    expect((await post('/echo', '1', JSON_TYPE)).status).toBe(200);
  });

  it('has the limit of its route', async () => {
    expect((await post('/large', `"${'a'.repeat(LIMIT)}"`, JSON_TYPE)).status).toBe(200);
  });

  it('that breaks off ends the request', async () => {
    const before = served.errors.length;
    const { port } = new URL(served.address);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a"');
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 30));

    expect((await post('/echo', '1', JSON_TYPE)).status).toBe(200);
    expect(served.errors.length).toBe(before);
  });
});

describe('request.getContentAs(<Class>)', () => {
  it('returns an instance, with snake_case names as camelCase properties', async () => {
    const { body } = await served.send('POST', '/note', { text: 'x', written_by: 'y' });

    expect(body).toEqual({ isNote: true, text: 'x', writtenBy: 'y' });
  });

  it('rejects a list with 400', async () => {
    expect((await served.send('POST', '/note', [{ text: 'x' }])).status).toBe(400);
  });
});

describe('request.getHeader(<param>)', () => {
  const ask = async (path: string, init?: RequestInit) => (await served.request(path, init)).body;

  it('reads the path parameter, then the real header, then the query', async () => {
    expect((await ask('/names/7?ask=id&id=8', { headers: { id: '9' } })).header).toBe('7');
    expect((await ask('/names/7?ask=x&x=8', { headers: { X: '9' } })).header).toBe('9');
    expect((await ask('/names/7?ask=x&x=8')).header).toBe('8');
    expect((await ask('/names/7?ask=x&x=8', { headers: { X: '9' } })).parameter).toBe('8');
  });

  it('reads form fields last', async () => {
    const form = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };

    expect((await ask('/names/7?ask=x', { ...form, body: 'x=form&x=more' })).header).toBe('form');
    expect((await ask('/names/7?ask=x&x=query', { ...form, body: 'x=form' })).header).toBe('query');
  });

  it('never returns a parameter in place of a real header', async () => {
    expect((await ask('/names/7?ask=authorization&authorization=Basic')).real).toBeNull();
  });

  it('does not return the inherited properties of an object', async () => {
    for (const name of ['valueOf', '__proto__', 'constructor']) {
      expect(await ask(`/names/7?ask=${name}`)).toEqual({ real: null });
    }
  });
});

describe('A request', () => {
  it('has cookies, origin and client, and its response can set cookies', async () => {
    const { body, headers } = await served.request('/about?b=1&a=2&b=3', { headers: { Cookie: 'x=1; sid=a%20b' } });

    expect(body).toMatchObject({
      method: 'GET',
      original: '/about',
      cookie: 'a b',
      origin: served.address,
      secure: false,
      query: { b: ['1', '3'], a: ['2'] },
    });
    expect(headers.getSetCookie()).toEqual([
      'seen=yes; Path=/; HttpOnly; SameSite=Lax',
      'again=a%20b; Path=/; HttpOnly; SameSite=Lax',
    ]);
  });

  it('has an id: a well-formed one of the client, otherwise one of the server', async () => {
    const withOwnId = await served.request('/about', { headers: { 'X-Request-Id': 'abc-1' } });
    const withGeneratedId = await served.request('/about', { headers: { 'X-Request-Id': 'a b"<' } });

    expect([withOwnId.body.id, withOwnId.headers.get('X-Request-Id')]).toEqual(['abc-1', 'abc-1']);
    expect(withGeneratedId.body.id).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('A form', () => {
  const URLENCODED = { 'Content-Type': 'application/x-www-form-urlencoded' };

  it('is read as text, lists and objects', async () => {
    const { body } = await post('/echo', 'a=1&a=2&b=%C3%A4+x&c[d]=e&f.g=h', URLENCODED);

    expect(body.content).toEqual({ a: ['1', '2'], b: 'ä x', c: { d: 'e' }, 'f.g': 'h' });
  });

  it.each([
    'a=%zz',
    'a=%ff',
    'constructor[prototype][x]=1',
    '__proto__=1',
    '=1',
    'a[__proto__][x]=1',
    'a=1&a[b]=2',
    `a${'[b]'.repeat(200)}=1`,
    Array.from({ length: 400 }, (_, i) => i)
      .join('&')
      .repeat(3),
  ])('is rejected with 400 or 413, never 500, when it is malformed', async (body) => {
    expect([400, 413]).toContain((await post('/echo', body, URLENCODED)).status);
  });

  it('supports lists and objects in brackets', async () => {
    const body = 'tags[]=x&tags[]=y&lines[1][sku]=b&lines[0][sku]=a&labels[9]=nine&odd[=1';

    expect((await post('/echo', body, URLENCODED)).body.content).toEqual({
      tags: ['x', 'y'],
      lines: [{ sku: 'a' }, { sku: 'b' }],
      labels: { 9: 'nine' },
      'odd[': '1',
    });
  });

  it('keeps every part: a file without a media type, and a field with the name of a file', async () => {
    const parts = [
      'name="bare"; filename="a.bin"\r\n\r\n\r\n--b ',
      'name="note"\r\n\r\ntext',
      'name="note"; filename="C:/x/n.txt"\r\nContent-Type: text/plain\r\n\r\nfile',
      'name="typed"\r\nContent-Type: application/json\r\n\r\n{}',
      `name="far"; filename*=UTF-8''na%C3%AFve.txt\r\n\r\n`,
      'name="a%22b"\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\n\u00e4',
    ];
    const body = `${parts.map((part) => `--a\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--a--\r\n`;

    const { body: response } = await post('/echo', body, { 'Content-Type': 'multipart/form-data; boundary=a' });

    const file = (fileName: string, mediaType: string, text: string) =>
      expect.objectContaining({ fileName, mediaType, content: { type: 'Buffer', data: [...Buffer.from(text)] } });
    expect(response.content).toEqual({
      bare: file('a.bin', 'application/octet-stream', '\r\n--b '),
      note: ['text', file('n.txt', 'text/plain', 'file')],
      typed: file('', 'application/json', '{}'),
      far: file('na\u00efve.txt', 'application/octet-stream', ''),
      'a"b': '\u00e4',
    });
  });

  it('of several parts is read with its files', async () => {
    const form = new FormData();
    form.set('title', 'T');
    form.set('file', new Blob(['hello'], { type: 'text/x-note' }), '../../etc/note.txt');

    const { body } = await served.request('/upload', { method: 'POST', body: form });

    expect(body).toEqual({ title: 'T', name: 'note.txt', type: 'text/x-note', size: 5, text: 'hello' });
  });

  it.each([
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=a', 'not a part'],
    ['multipart/form-data; boundary=a', '--a\r\nContent-Disposition: form-data; name="x"\r\n\r\ny'],
    ['multipart/form-data; boundary=a', '--a\r\nContent-Disposition: form-data\r\n\r\ny\r\n--a--'],
    ['multipart/form-data; boundary=a', '--a\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\ny\r\n--a--'],
    [
      'multipart/form-data; boundary=a',
      '--a\r\nContent-Disposition: form-data; name="__proto__"; filename="a"\r\nContent-Type: a/b\r\n\r\ny\r\n--a--',
    ],
  ])('of several parts is rejected with 400 when it is malformed: %s', async (type, body) => {
    expect((await post('/echo', body, { 'Content-Type': type })).status).toBe(400);
  });
});
