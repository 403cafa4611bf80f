import 'reflect-metadata';
import { Server } from 'node:http';
import { Table, Unique } from 'sequelize-typescript';
import { Application as TopApplication } from '../../lib/application';
import { Action, AggregateRoot } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { StringColumn } from '../support/columns';
import { RecordedSpans } from '../support/recorded-spans';
import { type Served, serve } from '../support/serve-shop';
import { dialect } from '../support/test-database';

@AggregateRoot
@Table({ tableName: 'lamps' })
class Lamp extends BaseDomain {
  @Unique @StringColumn(40) declare name: string;

  @Action({ value: 'light' })
  async light(): Promise<void> {
    await this.update({ name: 'secret-light' });
  }
  @Action({ value: 'drop' })
  drop(): void {
    throw new TypeError('secret-fall');
  }
}

const spans = new RecordedSpans();
let metadata: { route?: string } | undefined;
let isInstrumented: boolean;

class LampApplication extends TopApplication {}

let served: Served;

async function serveTraced(traces: object): Promise<string> {
  served = await serve([Lamp], { Class: LampApplication as never, settings: { traces } });
  const { body } = await served.request('POST', '/lamps', { name: 'secret-name' });
  spans.all.length = 0;
  return `/lamps/${body.id}`;
}

const { emit } = Server.prototype;

/** As the instrumentation of HTTP servers does. */
function instrument(): void {
  Server.prototype.emit = function (this: Server, event: string, ...given: [{ readonly method: string }]) {
    const serve = () => emit.apply(this, [event, ...given] as never);
    return event === 'request' && isInstrumented ? spans.within(given[0].method, metadata, serve) : serve();
  } as typeof emit;
}

beforeEach(() => {
  spans.register();
  spans.isRecording = true;
  instrument();
  isInstrumented = true;
  metadata = {};
});
afterEach(async () => {
  Server.prototype.emit = emit;
  spans.unregister();
  await served.stop();
});

const INTERNAL = 0;
const CLIENT = 2;
const ERROR = 2;
const kindsAndParents = () => spans.all.map(({ name, kind, parent }) => [name, kind, parent]);

describe('traces.spans', () => {
  it('has the route of a request, and its statements without their values', async () => {
    const path = await serveTraced({ spans: 'statements' });
    await served.request('GET', path);

    expect(metadata).toMatchObject({ route: '/lamps/{id}' });
    const [server, statement, ...others] = spans.all;
    expect(server).toMatchObject({ name: 'GET /lamps/{id}', attributes: { 'http.route': '/lamps/{id}' } });
    expect(statement).toEqual({
      name: 'SELECT lamps',
      kind: CLIENT,
      parent: 'GET /lamps/{id}',
      attributes: {
        'db.system.name': dialect === 'sqlite' ? 'sqlite' : expect.stringMatching(/^(mariadb|mysql)$/),
        'db.namespace': dialect === 'sqlite' ? undefined : expect.any(String),
        'db.query.text': expect.stringMatching(/^SELECT .* FROM `lamps` .*\(\?\)/),
        'db.query.summary': 'SELECT lamps',
        'db.operation.name': 'SELECT',
        'db.collection.name': 'lamps',
      },
      isEnded: true,
    });
    expect(others).toEqual([]);
  });

  it('has actions by name, and units of work with their statements', async () => {
    const path = await serveTraced({ spans: 'statements' });
    expect((await served.request('PUT', `${path}/light`)).status).toBe(204);

    const [server, action, unit, ...statements] = spans.all;
    expect(server!.name).toBe('PUT /lamps/{id}/light');
    expect(action).toMatchObject({ name: 'action Lamp.light', kind: INTERNAL, parent: server!.name });
    expect(action!.attributes).toEqual({ 'code.function.name': 'Lamp.light' });
    expect(unit).toMatchObject({ name: 'unit of work', kind: INTERNAL, parent: 'action Lamp.light' });
    expect(new Set(statements.map(({ parent }) => parent))).toEqual(new Set(['unit of work']));
    expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['UPDATE lamps', 'COMMIT']));
    expect(spans.all.slice(1).every(({ isEnded }) => isEnded)).toBe(true);
    expect(JSON.stringify(spans.all)).not.toContain('secret');
  });

  it('has the code of an error, and neither its message nor its values', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation();
    const path = await serveTraced({ spans: 'statements' });
    const { status } = await served.request('POST', '/lamps', { name: 'secret-name' });
    const dropped = await served.request('PUT', `${path}/drop`);
    error.mockRestore();

    expect([status, dropped.status]).toEqual([409, 500]);
    const failed = spans.all.filter(({ status: code }) => code === ERROR);
    expect(failed.map(({ name, attributes }) => `${name}: ${attributes['error.type']}`)).toEqual([
      `INSERT lamps: ${dialect === 'sqlite' ? 'SQLITE_CONSTRAINT' : 'ER_DUP_ENTRY'}`,
      'action Lamp.drop: TypeError',
      'unit of work: TypeError',
    ]);
    expect(JSON.stringify(spans.all)).not.toContain('secret');
  });

  it('has no statements when it is "units"', async () => {
    const path = await serveTraced({ spans: 'units' });
    await served.request('PUT', `${path}/light`);

    expect(kindsAndParents()).toEqual([
      ['PUT /lamps/{id}/light', undefined, undefined],
      ['action Lamp.light', INTERNAL, 'PUT /lamps/{id}/light'],
      ['unit of work', INTERNAL, 'action Lamp.light'],
    ]);
  });

  it('names the active span where the instrumentation keeps no metadata', async () => {
    metadata = undefined;
    const path = await serveTraced({ spans: 'units' });
    await served.request('GET', path);

    expect(spans.all).toMatchObject([{ name: 'GET /lamps/{id}', attributes: { 'http.route': '/lamps/{id}' } }]);
  });

  it('leaves the span of a request without a route as it is', async () => {
    await serveTraced({ spans: 'statements' });
    await fetch(`${served.address}/secret-path`);

    expect(kindsAndParents()).toEqual([['GET', undefined, undefined]]);
  });

  it('has nothing of a request that is not recorded, or of one without a span', async () => {
    const path = await serveTraced({ spans: 'statements' });
    spans.isRecording = false;
    await served.request('GET', path);
    expect(kindsAndParents()).toEqual([['GET', undefined, undefined]]);

    isInstrumented = false;
    await served.request('GET', path);
    expect(spans.all).toHaveLength(1);
  });

  it('does nothing without an SDK, nor without being configured', async () => {
    spans.unregister();
    const path = await serveTraced({ spans: 'statements' });
    expect((await served.request('PUT', `${path}/light`)).status).toBe(204);
    await served.stop();
    spans.register();
    const other = await serveTraced({});
    await served.request('GET', other);

    expect(kindsAndParents()).toEqual([['GET', undefined, undefined]]);
  });
});

describe('traces.serverTiming', () => {
  it('is a header with the time so far, and that of the statements', async () => {
    const path = await serveTraced({ serverTiming: true });
    const read = await served.request('GET', path);
    const lit = await served.request('PUT', `${path}/light`);
    const missing = await served.request('GET', '/lamps/4711');

    const timing = /^total;dur=[\d.]+, db;dur=[\d.]+;desc="(\d+ statements?)"$/;
    const [one, several, none] = [read, lit, missing].map(
      ({ headers }) => timing.exec(headers.get('Server-Timing')!)![1],
    );
    expect([one, none]).toEqual(['1 statement', '1 statement']);
    expect(Number.parseInt(several!, 10)).toBeGreaterThan(2);
  });

  it('is absent when it is not configured', async () => {
    const path = await serveTraced({});

    expect((await served.request('GET', path)).headers.has('Server-Timing')).toBe(false);
  });
});
