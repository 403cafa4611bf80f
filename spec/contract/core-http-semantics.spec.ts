import { once } from 'node:events';
import { connect } from 'node:net';
import { Application, Container, type Request } from '../../lib/core';
import { rawRequest } from '../support/core/raw-request';
import { type ServedSpec, serveApplication } from '../support/core/serve-application';

const reached: string[] = [];

class Notes {
  async slow() {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return 'slow';
  }
  read() {
    return 'read';
  }
  write(request: Request) {
    reached.push(`${request.method} ${request.path}`);
    return request.getContent() ?? 'nothing';
  }
}

class NotesApplication extends Application {
  override defineRoutes() {
    const notes = this.resource(Notes);
    notes.builder('/notes').action('GET', 'read').action('POST', 'write');
    notes.builder('/slow').action('GET', 'slow');
    notes.builder('/notes/{id}').action('DELETE', 'write');
  }
}

let served: ServedSpec;
beforeAll(async () => {
  served = await serveApplication(NotesApplication);
});
afterAll(() => served.stop());
beforeEach(() => void reached.splice(0));

const ALLOW = 'DELETE, GET, HEAD, OPTIONS, POST';
const head = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const LAST = head('GET /notes HTTP/1.1', 'Host: h', 'Connection: close');

interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The responses until the server ends the connection. */
async function responsesTo(text: string): Promise<readonly Told[]> {
  const responses = await rawRequest(served.address, text);
  return responses.split(/(?=HTTP\/1\.1 \d)/).map((response) => {
    const [top = '', body = ''] = response.split('\r\n\r\n');
    const [line = '', ...fields] = top.split('\r\n');
    const headers = fields.map((field): [string, string] => [
      field.split(': ')[0]!.toLowerCase(),
      field.split(': ')[1]!,
    ]);
    return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers), body };
  });
}

const statuses = (responses: readonly Told[]) => responses.map(({ status }) => status);

function expectProblem({ status, headers, body }: Told, problem: object): void {
  expect(headers['content-type']).toBe('application/problem+json');
  expect(JSON.parse(body)).toEqual({ type: 'about:blank', status, request_id: headers['x-request-id'], ...problem });
}

describe('OPTIONS *', () => {
  it('responds 204 with the methods of all applications, and keeps the connection open', async () => {
    const responses = await responsesTo(head('OPTIONS * HTTP/1.1', 'Host: h') + LAST);

    expect(statuses(responses)).toEqual([204, 200]);
    expect(responses[0]).toMatchObject({ headers: { allow: ALLOW }, body: '' });
    expect(responses[0]!.headers).not.toHaveProperty('content-type');
  });

  it('lists the methods of each application, and none for applications without routes', async () => {
    class EmptyApplication extends Application {}
    const options = { configDir: __dirname, logger: { info: () => 1, warn: () => 1, error: () => 1 } };
    const container = new Container({
      ...options,
      applications: [
        new EmptyApplication({ ...options, configuration: { name: 'empty' } }),
        new NotesApplication({ ...options, configuration: { name: 'notes' } }),
      ],
      configuration: { server: { connectors: [{ port: 0 }] }, mounts: { EmptyApplication: '/empty' } },
    });
    await container.start();

    const text = await rawRequest(container.addresses[0]!, head('OPTIONS * HTTP/1.1', 'Host: h', 'Connection: close'));
    await container.stop();

    expect(text).toContain(`\r\nAllow: ${ALLOW}\r\n`);
  });

  it.each([
    ['GET', ['Host: h'], 'GET needs a path: "*" is for OPTIONS alone.'],
    ['OPTIONS', ['Host: a b'], 'The header Host is not a valid host.'],
  ])('responds 400 to %s with %p', async (method, headers, detail) => {
    const [rejected] = await responsesTo(head(`${method} * HTTP/1.1`, ...headers, 'Connection: close'));

    expect(rejected!.status).toBe(400);
    expectProblem(rejected!, { title: 'Bad Request', detail, instance: '*' });
  });
});

describe('A request of HTTP/1.1 without Host', () => {
  it('is rejected with 400, and ends the connection', async () => {
    const responses = await responsesTo(
      head('POST /notes HTTP/1.1', 'Content-Length: 0') + head('DELETE /notes/1 HTTP/1.1', 'Host: h'),
    );

    expect(statuses(responses)).toEqual([400]);
    expect(responses[0]!.headers.connection).toBe('close');
    expectProblem(responses[0]!, { title: 'Bad Request', detail: 'The header Host is missing.' });
    expect(reached).toEqual([]);
  });

  it('is rejected in order, after the pending responses', async () => {
    const responses = await responsesTo(head('GET /slow HTTP/1.1', 'Host: h') + head('GET /notes HTTP/1.1'));

    expect(statuses(responses)).toEqual([200, 400]);
  });

  it('is rejected before 100 Continue', async () => {
    const responses = await responsesTo(
      head('POST /notes HTTP/1.1', 'Expect: 100-continue', 'Content-Type: application/json', 'Content-Length: 2'),
    );

    expect(statuses(responses)).toEqual([400]);
  });

  it('is served as HTTP/1.0, which needs no Host', async () => {
    expect(statuses(await responsesTo(head('GET /notes HTTP/1.0')))).toEqual([200]);
  });
});

describe('Expect', () => {
  const post = (expect: string, ...more: readonly string[]) =>
    head('POST /notes HTTP/1.1', 'Host: h', `Expect: ${expect}`, 'Content-Type: application/json', ...more);

  it.each(['magic', '100-continue, magic', '200-ok', ''])(
    'responds 417 to "%s" before the body is read',
    async (value) => {
      const responses = await responsesTo(`${post(value, 'Content-Length: 2')}{}${LAST}`);

      expect(statuses(responses)).toEqual([417]);
      expect(responses[0]!.headers.connection).toBe('close');
      expectProblem(responses[0]!, {
        title: 'Expectation Failed',
        detail: 'Unknown expectation in the header Expect. Only 100-continue is supported.',
      });
      expect(reached).toEqual([]);
    },
  );

  it('responds 417 and keeps the connection open when no body was announced', async () => {
    const responses = await responsesTo(head('GET /notes HTTP/1.1', 'Host: h', 'Expect: magic') + LAST);

    expect(statuses(responses)).toEqual([417, 200]);
    expect(responses[0]!.headers.connection).toBe('keep-alive');
  });

  it.each(['100-continue', '100-Continue'])('responds 100 Continue to "%s", but not for HTTP/1.0', async (value) => {
    const asked = await responsesTo(`${post(value, 'Connection: close', 'Content-Length: 2')}{}`);
    const old = await responsesTo(head('GET /notes HTTP/1.0', 'Expect: magic'));

    expect(statuses(asked)).toEqual([100, 200]);
    expect(reached).toEqual(['POST /notes']);
    expect(statuses(old)).toEqual([200]);
  });
});

describe('CONNECT', () => {
  it('responds 405 with the allowed methods, and ends the connection', async () => {
    const [rejected, ...others] = await responsesTo(
      head('CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443') + head('DELETE /notes/1 HTTP/1.1', 'Host: h'),
    );

    expect(rejected).toMatchObject({ status: 405, headers: { allow: ALLOW, connection: 'close' } });
    expectProblem(rejected!, {
      title: 'Method Not Allowed',
      detail: `The method CONNECT is not allowed. Allowed: ${ALLOW}.`,
    });
    expect(others).toEqual([]);
    expect(reached).toEqual([]);
  });

  it('is rejected after the pending responses', async () => {
    const responses = await responsesTo(
      head('GET /slow HTTP/1.1', 'Host: h') + head('CONNECT example.com:443 HTTP/1.1', 'Host: h'),
    );

    expect(statuses(responses)).toEqual([200, 405]);
    expect(responses[0]!.body).toContain('slow');
  });

  it('leaves no resources behind when its client disconnects', async () => {
    const { hostname, port } = new URL(served.address);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(head('GET /slow HTTP/1.1', 'Host: h') + head('CONNECT example.com:443 HTTP/1.1', 'Host: h'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.resetAndDestroy();
    await new Promise((resolve) => setTimeout(resolve, 300));

    expect(statuses(await responsesTo(LAST))).toEqual([200]);
  });
});
