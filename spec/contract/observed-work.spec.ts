import 'reflect-metadata';
import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseError } from 'sequelize';
import { Table } from 'sequelize-typescript';
import type { RequestObservation } from '../../lib/core';
import { Action, AggregateRoot } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { Application } from '../../lib/rest';
import { StringColumn } from '../support/columns';
import { type Served, serve } from '../support/serve-shop';

let fails: number;

@AggregateRoot
@Table({ tableName: 'locks' })
class Lock extends BaseDomain {
  @StringColumn(40) declare name: string | null;

  /** Loses against other work as often as told. */
  @Action({ value: 'open' })
  open(): void {
    const deadlock = Object.assign(new Error('Deadlock found'), { sql: '', code: 'ER_LOCK_DEADLOCK', errno: 1213 });
    if (fails-- > 0) throw new DatabaseError(deadlock);
  }
}

const parts: string[] = [];
const statements: [verb: string, within: unknown][] = [];
const within = new AsyncLocalStorage<string>();
let faulty: Partial<RequestObservation>;

class LockApplication extends Application {
  override addFilters() {
    this.addObserver({ begin: () => ({ ended: () => {}, ...faulty }) });
    this.addObserver({
      begin: () => ({
        sending: () => within.getStore(),
        statement: (sql, _durationMs, _error, sent) => statements.push([/\w+/.exec(sql)![0].toUpperCase(), sent]),
        begin(part, name) {
          parts.push(['begin', part, name].filter(Boolean).join(' '));
          return {
            run: (work) => within.run(part, work),
            ended: (error) => parts.push(error ? `${part} failed` : `${part} ended`),
          };
        },
        ended: () => {},
      }),
    });
  }
}

let served: Served;
let path: string;

beforeEach(async () => {
  fails = 0;
  faulty = {};
  served = await serve([Lock], { Class: LockApplication });
  path = `/locks/${(await served.request('POST', '/locks', {})).body.id}`;
  parts.length = 0;
  statements.length = 0;
});
afterEach(async () => {
  jest.restoreAllMocks();
  await served.stop();
});

describe('The observer of a request', () => {
  it('sees each attempt of a unit of work, and the action that it belongs to', async () => {
    fails = 1;
    expect((await served.request('PUT', `${path}/open`)).status).toBe(204);

    expect(parts).toEqual([
      ...['begin action Lock.open', 'begin unit', 'unit failed', 'begin unit', 'unit ended', 'action ended'],
    ]);
    const verbs = statements.map(([verb]) => verb);
    expect(verbs.filter((verb) => verb === 'ROLLBACK' || verb === 'COMMIT')).toEqual(['ROLLBACK', 'COMMIT']);
    expect(new Set(statements.map(([, sent]) => sent))).toEqual(new Set(['unit']));
  });

  it('sees statements outside of a unit of work', async () => {
    await served.request('GET', path);

    expect(parts).toEqual([]);
    expect(statements).toEqual([['SELECT', undefined]]);
  });

  it.each([
    ['begin', { begin: fail }],
    ['run', { begin: () => ({ run: fail, ended: () => {} }) }],
    ['ended', { begin: () => ({ ended: fail }) }],
    ['sending', { sending: fail }],
  ] as const)('does the work, and tells the others, when one fails in %s', async (_, observation) => {
    const error = jest.spyOn(console, 'error').mockImplementation();
    faulty = observation;
    expect((await served.request('PUT', `${path}/open`)).status).toBe(204);

    expect(parts.slice(-2)).toEqual(['unit ended', 'action ended']);
    expect(statements.at(-1)).toEqual(['COMMIT', 'unit']);
    expect(error).toHaveBeenCalledWith('An observer of requests failed', expect.any(Error));
  });
});

function fail(): never {
  throw new Error('out of order');
}
