import { createRequire } from 'node:module';
import { format } from 'node:util';
import { transformSync } from 'esbuild';
import { Application } from '../../lib';
import { KINDS } from '../../lib/cli/generated-tests/kinds';
import { scopedClients } from '../../lib/cli/generated-tests/scoped-clients';
import { suiteOf as generatedSuite } from '../../lib/cli/generated-tests/suite';
import type { DomainClass } from '../../lib/metadata';
import { permissionMatrix } from '../../lib/rest';
import * as kit from '../../lib/testing';
import { type InspectOptions, inspectedSource } from './inspected';
import { namedByHeader } from './security/named-by-header';
import { placesIn } from './test-places';

/** A request that a test of the suite sends. */
export interface SentRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestInit['body'];
}

/** Stands between the tests and the application, and makes the application appear to have a fault. */
export type Fault = (
  request: SentRequest,
  send: (changes?: Partial<SentRequest>) => Promise<Response>,
) => Promise<Response>;

export interface SuiteOptions extends InspectOptions {
  readonly kinds?: readonly string[];
  /** The paths of the places to test: `/orders/{order_id}/order_items`; all by default. */
  readonly places?: readonly string[];
  readonly fault?: Fault;
}

/** The results of a generated suite. */
export interface SuiteResult {
  /** The titles of all tests, each after the path of its place. */
  readonly titles: readonly string[];
  /** The first line of the error of each failed test, by title. */
  readonly failures: Readonly<Record<string, string>>;
}

type Body = (...row: readonly unknown[]) => unknown;

/** A `describe` while it is collected, with the hooks of those around it. */
class Block {
  readonly before: Body[] = [];
  readonly after: Body[] = [];

  constructor(
    readonly title = '',
    readonly outer?: Block,
  ) {}

  get path(): readonly Block[] {
    return [...(this.outer?.path ?? []), this];
  }
}

interface Test {
  readonly block: Block;
  readonly title: string;
  readonly run: () => unknown;
}

/** Generates the suites of the roots of a domain and runs them in this process, on a database of this project's dialect. */
export async function runGeneratedSuite(
  domain: readonly unknown[],
  { kinds = Object.keys(KINDS), places, fault, ...options }: SuiteOptions = {},
): Promise<SuiteResult> {
  const suites = await generatedSuites(domain, kinds, places, options);
  const { resources, settings } = options;
  const start: typeof kit.startTestApplication = (applications, { samples } = {}) =>
    kit.startTestApplication(applications, {
      samples,
      database: isOnServer() ? 'server' : 'memory',
      domain: domain as DomainClass[],
      resources,
      configuration: { name: 'tested', ...settings },
      projectRoot: __dirname,
      configDir: __dirname,
      empty: true,
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
  const { fetch } = globalThis;
  const spy = fault && jest.spyOn(globalThis, 'fetch').mockImplementation(faultyFetch(fault, fetch));
  try {
    const results: SuiteResult[] = [];
    for (const text of suites) results.push(await run(collect(text, start)));
    return merged(results);
  } finally {
    spy?.mockRestore();
  }
}

function faultyFetch(fault: Fault, original: typeof fetch): typeof fetch {
  return (input, init) => {
    const { origin, pathname, search } = new URL(String(input));
    const { method = 'GET', headers, body } = init ?? {};
    const request = { method, path: pathname + search, headers: headers as Record<string, string>, body };
    return fault(request, (changes = {}) => {
      const { path, ...changed } = { ...request, ...changes };
      return original(origin + path, { ...init, ...changed });
    });
  };
}

function isOnServer(): boolean {
  return (globalThis as { testDialect?: unknown }).testDialect === 'mysql';
}

function merged(results: readonly SuiteResult[]): SuiteResult {
  const failures = Object.assign({}, ...results.map((result) => result.failures));
  return { titles: results.flatMap(({ titles }) => titles), failures };
}

/** A suite for each root. */
async function generatedSuites(
  domain: readonly unknown[],
  kinds: readonly string[],
  paths: readonly string[] | undefined,
  options: InspectOptions,
): Promise<readonly string[]> {
  const source = await inspectedSource(domain, { authenticators: [namedByHeader], ...options });
  const rows = permissionMatrix(source.routes, source.registry);
  const members = rows.flatMap(({ readable = [], writable = [] }) => [...readable, ...writable]);
  const permissions = [...new Set([...rows, ...members].flatMap((row) => row.permissions))];
  const scopes = scopedClients(source.registry.entities, permissions);
  const tested = placesIn(source, scopes).filter(({ title }) => paths?.includes(title) ?? true);
  const suiteOf = (places: typeof tested) =>
    generatedSuite({
      source: { imports: ["import { Application } from 'koaggregate';"], expression: 'Application' },
      projectRoot: '.',
      moduleRoot: '.',
      permissions,
      places,
      scopes,
      kinds,
    })?.text();
  return source.registry.aggregates
    .map((aggregate) => tested.filter((place) => place.aggregate === aggregate))
    .map(suiteOf)
    .filter((text) => text !== undefined);
}

interface Collected {
  readonly tests: readonly Test[];
  readonly beforeAll: readonly Body[];
  readonly afterAll: readonly Body[];
}

/** Evaluates the suite with functions in place of jest's, which collect its tests. */
function collect(text: string, startTestApplication: typeof kit.startTestApplication): Collected {
  const tests: Test[] = [];
  const [beforeAll, afterAll]: Body[][] = [[], []];
  let block = new Block();
  const it = (title: string, test: Body) => tests.push({ block, title, run: () => test() });
  const each = (rows: readonly unknown[]) => (title: string, test: Body) => {
    for (const row of rows) {
      const values = [row].flat();
      const used = values.slice(0, title.split(/%[sj]/).length - 1);
      it(format(title, ...used), () => test(...values));
    }
  };
  const functions = {
    describe: (title: string, define: () => void) => {
      const outer = block;
      block = new Block(title, outer);
      define();
      block = outer;
    },
    it: Object.assign(it, { each }),
    beforeEach: (hook: Body) => block.before.push(hook),
    afterEach: (hook: Body) => block.after.push(hook),
    beforeAll: (hook: Body) => beforeAll!.push(hook),
    afterAll: (hook: Body) => afterAll!.push(hook),
    expect,
    exports: {},
    __dirname,
    require: (name: string) => moduleOf(name, { ...kit, startTestApplication }),
  };
  const { code } = transformSync(text, { loader: 'ts', format: 'cjs', target: 'node20' });
  new Function(...Object.keys(functions), code)(...Object.values(functions));
  return { tests, beforeAll: beforeAll!, afterAll: afterAll! };
}

function moduleOf(name: string, testing: object): unknown {
  if (name === 'koaggregate/testing') return testing;
  return name === 'koaggregate' ? { Application } : createRequire(__filename)(name);
}

async function run({ tests, beforeAll, afterAll }: Collected): Promise<SuiteResult> {
  const failures: Record<string, string> = {};
  for (const hook of beforeAll) await hook();
  try {
    for (const test of tests) {
      const error = await errorOf(test);
      if (error !== undefined) failures[titleOf(test)] = error;
    }
  } finally {
    for (const hook of afterAll) await hook();
  }
  return { titles: tests.map(titleOf), failures };
}

function titleOf({ block, title }: Test): string {
  return [...block.path.map((one) => one.title), title].filter((part) => part !== '').join(' ');
}

async function errorOf({ block, run: body }: Test): Promise<string | undefined> {
  try {
    for (const hook of block.path.flatMap(({ before }) => before)) await hook();
    await body();
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    for (const hook of block.path.flatMap(({ after }) => after)) await hook();
  }
}
