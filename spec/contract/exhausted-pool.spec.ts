import 'reflect-metadata';
import { Table } from 'sequelize-typescript';
import { Action, AggregateRoot } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { StringColumn } from '../support/columns';
import { POOL } from '../support/open-store';
import { type ApiResponse, type Served, serve } from '../support/serve-shop';
import { dialect } from '../support/test-database';

let connectionsHeld = 0;
let letGo: () => void = () => undefined;
let held = new Promise<void>(() => undefined);

@AggregateRoot
@Table({ tableName: 'gates' })
class Gate extends BaseDomain {
  @StringColumn(10) declare name: string | null;

  /** Holds its connection until it is released. */
  @Action({ value: 'hold' })
  async hold(): Promise<void> {
    connectionsHeld++;
    await held;
  }
}

let served: Served;
let logged: jest.SpyInstance;
beforeAll(async () => {
  logged = jest.spyOn(console, 'error').mockImplementation();
  served = await serve([Gate]);
  held = new Promise((resolve) => {
    letGo = resolve;
  });
});
afterAll(async () => {
  await served.stop();
  logged.mockRestore();
});

/** SQLite has one connection for all writers, which queue for it, and more for readers. */
const BUSY = {
  mysql: { status: 503, body: { detail: 'All database connections are in use right now: try again.' } },
  sqlite: { status: 200 },
};

describe('A request while all connections of the pool are in use', () => {
  it('responds 503 with Retry-After, logs the cause, and succeeds again later', async () => {
    const { body: gates } = await served.request('POST', '/gates', Array(POOL.max).fill({ name: 'g' }));
    const holding = (gates as { id: number }[]).map(({ id }) => served.request('PUT', `/gates/${id}/hold`));
    while (connectionsHeld < (dialect === 'mysql' ? POOL.max : 1))
      await new Promise((resolve) => setTimeout(resolve, 20));

    const busy: ApiResponse = await served.request('GET', `/gates/${gates[0].id}`);
    const reports = logged.mock.calls.map(([line, { message, cause }]) => `${line} ${message} (${cause})`);
    letGo();
    const done = await Promise.all(holding);
    const after = await served.request('GET', '/gates');

    expect(busy).toMatchObject(BUSY[dialect]);
    expect([busy.headers.get('Retry-After'), ...reports]).toEqual(
      dialect === 'mysql'
        ? [
            '1',
            expect.stringMatching(
              /503 All .* right now: try again\. \(BusyPoolError: All 5 .* \(db\.pool\.max\) were in use/,
            ),
          ]
        : [null],
    );
    expect(done.map(({ status }) => status)).toEqual(Array(POOL.max).fill(204));
    expect(after.status).toBe(200);
  });
});
