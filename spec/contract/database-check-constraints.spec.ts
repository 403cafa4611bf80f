import { Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { IntegerColumn } from '../support/columns';
import { type Served, serve } from '../support/serve-shop';
import { dialect } from '../support/test-database';

/** Its table has a CHECK constraint that the class does not declare. */
@AggregateRoot
@Table({ tableName: 'crates' })
class Crate extends BaseDomain {
  @IntegerColumn declare weight: number | null;
}

const ID = { mysql: 'BIGINT PRIMARY KEY AUTO_INCREMENT', sqlite: 'INTEGER PRIMARY KEY AUTOINCREMENT' };
const CRATES = `CREATE TABLE crates (id ${ID[dialect]}, weight INTEGER CHECK (weight > 0),
  created_at DATETIME(3), updated_at DATETIME(3), version INTEGER)`;

let served: Served;
beforeAll(async () => {
  jest.spyOn(console, 'error').mockImplementation();
  served = await serve([Crate]);
  await Crate.drop();
  await Crate.sequelize!.query(CRATES);
});
afterAll(async () => {
  await served.stop();
  jest.restoreAllMocks();
});

describe('A value that only the database rejects', () => {
  it.each([
    ['one', { weight: 0 }],
    ['one of several', [{ weight: 1 }, { weight: 0 }]],
  ])('responds 422, and nothing is written: %s', async (_, body) => {
    const rejected = await served.request('POST', '/crates', body);

    expect(rejected.status).toBe(422);
    expect((await served.request('GET', '/crates')).body).toEqual([]);
  });
});
