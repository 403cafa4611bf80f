import { AllowNull, Column, DataType, Index, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, type DomainClass, defaultRegistry } from '../../../lib/metadata';
import { BaseDomain, DataSource } from '../../../lib/persistence';
import { shop } from '../../support/domain/shop';
import { POOL } from '../../support/open-store';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

/** The class of a table at first, and as it is changed to. */
@AggregateRoot
@Table({ tableName: 'pens' })
class Pen extends BaseDomain {
  @Column(DataType.STRING(20))
  declare code: string | null;

  @Column(DataType.STRING(20))
  declare maker: string | null;
}

@AggregateRoot
@Table({ tableName: 'pens' })
class UniquePen extends BaseDomain {
  @Unique
  @Column(DataType.STRING(20))
  declare code: string | null;

  @Index({ name: 'pens_by_maker_and_shade', unique: true })
  @Column(DataType.STRING(20))
  declare maker: string | null;

  @Unique
  @Column(DataType.STRING(20))
  declare serial: string | null;

  @Index('pens_by_shade')
  @Index({ name: 'pens_by_maker_and_shade', unique: true })
  @Column(DataType.STRING(20))
  declare shade: string | null;
}

@AggregateRoot
@Table({ tableName: 'pens' })
class StrictPen extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare code: string;

  @Column(DataType.INTEGER)
  declare maker: number | null;
}

describe('hbm2ddl.auto: update, with existing tables', () => {
  let database: TestDatabase;
  let dataSource: DataSource | undefined;
  let lines: string[];

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await dataSource?.close();
    dataSource = undefined;
    await database.drop();
  });

  /** Starts as an application does, in place of the one before. */
  async function start(...types: readonly unknown[]): Promise<void> {
    await dataSource?.close();
    dataSource = undefined;
    lines = [];
    const configuration = { url: database.url, pool: POOL, providerProperties: { 'hbm2ddl.auto': 'update' } };
    const options = { projectRoot: process.cwd(), log: (line: string) => void lines.push(line) };
    dataSource = await DataSource.open(configuration, types as DomainClass[], options);
    const registry = defaultRegistry.copy();
    registry.seal(dataSource.types, dataSource.reader);
    await dataSource.applySchema(registry.entities);
  }

  const indexes = async () => {
    const found = await dataSource!.sequelize.getQueryInterface().showIndex('pens');
    return (found as { unique: boolean; primary?: boolean; fields: { attribute: string }[] }[])
      .filter(({ primary }) => !primary)
      .map(({ unique, fields }) => `${unique ? 'unique' : 'plain'} ${fields.map(({ attribute }) => attribute).join()}`)
      .sort();
  };

  it('adds missing indexes, including unique ones and those of added columns', async () => {
    await start(Pen);
    await new Pen({ code: 'A' }).persist();
    expect(await indexes()).toEqual([]);

    await start(UniquePen);

    const expected = ['plain shade', 'unique code', 'unique maker,shade', 'unique serial'];
    expect(await indexes()).toEqual(expected);
    await expect(new UniquePen({ code: 'A' }).persist()).rejects.toThrow(
      expect.objectContaining({ name: 'SequelizeUniqueConstraintError' }),
    );
    expect(lines).toEqual([]);

    await start(UniquePen);
    expect(await indexes()).toEqual(expected);
  });

  it('stops if rows violate a unique index, with its columns and the remedy', async () => {
    await start(Pen);
    for (const _ of [1, 2]) await new Pen({ code: 'A' }).persist();

    await expect(start(UniquePen)).rejects.toThrow(
      'The unique index on code of the table pens cannot be created, since rows have duplicate values: change these rows',
    );
  });

  it('logs differences that it does not change: types, NULL, required columns, undeclared indexes', async () => {
    await start(UniquePen);
    await dataSource!.sequelize.query("ALTER TABLE pens ADD COLUMN colour VARCHAR(9) NOT NULL DEFAULT ''");
    await start(StrictPen);

    expect(lines).toEqual([
      [
        'hbm2ddl.auto: update adds tables, columns and indexes and leaves as it is:',
        'pens.code is VARCHAR(20) in the table and VARCHAR(40) in the model; pens.code may be null in the table and not in the model;',
        'pens.maker is VARCHAR(20) in the table and INT in the model;',
        'pens has a unique index on code, and the model has none; pens has a unique index on serial, and the model has none;',
        'pens has a unique index on maker, shade, and the model has none. Change this by a migration, or the model.',
      ].join(' '),
    ]);

    await start(UniquePen);
    expect(lines).toEqual([]);
  });

  it('logs a required column without a field, and one that is NOT NULL in the table only', async () => {
    await start(StrictPen);
    await start(Pen);

    expect(lines.join()).toContain('pens.code is NOT NULL in the table alone');
    await dataSource!.sequelize.getQueryInterface().dropTable('pens');
    await dataSource!.sequelize.query('CREATE TABLE pens (id INTEGER PRIMARY KEY, ink VARCHAR(9) NOT NULL)');
    await start(Pen);
    expect(lines.join()).toContain('pens.ink is NOT NULL without a default, and has no field in the model');
  });

  it('logs nothing for tables that it has created', async () => {
    await start(...shop);
    await start(...shop);

    expect(lines).toEqual([]);
  });
});
