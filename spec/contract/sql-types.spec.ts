import { Column, DataType, Model, Table } from 'sequelize-typescript';
import { AggregateRoot, Searchable } from '../../lib/metadata';
import { serve, useServed } from '../support/serve-shop';
import { createTestDatabase, dialect } from '../support/test-database';

@AggregateRoot
@Table({ tableName: 'devices', timestamps: false })
class Device extends Model {
  @Searchable
  @Column('YEAR')
  declare built: number | null;

  @Searchable
  @Column('BIT(1)')
  declare active: boolean | null;

  @Searchable
  @Column('BIT(5)')
  declare flags: number | null;

  @Column('BINARY(4)')
  declare address: Buffer | null;

  @Column('VARBINARY(8)')
  declare token: Buffer | null;

  @Column({ type: DataType.FLOAT(7, 2), field: 'weight_kg' })
  declare weight: number | null;

  @Column(DataType.DOUBLE(10, 3))
  declare length: number | null;
}

const DEVICE = {
  ...{ built: 2024, active: true, flags: 17, address: 'wKgAAQ==', token: 'AP8=' },
  ...{ weight: 12.25, length: 1.125 },
};

describe('Types that Sequelize has no name for, and numbers that round', () => {
  const { request, create, read } = useServed([Device]);

  it('are stored, read, listed and changed', async () => {
    const { id, ...created } = await create('/devices', DEVICE);
    const changes = { built: 1999, active: false, flags: 0, address: 'AAAAAA==', token: '', weight: -0.5, length: 7 };
    const changed = await request('PUT', `/devices/${id}`, changes);

    expect(created).toEqual(DEVICE);
    expect(changed.body).toEqual({ id, ...changes });
    expect(await read('/devices')).toContainEqual({ id, ...changes });
    expect(await read(`/devices/${id}`)).toEqual({ id, ...changes });
  });

  it.each([
    ['built', 1900, 'must be a whole number from 1901 to 2155'],
    ['active', 2, 'must be true or false'],
    ['flags', 32, 'must be a whole number from 0 to 31'],
    ['address', 'AAE=', 'must not be shorter than 4 bytes'],
    ['address', 'AAECAwQ=', 'must not be longer than 4 bytes'],
    ['token', 'AAECAwQFBgcI', 'must not be longer than 8 bytes'],
    ['weight', 0.125, 'must be a decimal number with at most 5 digits before and 2 after the point'],
    ['length', 10_000_000, 'must be a decimal number with at most 7 digits before and 3 after the point'],
  ])('reject %s: %p', async (field, value, message) => {
    const { status, body } = await request('POST', '/devices', { ...DEVICE, [field]: value });

    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(message);
  });

  it('are searched and sorted as numbers and booleans', async () => {
    await create('/devices', { built: 1950, active: false, flags: 3 });
    await create('/devices', { built: 1951, active: true, flags: 4 });
    const found = async (query: string) =>
      (await read(`/devices?${query}`)).map(({ built }: { built: number }) => built);

    expect(await found('built=1950')).toEqual([1950]);
    expect(await found('flags=4')).toEqual([1951]);
    expect(await found('active=true&flags=4')).toEqual([1951]);
    expect(await found('built[lt]=1952&sort=-flags')).toEqual([1951, 1950]);
  });
});

describe('The tables of types that Sequelize has no name for', () => {
  it('are created from the class, and equal it', async () => {
    const database = await createTestDatabase();
    const notes = jest.spyOn(console, 'info').mockImplementation();
    const created = await serve([Device], { database, properties: { 'hbm2ddl.auto': 'create' } });
    await created.stop();
    const compared = await serve([Device], { database, properties: { 'hbm2ddl.auto': 'validate' } });
    await compared.stop();
    await database.drop();

    expect(notes.mock.calls.flat().filter((line) => /found differences/.test(String(line)))).toEqual([]);
    notes.mockRestore();
  });

  it('may have a SMALLINT field for a YEAR column', async () => {
    @AggregateRoot
    @Table({ tableName: 'vintages', timestamps: false })
    class Vintage extends Model {
      @Column(DataType.SMALLINT)
      declare year: number;
    }
    const key = dialect === 'sqlite' ? 'INTEGER PRIMARY KEY' : 'INTEGER AUTO_INCREMENT PRIMARY KEY';
    const schema = [`CREATE TABLE vintages (id ${key}, year YEAR)`, 'INSERT INTO vintages (year) VALUES (1999)'];

    const { request, stop } = await serve([Vintage], { schema, properties: { 'hbm2ddl.auto': 'validate' } });
    const { body } = await request('GET', '/vintages');
    await stop();

    expect(body).toEqual([{ id: 1, year: 1999 }]);
  });
});
