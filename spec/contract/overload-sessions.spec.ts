import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { Table } from 'sequelize-typescript';
import { Application as TopApplication } from '../../lib/application';
import { Action, AggregateRoot } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { StringColumn } from '../support/columns';
import { type Served, serve } from '../support/serve-shop';

let letGo: () => void;
let isHeld = false;
const held = new Promise<void>((resolve) => {
  letGo = resolve;
});

@AggregateRoot
@Table({ tableName: 'gates' })
class Gate extends BaseDomain {
  @StringColumn(10) declare name: string | null;

  @Action({ value: 'hold' })
  async hold(): Promise<void> {
    isHeld = true;
    await held;
  }
}

class Clock {
  read() {
    return { time: 'noon' };
  }
}

class GateApplication extends TopApplication {
  override defineRoutes(): void {
    this.resource(Clock).builder('/clock').action('GET', 'read');
  }
}

let served: Served;
beforeAll(async () => {
  for (const level of ['error', 'warn'] as const) jest.spyOn(console, level).mockImplementation();
  served = await serve([Gate], {
    Class: GateApplication as never,
    settings: {
      limits: { concurrency: { min: 1, max: 1 }, queueMs: 0 },
      security: { session: { secure: 'auto' } },
    },
  });
});
afterAll(async () => {
  letGo();
  await served.stop();
  jest.restoreAllMocks();
});

describe('An application with sessions in its database that has no room', () => {
  it('refuses a request with a cookie, which has to be looked up, and serves the same route without one', async () => {
    const { body } = await served.request('POST', '/gates', { name: 'west' });
    const holding = served.request('PUT', `/gates/${body.id}/hold`);
    while (!isHeld) await pause(5);

    const withCookie = await served.request('GET', '/clock', undefined, { Cookie: `session=${'x'.repeat(43)}` });
    const without = await served.request('GET', '/clock');
    letGo();

    expect(withCookie.status).toBe(503);
    expect(without).toMatchObject({ status: 200, body: { time: 'noon' } });
    expect((await holding).status).toBeLessThan(300);
  });
});
