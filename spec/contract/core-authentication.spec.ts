import { rawRequest } from '../support/core/raw-request';
import { BASIC, books, called, inFilter, secured } from '../support/security/books';
import { basic } from '../support/security/credentials';
import { useBooks } from '../support/security/use-books';

const { start, stop, served, request, send, statusOf } = useBooks();

describe('A route with Authorizer.PERMISSIONS', () => {
  beforeAll(() => start(books(secured)));
  afterAll(stop);

  it('responds 401 with WWW-Authenticate without credentials, and 403 without the permission', async () => {
    const anonymous = await send('POST', '/secured', {});
    const nobody = await send('POST', '/secured', {}, basic('nobody'));
    const librarian = await send('POST', '/secured', { title: 'Emma' }, basic('librarian'));

    expect([anonymous.status, anonymous.body.detail]).toEqual([401, 'POST /secured requires credentials.']);
    expect(anonymous.headers.get('WWW-Authenticate')).toBe('Basic realm="books", charset="UTF-8"');
    expect([nobody.status, nobody.body.detail]).toEqual([403, 'POST /secured requires the permission "books.create".']);
    expect(nobody.headers.get('WWW-Authenticate')).toBeNull();
    expect([librarian.status, librarian.body]).toEqual([200, { title: 'Emma' }]);
    expect(called).toEqual(['create']);
  });

  it('requires all listed permissions', async () => {
    expect(await statusOf('DELETE', '/secured/1', basic('reader'))).toBe(403);
    expect(await statusOf('DELETE', '/secured/1', basic('librarian'))).toBe(200);
    expect(called).toEqual(['remove']);
  });

  it('admits any authenticated principal with the permission "authenticated"', async () => {
    expect(await statusOf('GET', '/account')).toBe(401);
    expect(await statusOf('GET', '/account', basic('nobody'))).toBe(200);
  });

  it.each([
    ['is malformed', '{"title":', { 'Content-Type': 'application/json' }],
    ['is too large', 'x'.repeat(1_100_000), { 'Content-Type': 'application/json' }],
    ['has an unsupported media type', 'x', { 'Content-Type': 'image/png' }],
    ['has a wrong encoding', 'x', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }],
  ])('decides before the body is read: a body that %s', async (_, body, headers: Record<string, string>) => {
    const statusFor = async (credentials: Record<string, string>) =>
      (await request('/secured', { method: 'POST', body, headers: { ...headers, ...credentials } })).status;

    expect([await statusFor({}), await statusFor(basic('nobody'))]).toEqual([401, 403]);
    expect([400, 413, 415]).toContain(await statusFor(basic('librarian')));
    expect(called).toEqual([]);
  });

  it('does not wait for a body that never arrives', async () => {
    const response = await rawRequest(
      served().address,
      'POST /secured HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
    );

    expect(response).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('decides before the query and the Accept header are checked', async () => {
    expect(await statusOf('POST', '/secured?a=%zz')).toBe(401);
    expect(await statusOf('POST', '/secured', { Accept: 'image/png' })).toBe(401);
  });

  it('requires for HEAD the permissions of GET, and none for OPTIONS', async () => {
    expect(await statusOf('HEAD', '/secured/1')).toBe(401);
    expect(await statusOf('HEAD', '/secured/1', basic('reader'))).toBe(403);
    expect(await statusOf('HEAD', '/secured/1', basic('librarian'))).toBe(200);
    expect(await statusOf('OPTIONS', '/secured/1')).toBe(204);
  });

  it.each(['/secured/1/', '/secured/%31', '/secured/1?x=1'])(
    'is protected in the same way under the path %s',
    async (path) => {
      expect(await statusOf('DELETE', path)).toBe(401);
      expect(await statusOf('DELETE', path, basic('reader'))).toBe(403);
    },
  );

  it.each(['/Secured/1', '//secured/1', '/secured//1', '/%73ecured/1', '/secured%2F1', '/books/../secured/1'])(
    'is not matched by the path %s',
    async (path) => {
      const response = await rawRequest(
        served().address,
        `DELETE ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      );

      expect(response).toMatch(/^HTTP\/1\.1 40[145] /);
      expect(called).toEqual([]);
    },
  );
});

describe('Credentials', () => {
  beforeAll(() => start(books(secured)));
  afterAll(stop);

  const value = basic('librarian').Authorization!;

  it('are never read from the query, a form, a cookie or another header', async () => {
    const query = new URLSearchParams({ authorization: value, Authorization: value }).toString();
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

    expect(await statusOf('GET', `/account?${query}`)).toBe(401);
    expect((await request('/secured', { method: 'POST', body: query, headers: form })).status).toBe(401);
    expect(await statusOf('GET', '/account', { Cookie: `authorization=${value}` })).toBe(401);
    expect(await statusOf('GET', '/account', { 'Proxy-Authorization': value, 'X-Authorization': value })).toBe(401);
  });

  it('that are invalid are rejected even where none are required', async () => {
    const { status, headers } = await request('/books', { headers: basic('librarian', 'wrong') });

    expect(status).toBe(401);
    expect(headers.get('WWW-Authenticate')).toContain('Basic');
    expect(await statusOf('GET', '/books')).toBe(200);
  });

  it.each(['Authorization', 'authorization'])(
    'that are sent twice are rejected with 400 (our choice), also as %s',
    async (name) => {
      const response = await rawRequest(
        served().address,
        `GET /account HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: ${value}\r\n${name}: ${value}\r\n\r\n`,
      );

      expect(response).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  it('are available as the principal in resource methods, ApplicationContext and filters', async () => {
    const { body } = await request('/me', { headers: basic('reader') });

    expect(body).toEqual({ name: 'reader', roles: ['reader'], isSame: true });
    expect(inFilter).toEqual([undefined, expect.objectContaining({ name: 'reader' })]);
  });

  it('are optional on routes without permissions', async () => {
    expect((await request('/me')).body).toEqual({ isSame: true });
  });
});

describe('security.authenticate: always', () => {
  beforeAll(() => start(books(secured), { ...BASIC, authenticate: 'always', publicPaths: ['/health'] }));
  afterAll(stop);

  it.each([
    ['a route without permissions', 'GET', '/books', 200],
    ['HEAD', 'HEAD', '/books', 200],
    ['an unknown path', 'GET', '/nothing', 404],
    ['an unknown method', 'DELETE', '/books', 405],
    ['OPTIONS', 'OPTIONS', '/books', 204],
  ])('requires credentials first: %s', async (_, method, path, status) => {
    const { headers } = await request(path, { method });

    expect(await statusOf(method, path)).toBe(401);
    expect(headers.get('WWW-Authenticate')).toContain('Basic');
    expect(headers.get('Allow')).toBeNull();
    expect(await statusOf(method, path, basic('nobody'))).toBe(status);
  });

  it('exempts public routes', async () => {
    expect((await send('POST', '/open', { a: 1 })).status).toBe(200);
  });

  it.each([
    ['/health', 200],
    ['/health/', 200],
    ['/health/deep', 200],
    ['/health/nothing', 404],
    ['/health?x=/books', 200],
    ['/healthy', 401],
    ['/Health', 401],
    ['/health%2Fdeep', 401],
    ['/%68ealth', 401],
    ['//health', 401],
    ['/x/health', 401],
    ['/books/health', 401],
    ['/health/../books', 404],
    ['/health/..%2Fbooks', 404],
    ['/health//books', 404],
    ['/books?x=/health', 401],
    ['/books;/health', 401],
  ])('exempts public paths by whole segments, as they were sent: %s responds %i', async (path, status) => {
    const response = await rawRequest(served().address, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);

    expect(response.slice(9, 12)).toBe(String(status));
  });

  it('still checks the permissions of a route, in the same order', async () => {
    expect(await statusOf('DELETE', '/secured/1', basic('nobody'))).toBe(403);
    expect(await statusOf('DELETE', '/secured/1', basic('librarian'))).toBe(200);
  });
});
