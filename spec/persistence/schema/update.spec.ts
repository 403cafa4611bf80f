import { AfterSync, AllowNull, BeforeSync, Column, DataType, Index, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import { BaseDomain, type DataSource } from '../../../lib/persistence';
import { shop } from '../../support/domain/shop';
import { useSchema } from '../../support/use-schema';

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

@AggregateRoot
@Table({ tableName: 'pens' })
class RequiredPen extends BaseDomain {
  @Column(DataType.STRING(20))
  declare code: string | null;

  @Column(DataType.STRING(20))
  declare maker: string | null;

  @AllowNull(false)
  @Column(DataType.INTEGER)
  declare price: number;
}

@AggregateRoot
@Table({ tableName: 'pens' })
class HookedPen extends BaseDomain {
  static readonly tables: string[] = [];

  @BeforeSync
  static async before(): Promise<void> {
    HookedPen.tables.push(`before: ${await HookedPen.sequelize!.getQueryInterface().tableExists('pens')}`);
  }

  @AfterSync
  static async after(): Promise<void> {
    HookedPen.tables.push(`after: ${await HookedPen.sequelize!.getQueryInterface().tableExists('pens')}`);
  }
}

async function indexesOfPens({ sequelize }: DataSource): Promise<string[]> {
  const found = await sequelize.getQueryInterface().showIndex('pens');
  return (found as { unique: boolean; primary?: boolean; fields: { attribute: string }[] }[])
    .filter(({ primary }) => !primary)
    .map(({ unique, fields }) => `${unique ? 'unique' : 'plain'} ${fields.map(({ attribute }) => attribute).join()}`)
    .sort();
}

describe('hbm2ddl.auto: update, with existing tables', () => {
  const { start: startWith, lines, dataSource } = useSchema();
  const start = (...types: readonly unknown[]) => startWith('update', types);

  const indexes = () => indexesOfPens(dataSource());

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

  it('logs differences that it does not change: types, NULL, columns and indexes without a mark', async () => {
    await start(UniquePen);
    await dataSource().sequelize.query("ALTER TABLE pens ADD COLUMN colour VARCHAR(9) NOT NULL DEFAULT ''");
    await start(StrictPen);

    const [line, ...others] = lines;
    expect(others).toEqual([]);
    expect(line).toMatch(
      /^hbm2ddl\.auto: update adds tables, columns, indexes and foreign keys, and leaves these differences: /,
    );
    for (const [place, model, stored] of [
      ['StrictPen (pens.colour)', 'no field for it', 'varchar(9) NOT NULL'],
      ['StrictPen.code (pens.code)', 'VARCHAR(40)', 'varchar(20)'],
      ['StrictPen.code (pens.code)', 'NOT NULL', 'NULL'],
      ['StrictPen.maker (pens.maker)', 'INTEGER', 'varchar(20)'],
      ['StrictPen (pens.maker, shade)', 'no such index', 'the unique index pens_by_maker_and_shade'],
    ])
      expect(line!.toLowerCase()).toContain(
        `${place}: the model has ${model}, the database has ${stored}.`.toLowerCase(),
      );

    await start(UniquePen);
    expect(lines.join()).not.toContain('pens.code');
  });

  it('logs a required column without a field, and one that is NOT NULL in the table only', async () => {
    await start(StrictPen);
    await start(Pen);

    expect(lines.join()).toContain('Pen.code (pens.code): the model has NULL, the database has NOT NULL.');
    await dataSource().sequelize.getQueryInterface().dropTable('pens');
    await dataSource().sequelize.query('CREATE TABLE pens (id INTEGER PRIMARY KEY, ink VARCHAR(9) NOT NULL)');
    await start(Pen);
    expect(lines.join()).toMatch(/Pen \(pens\.ink\): .* It is NOT NULL without a default, so that inserts fail/);
  });

  it('fills a new required column in rows that are there, and says so', async () => {
    await start(Pen);
    await new Pen({ code: 'A' }).persist();
    await start(RequiredPen);

    expect(lines).toEqual([
      'hbm2ddl.auto: update: pens.price is never null and has no default: rows that are there get 0.',
    ]);
    expect(await RequiredPen.all()).toMatchObject([{ code: 'A', price: 0 }]);
    await start(RequiredPen);
    expect(lines).toEqual([]);
  });

  it('runs the hooks of classes before and after it creates tables', async () => {
    await start(HookedPen);

    expect(HookedPen.tables).toEqual(['before: false', 'after: true']);
  });

  it('logs nothing for tables that it has created', async () => {
    await start(...shop);
    await start(...shop);

    expect(lines).toEqual([]);
  });
});
