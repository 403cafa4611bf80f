import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from 'sequelize';
import { HasMany, Table } from 'sequelize-typescript';
import { Application } from '../../lib/application';
import { Action, AggregateRoot, Collection } from '../../lib/metadata';
import { BaseDomain, type EntityId } from '../../lib/persistence';
import { RequiredKeyOf, StringColumn } from './columns';
import { type Exposed, parseExposition } from './exposition';
import { type Served, type ServeOptions, serve } from './serve-shop';

/** How often the next actions lose against other work. */
export const conflicts = { left: 0 };

@Table({ tableName: 'berths' })
class Berth extends BaseDomain {
  @RequiredKeyOf(() => Harbour) declare harbourId: EntityId;
  @StringColumn(40) declare name: string | null;
}

@AggregateRoot({ idempotency: 'optional' })
@Table({ tableName: 'harbours' })
export class Harbour extends BaseDomain {
  @StringColumn(40) declare name: string | null;
  @Collection @HasMany(() => Berth) declare berths: Berth[];

  @Action({ value: 'dock' })
  dock(): void {
    const deadlock = Object.assign(new Error('Deadlock found'), { sql: '', code: 'ER_LOCK_DEADLOCK', errno: 1213 });
    if (conflicts.left-- > 0) throw new DatabaseError(deadlock);
  }
  @Action({ value: 'wait' })
  async wait(): Promise<void> {
    await pause(300);
  }
  @Action({ value: 'sink' })
  async sink(): Promise<void> {
    await Harbour.sequelize!.query('SELECT depth FROM seas').catch(() => undefined);
    throw new TypeError('A secret of the harbour');
  }
}

export class HarbourApplication extends Application {}

export const HARBOUR = [Harbour, Berth];

export interface MeasuredHarbour extends Served {
  scrape(): Promise<ReadonlyMap<string, Exposed>>;
}

/** Serves it with an admin port. */
export async function serveHarbour(options: ServeOptions = {}): Promise<MeasuredHarbour> {
  conflicts.left = 0;
  const server = { connectors: [{ port: 0, scheme: 'http' }], admin: { port: 0 } };
  const Class = HarbourApplication as never;
  const served = await serve(HARBOUR, { Class, container: { server }, ...options });
  return {
    ...served,
    scrape: async () => parseExposition(await (await fetch(`${served.container.adminAddress}/metrics`)).text()),
  };
}
