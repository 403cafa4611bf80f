import { Application, type Request } from '../../lib/core';
import { rawRequest } from '../support/core/raw-request';
import { type ServedSpec, serveApplication } from '../support/core/serve-application';

class Anything {
  read(request: Request) {
    return { length: request.path.length };
  }
}

class LimitedApplication extends Application {
  override defineRoutes() {
    this.resource(Anything).builder('/x').action('GET', 'read').action('POST', 'read');
  }
}

describe('The limits of a server', () => {
  let served: ServedSpec;
  beforeAll(async () => {
    const limits = { url: 300, headers: 600, headersTimeoutMs: 400, requestTimeoutMs: 800 };
    served = await serveApplication(LimitedApplication, {}, { configuration: { limits } });
  });
  afterAll(() => served.stop());

  it('respond 414 to a URL that is too long', async () => {
    expect((await served.request(`/x?${'a'.repeat(290)}`)).status).toBe(200);

    const { status, body, headers } = await served.request(`/x?${'a'.repeat(320)}`);

    expect(status).toBe(414);
    expect(body).toMatchObject({ status: 414, title: 'URI Too Long', request_id: headers.get('X-Request-Id') });
  });

  it('respond 431 to headers that are too large, also far beyond the limit of Node', async () => {
    const some = await served.request('/x', { headers: { 'X-A': 'a'.repeat(610) } });
    const many = await served.request('/x', { headers: { 'X-A': 'a'.repeat(5000) } });

    expect([some.status, some.body.status]).toEqual([431, 431]);
    expect([many.status, many.body.status]).toEqual([431, 431]);
  });

  it('respond 400 with a problem body to bytes that are not HTTP', async () => {
    const response = await rawRequest(served.address, 'NONSENSE\r\n\r\n');

    expect(response).toMatch(/^HTTP\/1.1 400 Bad Request\r\nContent-Type: application\/problem\+json/);
  });

  it('respond 408 when the headers do not arrive in time', async () => {
    const response = await rawRequest(served.address, 'GET /x HTTP/1.1\r\nHost: ');

    expect(response).toMatch(/^HTTP\/1.1 408/);
    expect(response).toContain('"title":"Request Timeout"');
  });

  it('respond 408 when the body does not arrive in time', async () => {
    const head = 'POST /x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{';

    expect(await rawRequest(served.address, head)).toMatch(/^HTTP\/1.1 408/);
  });
});
