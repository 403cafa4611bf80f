import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningProgram, runProgram } from '../support/core/run-program';

/** Each method returns content that no serializer can write. */
const PROGRAM = `
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const failing = async () => { await pause(1); throw new Error('no owner'); };
  const rejected = () => Promise.reject(new Error('no owner'));
  class Report { constructor(members) { Object.assign(this, members); } }
  class Contents {
    literal() { return { items: [{}, {}, { owner: rejected() }] }; }
    list() { return [{ id: 1 }, { theOwner: rejected() }]; }
    instance() { return new Report({ lineItems: [new Report({ theOwner: rejected() })], other: rejected() }); }
    map() { return new Map([['some-key', new Set([rejected()])]]); }
    json() { return { at: { toJSON: () => ({ owner: rejected() }) } }; }
    several() { return { one: rejected(), two: failing(), three: Promise.resolve(3) }; }
    later() { return pause(1).then(() => ({ owner: rejected() })); }
    thrown() { throw new core.ConflictException('Not now.', { extensions: { owner: rejected() } }); }
    async *stream() { yield { id: 1, owner: rejected() }; }
    async set(request, response) { response.setContent({ owner: rejected() }); await pause(5); }
    async replaced(request, response) {
      response.setContent({ owner: rejected() }).setContent({ id: 1 });
      await pause(5);
      return { owner: rejected() };
    }
    withoutBody(request, response) { response.setContent({ owner: rejected() }).setStatus(204); }
    query() { return { query: { then() { console.log('the query runs'); } } }; }
    method() { return { id: 1, format: () => 'x' }; }
    symbol() { return [Symbol('x')]; }
    nested() { return { parts: { rows: (async function* () {})() } }; }
    cycle() { const node = { name: 'a' }; node.links = [{ node }]; return node; }
    self() { return failing; }
    whole() { return Promise.resolve({ id: 1 }); }
    same() { const shared = { id: 1, at: new Date(0) }; return { one: shared, two: [shared] }; }
  }
  class SlowFilter {
    async doFilter(request, response, chain) { await chain.doFilter(request, response); await pause(5); }
  }
  class Demo extends core.Application {
    addFilters() { if (process.env.SLOW) this.addFilter(new SlowFilter()); }
    defineRoutes() {
      const contents = this.resource(Contents);
      const names = Object.getOwnPropertyNames(Contents.prototype).filter((name) => name !== 'constructor');
      for (const name of names) contents.builder('/' + name).action('GET', name);
    }
  }
  core.run(new core.Container({
    applications: [new Demo({ configuration: { name: 'demo' } })],
    configuration: { server: { connectors: [{ port: 0 }] } },
  }));
`;

let folder: string;
let program: RunningProgram;
let address: string;
const get = (path: string) => fetch(address + path);

describe.each([
  ['', ''],
  [' and a filter that takes a while', 'SLOW=1'],
])('Content that cannot be written%s', (_, variable) => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'promises-'));
    program = runProgram(folder, PROGRAM, variable ? ['env', variable] : []);
    await program.printed('listens at');
    address = /http:\/\/[\d.]+:\d+/.exec(program.output)![0];
  });
  afterAll(async () => {
    program.child.kill();
    await program.ended();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['literal', 'a promise at items[2].owner: await it'],
    ['list', 'a promise at [1].theOwner: await it'],
    ['instance', 'a promise at lineItems[0].theOwner: await it'],
    ['map', 'a promise at some-key[0]: await it'],
    ['json', 'a promise at at.owner: await it'],
    ['several', 'a promise at one: await it'],
    ['later', 'a promise at owner: await it'],
    ['thrown', 'a promise at owner: await it'],
    ['stream', 'a promise at owner: await it'],
    ['set', 'a promise at owner: await it'],
    ['query', 'a promise at query: await it'],
    ['method', 'a function at format: return only the parts that a client needs'],
    ['symbol', 'a symbol at [0]: return only the parts'],
    ['self', 'a function at its top: return only the parts'],
    ['nested', 'an async iterable at parts.rows: return it as the content itself'],
  ])('is 500 that is logged with its path: %s', async (name, message) => {
    const before = program.output.length;

    const { status, headers } = await get(`/${name}`);
    await program.printed(`/${name}: 500`);

    expect([status, headers.get('Content-Type')]).toEqual([500, 'application/problem+json']);
    expect(program.output.slice(before)).toContain(`The content has ${message}`);
  });

  it('is 500 when it contains itself', async () => {
    expect((await get('/cycle')).status).toBe(500);
    expect(program.output).toContain('The content contains itself at links[0].node: ');
  });

  it('does not end the process, even if it is never written', async () => {
    const [replaced, withoutBody] = [await get('/replaced'), await get('/withoutBody')];

    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([replaced.status, await replaced.json(), withoutBody.status]).toEqual([200, { id: 1 }, 204]);
    expect(await (await get('/whole')).json()).toEqual({ id: 1 });
    expect(program.output).not.toMatch(/nothing handled it|the query runs/);
  });

  it('does not include a promise as the content itself, or an object that occurs twice', async () => {
    const shared = { id: 1, at: '1970-01-01T00:00:00.000Z' };

    expect(await (await get('/whole')).json()).toEqual({ id: 1 });
    expect(await (await get('/same')).json()).toEqual({ one: shared, two: [shared] });
  });
});
