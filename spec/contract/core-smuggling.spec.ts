import { Application, type Request } from '../../lib/core';
import { rawRequest, statusesIn } from '../support/core/raw-request';
import { type ServedSpec, serveApplication } from '../support/core/serve-application';

const reached: string[] = [];

class Probe {
  about(request: Request) {
    reached.push(`${request.method} ${request.path}`);
    const { method, path, origin, secure, clientAddress, headers } = request;
    return { method, path, origin, secure, clientAddress, authorization: headers.authorization ?? null };
  }
}

class ProbeApplication extends Application {
  override defineRoutes() {
    const probe = this.resource(Probe);
    probe.builder('/about').action('GET', 'about').action('POST', 'about').body('optional');
    probe.builder('/secret').action('GET', 'about').action('DELETE', 'about');
  }
}

let served: ServedSpec;
beforeAll(async () => {
  served = await serveApplication(ProbeApplication);
});
afterAll(() => served.stop());
beforeEach(() => void reached.splice(0));

const lines = (...text: readonly string[]) => `${text.join('\r\n')}\r\n`;
const SMUGGLED = lines('DELETE /secret HTTP/1.1', 'Host: h', 'Connection: close', '');

/** The response to a head with its body, and to a second request that it may hide. */
function post(headers: readonly string[], body: string): Promise<string> {
  return rawRequest(served.address, latin(lines('POST /about HTTP/1.1', 'Host: h', ...headers, '') + body + SMUGGLED));
}

function latin(text: string): readonly Buffer[] {
  return [Buffer.from(text, 'latin1')];
}

const bodyOf = (response: string) => JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4));

describe('A message with an ambiguous end', () => {
  it.each<[string, readonly string[], string]>([
    ['has Content-Length and Transfer-Encoding', ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['has Transfer-Encoding and Content-Length', ['Transfer-Encoding: chunked', 'Content-Length: 4'], '0\r\n\r\n'],
    ['has two lengths', ['Content-Length: 0', 'Content-Length: 5'], 'hello'],
    ['has its length twice', ['Content-Length: 5', 'Content-Length: 5'], 'hello'],
    ['has a list of lengths', ['Content-Length: 5, 5'], 'hello'],
    ['has a length with a sign', ['Content-Length: +5'], 'hello'],
    ['has a hexadecimal length', ['Content-Length: 0x5'], 'hello'],
    ['has a negative length', ['Content-Length: -5'], 'hello'],
    ['has a length beyond 64 bits', ['Content-Length: 99999999999999999999'], 'hello'],
    ['has an empty length', ['Content-Length: '], ''],
    ['has a coding with a name similar to chunked', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['has a coding after chunked', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
    ['has a coding before chunked', ['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'],
    ['is chunked twice', ['Transfer-Encoding: chunked, chunked'], '0\r\n\r\n'],
    ['has two codings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n'],
    ['has two codings, chunked last', ['Transfer-Encoding: identity', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['has a vertical tab before its coding', ['Transfer-Encoding:\x0bchunked'], '0\r\n\r\n'],
    ['has a folded header', ['X-A: a', ' b', 'Content-Length: 0'], ''],
    ['has a folded coding', ['Transfer-Encoding:', ' chunked'], '0\r\n\r\n'],
    ['has a space before the colon', ['Content-Length : 5'], 'hello'],
    ['has a tab before the colon', ['Transfer-Encoding\t: chunked'], '0\r\n\r\n'],
    ['has a header without a name', [': x', 'Content-Length: 0'], ''],
    ['has a header without a colon', ['nothing', 'Content-Length: 0'], ''],
    ['has a NUL in a value', ['X-A: a\0b', 'Content-Length: 0'], ''],
    ['has a NUL in a name', ['X\0A: a', 'Content-Length: 0'], ''],
    ['has a bare CR', ['X-A: a\rContent-Length: 5'], 'hello'],
    ['has a bare LF', ['X-A: a\nContent-Length: 5'], 'hello'],
    ['has an invalid chunk size', ['Transfer-Encoding: chunked'], 'zz\r\nhello\r\n0\r\n\r\n'],
    ['has a chunk size with a prefix', ['Transfer-Encoding: chunked'], '0x5\r\nhello\r\n0\r\n\r\n'],
    ['has a negative chunk size', ['Transfer-Encoding: chunked'], '-5\r\nhello\r\n0\r\n\r\n'],
    ['has a chunk size with a space', ['Transfer-Encoding: chunked'], '5 \r\nhello\r\n0\r\n\r\n'],
    ['has a chunk size beyond 64 bits', ['Transfer-Encoding: chunked'], '10000000000000005\r\nhello\r\n0\r\n\r\n'],
    ['has a chunk longer than its size', ['Transfer-Encoding: chunked'], '3\r\nhello\r\n0\r\n\r\n'],
    ['has chunks with bare LF', ['Transfer-Encoding: chunked'], '5\nhello\n0\n\n'],
    ['has a LF in a chunk extension', ['Transfer-Encoding: chunked'], '5;a\nb\r\nhello\r\n0\r\n\r\n'],
    ['has a length among its trailers', ['Transfer-Encoding: chunked'], '0\r\nContent-Length: 5\r\n\r\n'],
  ])('is rejected together with everything after it when it %s', async (_, headers, body) => {
    const response = await post(headers, body);

    expect(statusesIn(response)).toEqual([400]);
    expect(response).toContain('Connection: close');
    expect(response).toContain('application/problem+json');
    expect(reached.filter((request) => request !== 'POST /about')).toEqual([]);
  });

  it('is rejected when it is HTTP/1.0 with chunked encoding', async () => {
    const head = lines('POST /about HTTP/1.0', 'Connection: keep-alive', 'Transfer-Encoding: chunked', '');

    expect(statusesIn(await rawRequest(served.address, `${head}0\r\n\r\n${SMUGGLED}`))).toEqual([400]);
    expect(reached).toEqual([]);
  });

  it.each(['GET /about', 'GET /about HTTP/1.2', 'PRI * HTTP/2.0', 'GET\t/about HTTP/1.1', 'GET /ab out HTTP/1.1'])(
    'is rejected when it begins with "%s"',
    async (line) => {
      expect(statusesIn(await rawRequest(served.address, lines(line, 'Host: h', '') + SMUGGLED))).toEqual([400]);
      expect(reached).toEqual([]);
    },
  );

  it('is not a valid message, after which the next request on the connection is served', async () => {
    const response = await post(
      ['Content-Type: application/json', 'Transfer-Encoding: Chunked'],
      '1;a=b\r\n1\r\n0\r\n\r\n',
    );

    expect(statusesIn(response)).toEqual([200, 200]);
    expect([...reached].sort()).toEqual(['DELETE /secret', 'POST /about']);
  });
});

describe('An ambiguous request head', () => {
  const get = (...headers: readonly string[]) => rawRequest(served.address, lines(...headers, 'Connection: close', ''));

  it.each<[string, ...string[]]>([
    ['Host is sent more than once', 'GET /about HTTP/1.1', 'Host: h', 'Host: evil.example'],
    ['Host is not a valid host', 'GET /about HTTP/1.1', 'Host:'],
    ['Host is not a valid host', 'GET /about HTTP/1.1', 'Host: a b'],
    ['Host is not a valid host', 'GET /about HTTP/1.1', 'Host: h@evil.example'],
    ['Host is not a valid host', 'GET /about HTTP/1.1', 'Host: h/x?'],
    ['Host is not a valid host', 'GET /about HTTP/1.1', 'Host: h:99999'],
    ['name different hosts', 'GET http://evil.example/about HTTP/1.1', 'Host: h'],
    ['name different hosts', 'GET http://h:81/about HTTP/1.1', 'Host: h'],
    ['name different hosts', 'GET http://h@evil.example/about HTTP/1.1', 'Host: h'],
    ['Authorization is sent more than once', 'GET /about HTTP/1.1', 'Host: h', 'Authorization: a', 'authorization: b'],
    ['Content-Type is sent more than once', 'GET /about HTTP/1.1', 'Host: h', 'Content-Type: a/b', 'Content-Type: c/d'],
  ])('is rejected with 400: %s', async (detail, ...head) => {
    const response = await get(...head);

    expect(statusesIn(response)).toEqual([400]);
    expect(bodyOf(response).detail).toMatch(new RegExp(detail, 'i'));
    expect(reached).toEqual([]);
  });

  it('is rejected with 400 without Host, except in HTTP/1.0, where the address of the server is used', async () => {
    expect(statusesIn(await get('GET /about HTTP/1.1'))).toEqual([400]);
    expect(reached).toEqual([]);
    expect(bodyOf(await get('GET /about HTTP/1.0')).origin).toBe(served.address);
  });

  it.each(['http://h/about', 'http://H:80/about', 'HTTP://h/about'])(
    'is not an absolute target with the same host: %s',
    async (address) => {
      expect(bodyOf(await get(`GET ${address} HTTP/1.1`, 'Host: h'))).toMatchObject({
        path: '/about',
        origin: 'http://h',
      });
    },
  );

  it.each(['CONNECT evil.example:80', 'GET evil.example:80', 'GET *', 'GET /about#/secret', 'GET //h/about'])(
    'reaches no other resource by another form of the target: %s',
    async (target) => {
      const statuses = statusesIn(await get(`${target} HTTP/1.1`, 'Host: h'));

      expect(statuses.filter((status) => status < 400)).toEqual([]);
      expect(reached).toEqual([]);
    },
  );
});

describe('Headers that other servers read as method, path or client', () => {
  const PRETENDED = {
    'X-HTTP-Method-Override': 'DELETE',
    'X-HTTP-Method': 'DELETE',
    'X-Method-Override': 'DELETE',
    'X-Original-URL': '/secret',
    'X-Rewrite-URL': '/secret',
    'X-Forwarded-For': '10.1.2.3',
    'X-Real-IP': '10.1.2.3',
    'X-Client-IP': '10.1.2.3',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Ssl': 'on',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Prefix': '/evil',
    'X-Host': 'evil.example',
    Forwarded: 'for=10.1.2.3;host=evil.example;proto=https',
    X_Authorization: 'Basic a',
  };

  it('are ignored', async () => {
    const { body } = await served.request('/about?_method=DELETE', { method: 'POST', headers: PRETENDED });

    expect(body).toEqual({
      method: 'POST',
      path: '/about',
      origin: served.address,
      secure: false,
      clientAddress: '127.0.0.1',
      authorization: null,
    });
    expect(reached).toEqual(['POST /about']);
  });

  it('set client, scheme and host behind server.proxy only, and must be well-formed', async () => {
    const configuration = { server: { proxy: true, connectors: [{ port: 0, scheme: 'http' }] } };
    const proxied = await serveApplication(ProbeApplication, {}, { configuration });
    const trusted = await proxied.request('/about', { headers: PRETENDED });
    const odd = await proxied.request('/about', { headers: { 'X-Forwarded-Host': 'evil.example/x?' } });
    await proxied.stop();

    expect(trusted.body).toMatchObject({
      method: 'GET',
      path: '/about',
      origin: 'https://evil.example',
      secure: true,
      clientAddress: '10.1.2.3',
    });
    expect(odd.status).toBe(400);
  });
});

describe('The forwarded headers behind proxies', () => {
  const behind = async (proxy: boolean | number, headers: Record<string, string>) => {
    const server = { proxy, connectors: [{ port: 0, scheme: 'http' }] };
    const own = await serveApplication(ProbeApplication, {}, { configuration: { server } });
    const response = await own.request('/about', { headers });
    await own.stop();
    return response;
  };

  it.each([
    [true, '203.0.113.9', 'http://inner.example'],
    [1, '203.0.113.9', 'http://inner.example'],
    [2, '198.51.100.7', 'https://shop.example:8443'],
    [9, '10.0.0.1', 'https://evil.example'],
  ])('contain nothing that the client put before theirs: server.proxy %s', async (proxy, clientAddress, origin) => {
    const { body } = await behind(proxy, {
      'X-Forwarded-For': '10.0.0.1, 198.51.100.7, 203.0.113.9',
      'X-Forwarded-Host': 'evil.example, shop.example:8443 ,inner.example',
      'X-Forwarded-Proto': 'https,HTTPS, http',
    });

    expect(body).toMatchObject({ clientAddress, origin, secure: origin.startsWith('https') });
  });

  it('count once per proxy, in one header or in several', async () => {
    const server = { proxy: true, connectors: [{ port: 0, scheme: 'http' }] };
    const own = await serveApplication(ProbeApplication, {}, { configuration: { server } });
    const head = ['GET /about HTTP/1.1', 'Host: h', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Host: shop.example'];
    const response = await rawRequest(own.address, latin(lines(...head, 'Connection: close', '')));
    await own.stop();

    expect(bodyOf(response)).toMatchObject({ origin: 'http://shop.example' });
  });

  it.each([
    'evil.example/x?',
    'user@evil.example',
    'a b',
    'shop.example:',
    'shop.example:70000',
    'shop.example:8x',
    '[::1',
    'javascript:alert(1)',
    'evil.example,',
  ])('are rejected when the host of the proxy is malformed: %s', async (host) => {
    const last = await behind(true, { 'X-Forwarded-Host': `shop.example, ${host}` });
    const before = await behind(true, { 'X-Forwarded-Host': `${host}, shop.example` });

    expect(last.status).toBe(400);
    expect(last.body.detail).toBe('The forwarded host is not a valid host.');
    expect(before.body).toMatchObject({ origin: 'http://shop.example' });
  });

  it('are not used when they are empty, and Forwarded never is', async () => {
    const Forwarded = 'for=10.1.2.3;host=evil.example;proto=https';
    const { body } = await behind(true, { 'X-Forwarded-Host': ' ', 'X-Forwarded-Proto': '', Forwarded });

    expect(body.origin).toMatch(/^http:..127.0.0.1:/);
    expect(body.clientAddress).toMatch('127.0.0.1');
  });

  it('are rejected with an invalid scheme', async () => {
    for (const scheme of ['1', 'javascript', 'https, ws', 'http://', 'https,']) {
      expect((await behind(true, { 'X-Forwarded-Proto': scheme })).status).toBe(400);
    }
    expect((await behind(true, { 'X-Forwarded-Proto': 'https' })).body).toMatchObject({ secure: true });
  });
});
