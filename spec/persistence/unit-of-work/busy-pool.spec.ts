import { ConnectionAcquireTimeoutError, type Sequelize } from 'sequelize';
import { BusyPoolError, detectBusyPool } from '../../../lib/persistence/unit-of-work/busy-pool';

interface Situation {
  readonly using?: number;
  readonly error?: unknown;
  readonly databaseVersion?: string | number;
  readonly hooks?: readonly string[];
}

/** The ways in which a connection is taken, and the result of doing so. */
async function taken({ using = 0, error, databaseVersion = '10.11', hooks = [] }: Situation) {
  const ways: string[] = [];
  const take = (way: string) => async () => {
    ways.push(way);
    if (error) throw error;
    return 'connection';
  };
  const connectionManager = { pool: { using, acquire: take('pool') }, getConnection: take('sequelize') };
  const sequelize = {
    connectionManager,
    options: { databaseVersion },
    hasHook: (name: string) => hooks.includes(name),
  };
  detectBusyPool(sequelize as unknown as Sequelize, { max: 5, acquire: 250 });
  const wanted = connectionManager.getConnection as unknown as (wanted: object) => Promise<unknown>;
  const result = await wanted({ type: 'write' }).catch((thrown: unknown) => thrown);
  return { ways, result };
}

describe('A connection from the pool', () => {
  it.each<[string, Situation, string]>([
    ['from the pool itself', {}, 'pool'],
    ['by Sequelize while the version of the database is unknown', { databaseVersion: 0 }, 'sequelize'],
    ['by Sequelize if a hook runs before', { hooks: ['beforePoolAcquire'] }, 'sequelize'],
    ['by Sequelize if a hook runs after', { hooks: ['afterPoolAcquire'] }, 'sequelize'],
  ])('is taken %s', async (_, situation, way) => {
    expect(await taken(situation)).toEqual({ ways: [way], result: 'connection' });
  });

  const timeouts = [new Error('Operation timeout'), new ConnectionAcquireTimeoutError(new Error('Operation timeout'))];

  it.each(timeouts)('that no one returns in time is a busy pool if all are in use: %p', async (error) => {
    const { result } = await taken({ using: 5, error });

    expect(result).toBeInstanceOf(BusyPoolError);
    expect((result as Error).message).toBe(
      'All 5 database connections (db.pool.max) were in use for 250 ms (db.pool.acquireMs).',
    );
  });

  it.each(timeouts)('that is not made in time is a database that cannot be reached: %p', async (error) => {
    const { result } = await taken({ using: 4, error });

    expect(result).toBeInstanceOf(ConnectionAcquireTimeoutError);
    expect(result).not.toBeInstanceOf(BusyPoolError);
  });

  it('passes other errors on, even if all are in use', async () => {
    const error = new Error('Access denied');

    expect((await taken({ using: 5, error })).result).toBe(error);
  });
});
