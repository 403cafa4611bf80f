import 'reflect-metadata';
import { type AddressInfo, createServer } from 'node:net';
import { Op } from 'sequelize';
import {
  AllowNull,
  BelongsTo,
  Column,
  DataType,
  DefaultScope,
  ForeignKey,
  HasMany,
  Model,
  Table,
} from 'sequelize-typescript';
import { AggregateRoot, type DomainClass, type EntityMetadata } from '../../lib/metadata';
import { BaseDomain, DataSource, type EntityId, PersistenceError, type Ref } from '../../lib/persistence';
import type { Dialect } from '../../lib/persistence/database-url';
import { verifyFieldTypes } from '../../lib/persistence/models/verify-fields';
import { openStore, POOL } from '../support/open-store';
import { createTestDatabase } from '../support/test-database';

describe('a model that cannot work stops the start, with class, field and remedy', () => {
  it('a class field that hides its column', async () => {
    @AggregateRoot
    @Table
    class Hiding extends BaseDomain {
      @Column(DataType.STRING)
      declare title: string;

      constructor(...values: never[]) {
        super(...values);
        // What a field without `declare` becomes where class fields are defined, not assigned.
        Object.defineProperty(this, 'title', { value: undefined, writable: true });
      }
    }

    await expect(opened(Hiding)).rejects.toThrow('Hiding.title is a class field that hides the column of that name');
    await expect(opened(Hiding)).rejects.toThrow('write "declare title: …"');
  });

  it('an initialiser that would overwrite every given value', async () => {
    @AggregateRoot
    @Table
    class Initialised extends BaseDomain {
      @Column(DataType.STRING)
      title = 'untitled';
    }

    await expect(opened(Initialised)).rejects.toThrow('Initialised.title has an initialiser');
    await expect(opened(Initialised)).rejects.toThrow('set the default by @Default');
  });

  it('an initialiser on a collection', async () => {
    @Table
    class Part extends BaseDomain {
      @ForeignKey(() => Whole)
      @Column(DataType.BIGINT)
      declare wholeId: EntityId;
    }

    @AggregateRoot
    @Table
    class Whole extends BaseDomain {
      @HasMany(() => Part)
      parts: Part[] = [];
    }

    await expect(opened(Whole, Part)).rejects.toThrow('Whole.parts has an initialiser');
  });

  it('a root without @Table', async () => {
    @AggregateRoot
    class Bare extends BaseDomain {}

    await expect(opened(Bare)).rejects.toThrow('Bare is no table yet: mark the class with @Table');
  });

  it('a class that is no model', async () => {
    class Plain {}

    await expect(opened(Plain)).rejects.toThrow('Plain is no model: extend BaseDomain');
  });

  it('an association to a class that the application does not have', async () => {
    @Table
    class Absent extends BaseDomain {}

    @AggregateRoot
    @Table
    class Owner extends BaseDomain {
      @ForeignKey(() => Absent)
      @Column(DataType.BIGINT)
      declare absentId: EntityId;

      @BelongsTo(() => Absent)
      declare absent: Absent;
    }

    await expect(opened(Owner)).rejects.toThrow(/Owner\.absent refers to Absent, .* db\.packagesToScan/);
  });

  it('a scope of an association that is no value of a column', async () => {
    @Table
    class Ware extends BaseDomain {
      @ForeignKey(() => Shop)
      @Column(DataType.BIGINT)
      declare shopId: EntityId;

      @Column(DataType.INTEGER)
      declare price: number;
    }

    @Table
    class Shop extends BaseDomain {
      @HasMany(() => Ware, { foreignKey: 'shopId', scope: { price: { [Op.gt]: 5 } } })
      declare dear: Ware[];
    }

    @Table
    class Stall extends BaseDomain {
      @HasMany(() => Ware, { foreignKey: 'shopId', scope: { colour: 'red' } })
      declare red: Ware[];
    }

    await expect(opened(Shop, Ware)).rejects.toThrow('Shop.dear has a scope on Ware.price that is not one value');
    await expect(opened(Stall, Shop, Ware)).rejects.toThrow(
      'Stall.red has a scope on "colour", which is no column of Ware',
    );
  });

  it.each([
    ['order', { order: [['id', 'DESC']] }, 'let clients order lists with sort'],
    ['attributes', { attributes: { exclude: ['secret'] } }, 'mark columns that are never shown @Hidden'],
    ['limit', { where: {}, limit: 5 }, 'let clients page lists with per_page'],
    ['include', { include: [{ all: true }] }, '@Collection({ embed: true })'],
    ['group', { group: ['secret'] }, 'group in a query of your own'],
    ['raw', { raw: true }, 'make it a named scope'],
  ])('a default scope with %s, with the remedy', async (option, scope, remedy) => {
    @DefaultScope(() => scope as object)
    @Table
    class Narrowed extends BaseDomain {
      @Column(DataType.STRING)
      declare secret: string;
    }

    const message = `The default scope of Narrowed has "${option}", and only "where" holds for every query`;
    await expect(opened(Narrowed)).rejects.toThrow(message);
    await expect(opened(Narrowed)).rejects.toThrow(remedy);
  });

  it('a default scope on what is no column, or that Sequelize would ignore', async () => {
    @DefaultScope(() => ({ where: { [Op.and]: [{ color: 'red' }] } }))
    @Table
    class Red extends BaseDomain {}

    const asked: object = () => ({ where: {} });
    @DefaultScope(() => asked)
    @Table
    class Late extends BaseDomain {}

    await expect(opened(Red)).rejects.toThrow(
      'The default scope of Red has a condition on "color", which is no column',
    );
    await expect(opened(Late)).rejects.toThrow('The default scope of Late is a function');
  });

  it('two sides of an association whose onDelete contradict each other: both are named', async () => {
    @Table
    class Leaf extends BaseDomain {
      @ForeignKey(() => Tree)
      @Column(DataType.BIGINT)
      declare treeId: EntityId;

      @BelongsTo(() => Tree, { onDelete: 'SET NULL' })
      declare tree: Ref<Tree>;
    }

    @Table
    class Tree extends BaseDomain {
      @HasMany(() => Leaf, { onDelete: 'CASCADE' })
      declare leaves: Leaf[];
    }

    await expect(opened(Leaf, Tree)).rejects.toThrow(
      'Leaf.tree declares onDelete "SET NULL" and Tree.leaves "CASCADE", both for Leaf.treeId',
    );
  });

  it('an onDelete that cannot be obeyed', async () => {
    @Table
    class Root extends BaseDomain {
      @HasMany(() => Twig, { onDelete: 'SET NULL' })
      declare twigs: Twig[];
    }

    @Table
    class Twig extends BaseDomain {
      @ForeignKey(() => Root)
      @AllowNull(false)
      @Column(DataType.BIGINT)
      declare rootId: EntityId;
    }

    @Table
    class Bud extends BaseDomain {
      @ForeignKey(() => Bud)
      @Column({ type: DataType.BIGINT, onDelete: 'SET DEFAULT' })
      declare budId: EntityId;

      @BelongsTo(() => Bud)
      declare bud: Ref<Bud>;
    }

    await expect(opened(Root, Twig)).rejects.toThrow(
      'Root.twigs declares onDelete "SET NULL", and Twig.rootId is never null',
    );
    await expect(opened(Bud)).rejects.toThrow('Bud.budId declares onDelete "SET DEFAULT": write CASCADE, SET NULL');
  });

  it('a paranoid root whose children would be deleted for good with it: both are named', async () => {
    @Table
    class Petal extends BaseDomain {
      @ForeignKey(() => Flower)
      @Column(DataType.BIGINT)
      declare flowerId: EntityId;
    }

    @AggregateRoot
    @Table({ paranoid: true })
    class Flower extends BaseDomain {
      @HasMany(() => Petal)
      declare petals: Petal[];
    }

    await expect(openStore([Petal, Flower])).rejects.toThrow(
      'Flower is paranoid, and Petal entities, which are not, would be deleted for good with it',
    );
  });

  it('two classes on one table, and two fields on one column: both are named', async () => {
    @Table({ tableName: 'boats' })
    class Boat extends BaseDomain {}

    @Table({ tableName: 'boats' })
    class Ferry extends BaseDomain {}

    @Table
    class Canoe extends BaseDomain {
      @Column({ type: DataType.STRING, field: 'label' })
      declare name: string;

      @Column({ type: DataType.STRING, field: 'Label' })
      declare title: string;
    }

    await expect(opened(Boat, Ferry)).rejects.toThrow('Boat and Ferry are both stored in the table boats');
    await expect(opened(Canoe)).rejects.toThrow('Canoe.name and Canoe.title are both stored in the column Label');
  });

  it('a class that belongs to another data source: both are named', async () => {
    @AggregateRoot
    @Table
    class Shared extends Model {}
    const first = await opened(Shared);

    await expect(opened(Shared)).rejects.toThrow(new RegExp(`Shared belongs to the data source ${asPattern(first)}`));
    await first.close();
    await (await opened(Shared)).close();
  });

  function asPattern({ url }: DataSource): string {
    return url.display.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  }
});

describe('a column that SQLite cannot keep exactly stops the start there', () => {
  it('a BIGINT UNSIGNED', () => {
    const type = { kind: 'integer', min: 0n, max: 2n ** 64n - 1n };
    const entity = { name: 'Reading', fields: new Map([['count', { name: 'count', type }]]) };
    const verify = (dialect: Dialect) => verifyFieldTypes([entity as unknown as EntityMetadata], dialect);

    expect(() => verify('sqlite')).toThrow(
      'Reading.count is a BIGINT UNSIGNED, and SQLite keeps integers up to 2^63−1',
    );
    expect(() => verify('mysql')).not.toThrow();
  });
});

describe('a database that cannot be used stops the start, with key and remedy', () => {
  it('an unreachable server', async () => {
    const port = await unusedPort();

    await expect(openedOn(`mysql://ann:secret@127.0.0.1:${port}/shop`)).rejects.toThrow(
      new RegExp(`db\\.url \\(mysql://ann:\\*\\*\\*@127\\.0\\.0\\.1:${port}/shop\\) cannot be reached`),
    );
  });

  it('an unknown schema mode', async () => {
    await expect(openedOn('sqlite::memory:', { 'hbm2ddl.auto': 'magic' })).rejects.toThrow(
      'db.providerProperties "hbm2ddl.auto" is "magic": use none, validate, update, create or create-drop.',
    );
  });

  it('a failure is an error with a code', async () => {
    await expect(openedOn('oracle:x')).rejects.toBeInstanceOf(PersistenceError);
    await expect(openedOn('oracle:x')).rejects.toMatchObject({ code: 'URL_INVALID' });
  });
});

async function opened(...types: unknown[]): Promise<DataSource> {
  const { url, drop } = await createTestDatabase();
  try {
    return await openedOn(url, {}, types);
  } catch (error) {
    await drop();
    throw error;
  }
}

function openedOn(url: string, providerProperties: Record<string, string> = {}, types: unknown[] = []) {
  const options = { projectRoot: process.cwd(), log: () => undefined };
  return DataSource.open({ url, pool: POOL, providerProperties }, types as DomainClass[], options);
}

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
