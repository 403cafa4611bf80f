import '../support/small-shop';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Container } from '../../lib/core';
import { OrdersApplication } from '../../samples/orders/src/orders-application';
import { ROUND } from '../support/client-round';
import type { CommandResult } from '../support/koaggregate';
import { koaggregateInProject } from '../support/koaggregate-in-project';
import { runNode } from '../support/run-node';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

jest.setTimeout(60_000);

const ROOT = join(__dirname, '..', '..');
const HEADERS = { Authorization: `Basic ${btoa('admin:admin')}` };

const STRICT = {
  ...{
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: [],
    strict: true,
    outDir: 'dist',
    rootDir: '.',
  },
  ...{ module: 'node16', moduleResolution: 'node16', exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ...{ noUnusedLocals: true, noUnusedParameters: true, isolatedModules: true, noImplicitOverride: true },
  // Declarations of the language; the client has none.
  skipLibCheck: true,
};

type Shop = Readonly<Record<string, unknown>>;
type Round = Readonly<Record<string, (...shops: unknown[]) => Promise<unknown>>>;

let folder: string;
let database: TestDatabase;
let container: Container;
let round: Round;
/** What the compiler says of the project of type commonjs. */
let compiled: CommandResult;

beforeAll(async () => {
  database = await createTestDatabase();
  container = await startSample();
  folder = mkdtempSync(join(tmpdir(), 'client-'));
  for (const type of ['commonjs', 'module']) await writeClientProject(type);
  compiled = await compile('commonjs');
  round = require(join(folder, 'commonjs', 'dist', 'round.js'));
  // Generating the types and compiling take a while.
}, 120_000);
afterAll(async () => {
  await container.stop();
  await database.drop();
  rmSync(folder, { recursive: true });
});

describe('The client of the orders sample', () => {
  it.each(['commonjs', 'module'])(
    'compiles strictly in a project of type %s, with the code of docs/client.md',
    async (type) => {
      const result = type === 'commonjs' ? compiled : await compile(type, '--noEmit');

      expect(result).toMatchObject({ code: 0, out: '' });
    },
    60_000,
  );

  it('creates, reads, updates, deletes and calls actions at every depth', async () => {
    expect(await round.lifecycle!(shop())).toEqual({
      ...{ code: 'ROUND-1', carrier: 'Northpost', items: ['KIT-001', 'OFC-001'], part: ['code'] },
      ...{ quantity: 3, status: 'cancelled', gone: 404 },
    });
  });

  it('writes several entities at once, searches, and iterates over pages', async () => {
    expect(await round.several!(shop())).toEqual({
      ...{ totals: ['9.50', '9.50', '9.50'], page: ['BULK-3', 'BULK-2'], total: 3, dear: 3 },
      ...{ codes: ['BULK-1', 'BULK-2', 'BULK-3'], read: ['BULK-1'], left: 0 },
    });
  });

  it('executes batches', async () => {
    expect(await round.batch!(shop())).toBe(1);
  });

  it('reports the field errors of a problem', async () => {
    expect(await round.invalid!(shop())).toEqual(['customer_email']);
  });

  it('sends the last ETag with the next write, and throws a StaleError that can be refreshed', async () => {
    expect(await round.stale!(shop(), shop())).toEqual({ status: 412, name: 'StaleError', total: '3.00' });
  });

  it('retries a write with the same key after a network error', async () => {
    const sent: (string | null)[] = [];
    const breaking: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (init?.method !== 'POST') return response;
      sent.push(new Headers(init.headers).get('idempotency-key'));
      if (sent.length === 1) throw new TypeError('The connection broke.');
      return response;
    };
    const orders = shop({ fetch: breaking }).orders as Readonly<
      Record<string, (content: object) => Promise<unknown[]>>
    >;

    await orders.create!({ code: 'ONCE-1', customer_email: 'once@example.com' });

    expect(sent).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), sent[0]]);
    expect(await orders.list!({ customer_email: 'once@example.com' })).toHaveLength(1);
  });

  it('waits for Retry-After of a 503, and gives up after the last retry', async () => {
    const statuses: number[] = [];
    const busy: typeof fetch = async () => {
      statuses.push(503);
      return new Response('{"title":"Service Unavailable"}', { status: 503, headers: { 'Retry-After': '0' } });
    };
    const orders = shop({ fetch: busy }).orders as Readonly<Record<string, () => Promise<unknown>>>;

    await expect(orders.list!()).rejects.toMatchObject({ name: 'ProblemError', status: 503 });

    expect(statuses).toHaveLength(3);
  });
});

describe('The files of koaggregate client', () => {
  it('have a header, and are the same each time', async () => {
    const before = files();

    await generate(join(folder, 'commonjs'));

    expect(files()).toEqual(before);
    for (const text of before)
      expect(text).toMatch(/^\/\/ Generated by `koaggregate client` from the OpenAPI document of Orders, version 1\./);
  });

  it('replace hand-written files only with --force', async () => {
    const place = join(folder, 'own');
    mkdirSync(place);
    writeFileSync(join(place, 'client.ts'), 'export const mine = 1;\n');

    const rejected = await generate(place);

    expect(rejected).toEqual({
      code: 1,
      err: expect.stringContaining('client.ts already exists. Nothing was written; use --force to overwrite.'),
    });
    expect(readFileSync(join(place, 'client.ts'), 'utf8')).toBe('export const mine = 1;\n');
    expect(await generate(place, '--force')).toMatchObject({ code: 0 });
    expect(readFileSync(join(place, 'client.ts'), 'utf8')).toContain('export function createClient');
  });

  it('are formatted', async () => {
    const place = join(folder, 'formatted');
    mkdirSync(place);
    cpSync(join(ROOT, 'biome.json'), join(place, 'biome.json'));
    for (const name of ['client.ts', 'runtime.ts']) cpSync(join(folder, 'commonjs', name), join(place, name));
    const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');

    const checking = promisify(execFile)(process.execPath, [biome, 'format', '--vcs-enabled=false', place], {
      cwd: place,
    });

    await expect(checking).resolves.toMatchObject({
      stderr: expect.stringMatching(/Checked 3 files.*No fixes applied/),
    });
  });
});

function files(): readonly string[] {
  return ['client.ts', 'runtime.ts', 'schema.ts'].map((name) => readFileSync(join(folder, 'commonjs', name), 'utf8'));
}

function shop(options: object = {}): Shop {
  return round.make!({ baseUrl: container.addresses[0], headers: () => HEADERS, ...options }) as unknown as Shop;
}

/** Writes a project with the client and the round. */
async function writeClientProject(type: string): Promise<void> {
  const place = join(folder, type);
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), JSON.stringify({ type }));
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT }));
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'));
  expect(await generate(place)).toEqual({ code: 0, err: '' });
  const isModule = type === 'module';
  writeFileSync(join(place, 'round.ts'), isModule ? ROUND.replace("'./client'", "'./client.js'") : ROUND);
  if (isModule) writeFileSync(join(place, 'shown.ts'), shownCode());
}

function compile(type: string, ...options: readonly string[]): Promise<CommandResult> {
  return runNode(ROOT, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', join(folder, type), ...options]);
}

/** The code of docs/client.md. */
function shownCode(): string {
  const [, code = ''] =
    /^```\n(import[^`]*`[^`]*`[^`]*)^```$/m.exec(readFileSync(join(ROOT, 'docs/client.md'), 'utf8')) ?? [];
  expect(code).toContain('createClient');
  return `${code.replace("'./client/client'", "'./client.js'")}\ndeclare function token(): string;\nexport { open };\n`;
}

/** With modules for each spec file a process: jest cannot load the ES modules that openapi-typescript is made of. */
async function generate(out: string, ...words: string[]): Promise<{ code: number; err: string }> {
  const document = `${container.addresses[0]}/api/orders/openapi.json`;
  const options = ['--project', ROOT, '--document', document, '--out', out, ...words];
  const { code, err } = await koaggregateInProject(folder, ROOT, 'client', ...options);
  return { code, err: code === 0 ? '' : err };
}

/** Idempotency keys are on, so that writes can be retried. */
async function startSample(): Promise<Container> {
  const projectRoot = join(ROOT, 'samples/orders');
  const logger = { info: () => undefined, warn: () => undefined, error: console.error };
  const project = { projectRoot, moduleRoot: join(projectRoot, 'src'), logger };
  const configuration = { db: { url: database.url }, idempotency: { key: 'optional' } };
  const application = new OrdersApplication({ ...project, configuration });
  const server = { connectors: [{ port: 0, scheme: 'http' }] };
  const started = new Container({ ...project, configuration: { server }, applications: [application] });
  await started.start();
  return started;
}
