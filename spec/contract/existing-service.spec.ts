import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { koaggregateProcess, runNode, WITH_TYPESCRIPT } from '../support/run-node';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const ROOT = join(__dirname, '../..');
const SERVICE = join(ROOT, 'spec/support/existing-service');
const PACKAGES = ['koa', 'koa-body', '@koa', 'sequelize', 'sqlite3', 'mysql2'];

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'existing-service-'));
  for (const name of ['before', 'after']) write(name);
  cpSync(join(SERVICE, 'after'), join(folder, 'after'), { recursive: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

/** The service as it was, with its packages; the folder `after` has the files of the walk on top. */
function write(name: string): void {
  const project = join(folder, name);
  cpSync(join(SERVICE, 'before'), project, { recursive: true });
  mkdirSync(join(project, 'node_modules/koaggregate'), { recursive: true });
  for (const used of PACKAGES) symlinkSync(join(ROOT, 'node_modules', used), join(project, 'node_modules', used));
  const doors = { index: 'lib/index.ts', security: 'lib/doors/security.ts' };
  for (const [door, file] of Object.entries(doors)) {
    const path = join(project, 'node_modules/koaggregate', `${door}.js`);
    writeFileSync(path, `module.exports = require(${JSON.stringify(join(ROOT, file))});`);
  }
}

const environment = () => ({ ...process.env, DB_URL: database.url, NODE_TEST_CONTEXT: undefined });

describe('The walk of docs/existing-service.md', () => {
  it.each(['before', 'after'])(
    'keeps the tests of the service green: %s',
    async (name) => {
      const words = [...WITH_TYPESCRIPT, '--test', '--test-reporter', 'tap', 'test/'];
      const { code, out } = await runNode(join(folder, name), words, environment());

      expect({ code, out: code === 0 ? '' : out }).toEqual({ code: 0, out: '' });
      expect(out).toMatch(/^# pass 6$/m);
    },
    120_000,
  );

  it('has routes that the command lists, without a start', async () => {
    const { code, out } = await koaggregateProcess(join(folder, 'after'), 'routes', '--json');

    expect(code).toBe(0);
    expect((JSON.parse(out) as { name: string }[]).map(({ name }) => name)).toContain('closeTicket');
  }, 60_000);

  it('shows the files that it adds and changes as they are', () => {
    const page = readFileSync(join(ROOT, 'docs/existing-service.md'), 'utf8');
    const blocks = [...page.matchAll(/^```js\n\/\/ (\S+)\n(.*?)^```/gms)].map(([, file, text]) => ({ file, text }));

    expect(blocks.map(({ file }) => file).sort()).toEqual(readdirSync(join(SERVICE, 'after')).sort());
    for (const { file, text } of blocks) expect(text).toBe(readFileSync(join(SERVICE, 'after', file!), 'utf8'));
  });
});

let address: string;

async function send(method: string, path: string, { as, content, type = 'application/json' }: Sent = {}) {
  const headers = { 'Content-Type': type, ...(as && { Cookie: as }) };
  const response = await fetch(address + path, { method, headers, body: content && JSON.stringify(content) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

async function login(name: string): Promise<string> {
  const { headers } = await send('POST', '/login', { content: { login: name, password: 'secret' } });
  return headers.get('Set-Cookie')!.split(';')[0]!;
}

let count = 0;
async function ticket(as: string, changes: object = {}) {
  const content = { ticket_no: `t-${++count}`, device: ' radio ', parts: [{ name: 'knob', pieces: 2 }], ...changes };
  const created = await send('POST', '/api/tickets', { as, content });
  expect(created).toMatchObject({ status: 201 });
  return { path: created.headers.get('Location')!, body: created.body };
}

describe('The service after the walk', () => {
  let server: ChildProcess;

  beforeAll(async () => {
    writeFileSync(join(folder, 'after/serve-seeded.js'), SERVE);
    const words = [...WITH_TYPESCRIPT, 'serve-seeded.js'];
    server = spawn(process.execPath, words, { cwd: join(folder, 'after'), env: environment() as NodeJS.ProcessEnv });
    address = await new Promise((found, failed) => {
      let said = '';
      const read = (chunk: Buffer) => {
        said += String(chunk);
        const [, port] = /port (\d+)\n/.exec(said) ?? [];
        if (port) found(`http://127.0.0.1:${port}`);
      };
      server.stdout!.on('data', read);
      server.stderr!.on('data', read);
      server.on('exit', () => failed(new Error(said)));
    });
  }, 60_000);
  afterAll(async () => {
    const ended = new Promise((settle) => server.once('exit', settle));
    server.kill();
    await ended;
  });

  it('serves the API, with setters, hooks and children, although its body parser has read the body', async () => {
    const ann = await login('ann');
    const { path, body } = await ticket(ann);

    expect(path).toBe(`/api/tickets/T-${count}`);
    expect(body).toMatchObject({ device: 'radio', state: 'open', parts: [{ name: 'knob', pieces: 2 }] });
    expect(body).not.toHaveProperty('owner');
    const type = 'application/merge-patch+json';
    expect(await send('PATCH', path, { as: ann, content: { device: ' tv ' }, type })).toMatchObject({ status: 200 });
    expect(await send('GET', `/api/tickets?state=open&ticket_no=T-${count}`, { as: ann })).toMatchObject({
      body: [{ device: 'tv' }],
    });
    expect(await send('POST', '/api/tickets', { as: ann, content: { ticket_no: 'x' } })).toMatchObject({
      status: 422,
      body: { field_errors: [{ field: 'device', message: 'is required' }] },
    });
  });

  it('runs a method with its hooks in one transaction, which is rolled back as a whole', async () => {
    const ann = await login('ann');
    const { path } = await ticket(ann);

    expect(await send('PUT', `${path}/close`, { as: ann, content: { state: 'irrecoverable' } })).toMatchObject({
      status: 422,
    });
    expect((await send('GET', path, { as: ann })).body).toMatchObject({ state: 'open' });
    expect((await send('GET', `${path}/entries`, { as: ann })).body).toEqual([]);
    expect(await send('PUT', `${path}/close`, { as: ann, content: { state: 'done' } })).toMatchObject({ status: 204 });
    expect((await send('GET', `${path}/entries`, { as: ann })).body).toMatchObject([
      { text: 'closed: done' },
      { text: 'now done' },
    ]);
  });

  it('is guarded by the middleware of the service and by the permissions of its users', async () => {
    const [ann, bob] = [await login('ann'), await login('bob')];

    expect(await send('GET', '/api/tickets')).toMatchObject({
      status: 401,
      body: { ok: false, reason: 'Log in first.' },
    });
    expect(await send('GET', '/api/tickets', { as: bob })).toMatchObject({
      status: 403,
      body: { title: 'Forbidden', detail: 'GET /api/tickets requires the permission "tickets".' },
    });
    expect(await send('GET', '/api/tickets', { as: ann })).toMatchObject({ status: 200 });
  });

  it('keeps its error format for its own routes and unknown paths', async () => {
    const ann = await login('ann');

    expect((await send('GET', '/api/nothing', { as: ann })).body).toEqual({
      ok: false,
      reason: 'There is nothing here.',
    });
    expect((await send('GET', '/board')).body).toEqual({ ok: false, reason: 'Log in first.' });
    expect(await send('GET', '/api/tickets/T-0', { as: ann })).toMatchObject({
      status: 404,
      body: { title: 'Not Found' },
    });
  });

  it('shares its rows with its own routes, and rolls their transactions back as before', async () => {
    const ann = await login('ann');
    const { path } = await ticket(ann, { ticket_no: 'shared', due_on: '2027-05-06T12:00:00Z' });
    const board = (await send('GET', '/board', { as: ann })).body as { ticketNo: string }[];
    const failed = await send('POST', '/intake', { as: ann, content: { ticketNo: 'lost', device: 'unknown' } });

    expect(board).toContainEqual({ ticketNo: 'SHARED', dueOn: '2027-05-06', parts: 1 });
    expect(failed).toMatchObject({ status: 422, body: { ok: false, reason: 'Name the device.' } });
    expect(await send('GET', '/api/tickets/LOST', { as: ann })).toMatchObject({ status: 404 });
    expect(await send('DELETE', path, { as: ann })).toMatchObject({ status: 204 });
  });

  it('shows what a getter of a DATE column returns, and stores what is sent back', async () => {
    const ann = await login('ann');
    const { path, body } = await ticket(ann, { due_on: '2027-05-06T12:00:00Z' });

    expect(body.due_on).toMatch(/^2027-05-06T00:00:00(\.000)?Z$/);
    await send('PUT', path, { as: ann, content: { due_on: body.due_on } });
    const found = await send('GET', '/api/tickets?due_on=2027-05-06T00:00:00Z', { as: ann });
    expect(found.body).toEqual([expect.objectContaining({ ticket_no: body.ticket_no })]);
  });
});

interface Sent {
  /** The cookie of a session. */
  readonly as?: string;
  readonly content?: object;
  readonly type?: string;
}

/** Makes the tables as the service does, and serves it on a free port. */
const SERVE = `
const { sequelize } = require('./database');
const { User } = require('./models');
const serve = require('./server');
(async () => {
  await sequelize.sync({ force: true });
  await User.bulkCreate([{ login: 'ann', password: 'secret', role: 'staff' }, { login: 'bob', password: 'secret' }]);
  const { server } = await serve(0);
  const print = () => console.log('port ' + server.address().port);
  server.listening ? print() : server.once('listening', print);
})();
`;
