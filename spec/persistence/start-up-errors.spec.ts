import { mysql } from '../../lib/persistence/dialects/mysql';
import { sqlite } from '../../lib/persistence/dialects/sqlite';
import 'reflect-metadata';
import { type AddressInfo, createServer } from 'node:net';
import { Op } from 'sequelize';
import {
  AllowNull,
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  DefaultScope,
  ForeignKey,
  HasMany,
  Model,
  Table,
} from 'sequelize-typescript';
import type { SeveralMistakes } from '../../lib/foundation';
import { AggregateRoot, type DomainClass, type EntityMetadata } from '../../lib/metadata';
import { BaseDomain, DataSource, type EntityId, PersistenceError, type Ref } from '../../lib/persistence';
import type { Dialect } from '../../lib/persistence/dialects/dialect';
import { verifyFieldTypes } from '../../lib/persistence/models/verify-fields';
import { openStore, POOL } from '../support/open-store';
import { createTestDatabase } from '../support/test-database';

describe('A class field stops the start', () => {
  it('when it hides its column', async () => {
    @AggregateRoot
    @Table
    class Hiding extends BaseDomain {
      @Column(DataType.STRING)
      declare title: string;

      constructor(...values: never[]) {
        super(...values);
        // What the compiler emits for a field without `declare` with useDefineForClassFields.
        Object.defineProperty(this, 'title', { value: undefined, writable: true });
      }
    }

    await expect(opened(Hiding)).rejects.toThrow('Hiding.title is a class field that hides the column of that name');
    await expect(opened(Hiding)).rejects.toThrow('write "declare title: …"');
  });

  it('when its initialiser would overwrite every value', async () => {
    @AggregateRoot
    @Table
    class Initialised extends BaseDomain {
      @Column(DataType.STRING)
      title = 'untitled';
    }

    await expect(opened(Initialised)).rejects.toThrow('Initialised.title has an initialiser');
    await expect(opened(Initialised)).rejects.toThrow('set the default by @Default');
  });

  it('when a collection has an initialiser', async () => {
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
});

describe('A class stops the start', () => {
  it('when it is a root without @Table', async () => {
    @AggregateRoot
    class Bare extends BaseDomain {}

    await expect(opened(Bare)).rejects.toThrow('Bare is not a table: mark the class with @Table');
  });

  it('when it is not a model', async () => {
    class Plain {}

    await expect(opened(Plain)).rejects.toThrow('Plain is not a model: extend BaseDomain');
  });

  it('when it shares its table with another class, or two of its fields a column', async () => {
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

  it.each(['timestamps', 'createdAt', 'updatedAt'])(
    'when it sets %s: false, which BaseDomain needs',
    async (option) => {
      @AggregateRoot
      @Table({ [option]: false })
      class Timeless extends BaseDomain {}

      await expect(opened(Timeless)).rejects.toThrow(
        `Timeless sets ${option}: false, and BaseDomain has createdAt and updatedAt`,
      );
    },
  );

  it('when its own id is not marked as the primary key', async () => {
    @AggregateRoot
    @Table
    class Own extends BaseDomain {
      @Column(DataType.UUID)
      declare id: string;
    }

    await expect(opened(Own)).rejects.toThrow('Own needs exactly one primary key');
  });

  it('when it belongs to another data source', async () => {
    @AggregateRoot
    @Table
    class Shared extends Model {}
    const first = await opened(Shared);

    await expect(opened(Shared)).rejects.toThrow(new RegExp(`Shared belongs to the data source ${asPattern(first)}`));
    await first.close();
    await (await opened(Shared)).close();
  });
});

describe('An association stops the start', () => {
  it('when its target is not a class of the application', async () => {
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

  it('when its target is undefined, or has no table', async () => {
    class Untabled extends BaseDomain {}

    @AggregateRoot
    @Table
    class Lost extends BaseDomain {
      @HasMany(() => undefined as never)
      declare nothings: never[];

      @HasMany(() => Untabled)
      declare untabled: Untabled[];
    }

    const error = (await opened(Lost).catch((thrown: unknown) => thrown)) as SeveralMistakes;

    expect(error.mistakes.map(({ message }) => message)).toEqual([
      'Lost.nothings refers to a class that is undefined: correct the import of Lost, or export the class from its module.',
      'Lost.untabled refers to Untabled, which is not a table: mark Untabled with @Table of sequelize-typescript.',
    ]);
  });

  it('when its scope is not a value of a column', async () => {
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
      'Stall.red has a scope on "colour", which is not a column of Ware',
    );
  });
});

describe('A foreign key stops the start', () => {
  it('when an association could use several, or has none', async () => {
    @Table
    class Flight extends BaseDomain {
      @ForeignKey(() => Airport)
      @Column(DataType.BIGINT)
      declare fromId: EntityId;

      @ForeignKey(() => Airport)
      @Column(DataType.BIGINT)
      declare toId: EntityId;

      @BelongsTo(() => Airport)
      declare from: Ref<Airport>;

      @BelongsTo(() => Airport, 'toId')
      declare to: Ref<Airport>;
    }

    @AggregateRoot
    @Table
    class Airport extends BaseDomain {
      @HasMany(() => Flight)
      declare flights: Flight[];

      @HasMany(() => Runway)
      declare runways: Runway[];

      @BelongsToMany(() => Airport, { through: () => Flight, foreignKey: 'fromId' })
      declare reached: Airport[];
    }

    @Table
    class Runway extends BaseDomain {}

    const error = (await opened(Flight, Airport, Runway).catch((thrown: unknown) => thrown)) as SeveralMistakes;

    const several =
      'does not say which foreign key it means, since fromId and toId of Flight all refer to Airport: name one';
    expect(error.mistakes.map(({ message }) => message)).toEqual([
      `Flight.from ${several}, as in @BelongsTo(() => Airport, 'fromId').`,
      `Airport.flights ${several}, as in @HasMany(() => Flight, 'fromId').`,
      'Airport.runways needs a foreign key to Airport in Runway: declare a column of Runway with @ForeignKey(() => Airport), or name one in the association.',
      `Airport.reached ${several}, as in @BelongsToMany(() => Airport, { through: …, otherKey: 'fromId' }).`,
    ]);
  });
});

describe('A default scope stops the start', () => {
  it.each([
    ['order', { order: [['id', 'DESC']] }, 'let clients order lists with sort'],
    [
      'attributes',
      { attributes: { exclude: ['secret'] } },
      'keep columns that are never shown out of the API by @Hidden',
    ],
    ['limit', { where: {}, limit: 5 }, 'let clients page lists with per_page'],
    ['include', { include: [{ all: true }] }, '@Collection({ embed: true })'],
    ['group', { group: ['secret'] }, 'group in a query of your own'],
    ['raw', { raw: true }, 'make it a named scope'],
  ])('with the option %s, and the message names the alternative', async (option, scope, remedy) => {
    @DefaultScope(() => scope as object)
    @Table
    class Narrowed extends BaseDomain {
      @Column(DataType.STRING)
      declare secret: string;
    }

    const message = `The default scope of Narrowed has "${option}", and only "where" applies to every query`;
    await expect(opened(Narrowed)).rejects.toThrow(message);
    await expect(opened(Narrowed)).rejects.toThrow(remedy);
  });

  it('when it has an unknown column, or is a function', async () => {
    @DefaultScope(() => ({ where: { [Op.and]: [{ color: 'red' }] } }))
    @Table
    class Red extends BaseDomain {}

    const scope: object = () => ({ where: {} });
    @DefaultScope(() => scope)
    @Table
    class Late extends BaseDomain {}

    await expect(opened(Red)).rejects.toThrow(
      'The default scope of Red has a condition on "color", which is not a column',
    );
    await expect(opened(Late)).rejects.toThrow('The default scope of Late is a function');
  });
});

describe('A delete rule stops the start', () => {
  it('when both sides of an association declare different ones', async () => {
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

  it('when it is unknown, or SET NULL for a column that is never null', async () => {
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

  it('when the children of a paranoid root would be deleted for good', async () => {
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
});

describe('The name of a column or an association', () => {
  it('must not be __proto__ in the table', async () => {
    @AggregateRoot
    @Table
    class Thorn extends BaseDomain {
      @Column({ type: DataType.STRING, field: '__proto__' })
      declare base: string;
    }

    await expect(openStore([Thorn])).rejects.toThrow(
      'Thorn.base is stored in the column __proto__, and no object can have a value of that name',
    );
  });

  it.each([
    ['dataValues', "every instance of Sequelize's Model has a member"],
    ['isNewRecord', "every instance of Sequelize's Model has a member"],
    ['_options', "every instance of Sequelize's Model has a member"],
    ['save', "Sequelize's Model has a member"],
    ['$get', "Sequelize's Model has a member"],
    ['toJSON', "Sequelize's Model has a member"],
    ['persist', 'BaseDomain has a member'],
    ['version', 'BaseDomain counts the changes of a row there'],
    ['toString', 'every object has a member'],
    ['valueOf', 'every object has a member'],
    ['hasOwnProperty', 'every object has a member'],
    ['constructor', 'no payload may have a key'],
    ['prototype', 'no payload may have a key'],
  ])('stops the start when it is %s', async (name, reason) => {
    const message = `Named.${name} cannot have this name, since ${reason}`;

    await expect(opened(withColumn(name))).rejects.toThrow(message);
    await expect(opened(...withAssociation(name))).rejects.toThrow(message);
  });

  it.each(['name', 'length', 'then', 'attributes', 'model'])('may be %s', async (name) => {
    const Named = withColumn(name) as new (values: object) => BaseDomain;
    const { close } = await openStore([Named]);

    const stored = await new Named({ [name]: 'a' }).persist();
    await stored.update({ [name]: 'b' });
    await stored.reload();

    expect(stored.get(name)).toBe('b');
    await close();
  });

  it('may be a member of BaseDomain in a class that does not extend it', async () => {
    @AggregateRoot
    @Table
    class Plain extends Model {
      @Column(DataType.STRING)
      declare version: string;

      @Column(DataType.STRING)
      declare collection: string;
    }

    await (await opened(Plain)).close();
  });
});

describe('A column without a type stops the start', () => {
  it('when its type cannot be inferred', async () => {
    @Table
    class Guessed extends BaseDomain {
      @Column
      declare nickname: string | null;

      @Column
      declare tags: string[];
    }

    @AggregateRoot
    @Table
    class Inheriting extends Guessed {}

    const error = (await opened(Guessed, Inheriting).catch((thrown: unknown) => thrown)) as SeveralMistakes;

    expect(error.mistakes.map(({ message }) => message)).toEqual([
      'Guessed.nickname is a column without a data type, which cannot be inferred from a union such as "string | null", an interface or unknown: write it, as in @Column(DataType.STRING) for a text; others are INTEGER, DECIMAL(10, 2), BOOLEAN, DATE and JSON.',
      'Guessed.tags is a column without a data type, which cannot be inferred from the type Array: write it, as in @Column(DataType.STRING) for a text; others are INTEGER, DECIMAL(10, 2), BOOLEAN, DATE and JSON.',
    ]);
  });

  it('when the compiler emits no type', async () => {
    @AggregateRoot
    @Table
    class Bare extends BaseDomain {}
    Column(Bare.prototype, 'title', undefined as never);

    await expect(opened(Bare)).rejects.toThrow(
      'Bare.title is a column without a data type, which cannot be inferred since no type is emitted for it',
    );
  });
});

describe('A column that SQLite cannot store exactly', () => {
  it('stops the start on SQLite only: BIGINT UNSIGNED', () => {
    const type = { kind: 'integer', min: 0n, max: 2n ** 64n - 1n };
    const entity = { name: 'Reading', fields: new Map([['count', { name: 'count', type }]]) };
    const verify = (dialect: Dialect) => verifyFieldTypes([entity as unknown as EntityMetadata], dialect);

    expect(() => verify(sqlite)).toThrow('Reading.count is a BIGINT UNSIGNED, and SQLite keeps integers up to 2^63−1');
    expect(() => verify(mysql)).not.toThrow();
  });
});

describe('A database stops the start', () => {
  it('when its server cannot be reached', async () => {
    const port = await unusedPort();

    await expect(openedOn(`mysql://ann:secret@127.0.0.1:${port}/shop`)).rejects.toThrow(
      new RegExp(`db\\.url \\(mysql://ann:\\*\\*\\*@127\\.0\\.0\\.1:${port}/shop\\) cannot be reached`),
    );
  });

  it('when its schema mode is unknown', async () => {
    await expect(openedOn('sqlite::memory:', { 'hbm2ddl.auto': 'magic' })).rejects.toThrow(
      'db.providerProperties "hbm2ddl.auto" is "magic": use none, validate, update, create or create-drop.',
    );
  });

  it('with an error that has a code', async () => {
    await expect(openedOn('oracle:x')).rejects.toBeInstanceOf(PersistenceError);
    await expect(openedOn('oracle:x')).rejects.toMatchObject({ code: 'URL_INVALID' });
  });
});

function withColumn(name: string): unknown {
  @AggregateRoot
  @Table
  class Named extends BaseDomain {}
  Column(DataType.STRING)(Named.prototype, name, undefined as never);
  return Named;
}

function withAssociation(name: string): unknown[] {
  @Table
  class Part extends BaseDomain {}

  @AggregateRoot
  @Table
  class Named extends BaseDomain {}
  HasMany(() => Part, 'namedId')(Named.prototype, name);
  return [Part, Named];
}

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

function asPattern({ url }: DataSource): string {
  return url.display.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
