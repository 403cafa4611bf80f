import { col, fn, type ModelStatic } from 'sequelize';
import {
  AllowNull,
  AutoIncrement,
  BeforeConnect,
  BeforeCreate,
  BelongsTo,
  BelongsToMany,
  Column,
  CreatedAt,
  createIndexDecorator,
  DataType,
  DeletedAt,
  ForeignKey,
  HasMany,
  Index,
  IsArray,
  Model,
  PrimaryKey,
  Table,
  Unique,
  Validate,
} from 'sequelize-typescript';
import { AggregateRoot, EntityKey, Hidden } from '../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../lib/persistence';
import { serve, useServed } from '../support/serve-shop';
import { dialect } from '../support/test-database';

/** The options of models in docs/models.md. */

/** The token of the parts that a test creates. */
let next: string | undefined;

const InPair = createIndexDecorator({ name: 'pair_of_part' });

abstract class Named extends BaseDomain {
  @Index
  @Column(DataType.STRING(40))
  declare name: string | null;

  @Index({ name: 'code_of_kind' })
  @Column(DataType.STRING(40))
  declare code: string | null;
}

@Table
class Kind extends Named {}

@AggregateRoot
@Table({
  tableName: 'parts',
  createdAt: 'madeAt',
  version: 'revision',
  indexes: [{ name: 'weight_of_part', fields: ['weight'] }],
} as object)
class Part extends BaseDomain {
  @Column(DataType.INTEGER)
  declare weight: number | null;

  @Index
  @Column(DataType.STRING(40))
  declare label: string | null;

  @InPair
  @Column(DataType.STRING(40))
  declare first: string | null;

  @InPair({ order: 'DESC' })
  @Column(DataType.STRING(40))
  declare second: string | null;

  @Index({ name: 'serial_of_part', unique: true })
  @Column(DataType.STRING(40))
  declare serial: string | null;

  @Unique({ name: 'sku_of_part', msg: 'This article number is taken.' })
  @Column(DataType.STRING(40))
  declare sku: string | null;

  @Hidden
  @Column({ type: DataType.STRING(40), unique: { name: 'token_of_part', msg: 'Tokens are equal.' } })
  declare token: string | null;

  @BeforeCreate
  static drawToken(part: Part): void {
    part.token ??= next ?? null;
  }
}

@Table({ timestamps: false })
class Labelling extends Model {
  @ForeignKey(() => Crate)
  @Column(DataType.STRING(20))
  declare crateCode: string;

  @ForeignKey(() => Tag)
  @Column(DataType.STRING(20))
  declare tagName: string;
}

@AggregateRoot
@Table
class Tag extends BaseDomain {
  @EntityKey
  @Unique
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare name: string;
}

@Table({ schema: 'store', tableName: 'slips' })
class Slip extends BaseDomain {
  @Index
  @Column(DataType.STRING(40))
  declare text: string | null;

  @ForeignKey(() => Crate)
  @Column(DataType.BIGINT)
  declare crateId: EntityId;
}

@AggregateRoot
@Table({ schema: 'store', tableName: 'crates' })
class Crate extends BaseDomain {
  @Unique
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare code: string;

  /** Joined by other columns than the primary keys. */
  @BelongsToMany(() => Tag, {
    through: () => Labelling,
    foreignKey: 'crateCode',
    otherKey: 'tagName',
    sourceKey: 'code',
    targetKey: 'name',
  })
  declare tags: Tag[];

  @HasMany(() => Slip, { as: { singular: 'note', plural: 'notes' } as never })
  declare notes: Slip[];
}

/** Removed links are marked as deleted, so that a pair of keys may occur more than once. */
@Table({ paranoid: true })
class Pinning extends BaseDomain {
  @ForeignKey(() => Board)
  @Column(DataType.BIGINT)
  declare boardId: EntityId;

  @ForeignKey(() => Tag)
  @Column(DataType.BIGINT)
  declare tagId: EntityId;
}

@AggregateRoot
@Table
class Board extends BaseDomain {
  @BelongsToMany(() => Tag, { through: { model: () => Pinning, unique: false } })
  declare tags: Tag[];
}

const DOMAIN = [Board, Pinning, Kind, Part, Labelling, Tag, Slip, Crate];

describe('The options of a model', () => {
  const served = useServed(DOMAIN);
  const { request } = served;

  it('combine the indexes of @Index and createIndexDecorator with those of @Table', async () => {
    const indexes = await indexesOf(Part);

    expect(indexes).toMatchObject({
      weight_of_part: ['weight'],
      parts_label: ['label'],
      pair_of_part: ['first', 'second'],
      serial_of_part: ['serial'],
    });
    expect(await request('POST', '/parts', { serial: 'a' })).toMatchObject({ status: 201 });
    expect((await request('POST', '/parts', { serial: 'a' })).body.detail).toBe('Another entity has the same serial.');
  });

  it('give each subclass the indexes of its superclass, with their own names', async () => {
    expect(await indexesOf(Kind)).toMatchObject({ kinds_name: ['name'], code_of_kind: ['code'] });
  });

  it('replace the timestamps and the version of BaseDomain by those of other names', async () => {
    const { body } = await request('POST', '/parts', { weight: 1, sku: 'b' });

    expect(body).toMatchObject({ made_at: expect.stringMatching(/Z$/), updated_at: expect.any(String) });
    expect(body).not.toHaveProperty('created_at');
    await request('PUT', `/parts/${body.id}`, { weight: 2 });
    expect((await Part.findByPk(body.id))!.get('revision' as never)).toBe(1);
  });

  it('set the message of @Unique for a duplicate value, unless the field is hidden', async () => {
    await request('POST', '/parts', { sku: 'c' });
    await Part.create({ token: 'secret' });

    expect((await request('POST', '/parts', { sku: 'c' })).body.detail).toBe('This article number is taken.');
    next = 'secret';
    expect((await request('POST', '/parts', {})).body.detail).toBe('Another entity has the same values.');
    next = undefined;
  });

  it('join classes by other columns than their primary keys', async () => {
    const crate = await request('POST', '/crates', { code: 'A', tags: [{ name: 'x' }] });
    expect(crate).toMatchObject({ status: 201, body: { tags: [{ name: 'x' }] } });
    const { id } = crate.body;

    expect((await request('GET', `/crates/${id}/tags`)).body).toMatchObject([{ name: 'x' }]);
    expect((await request('GET', '/crates?expand=tags')).body).toMatchObject([{ tags: [{ name: 'x' }] }]);
    expect(await Labelling.findAll({ raw: true })).toEqual([{ crateCode: 'A', tagName: 'x' }]);
    expect(await request('DELETE', `/crates/${id}/tags/x`)).toMatchObject({ status: 204 });
    expect((await request('GET', `/crates/${id}/tags`)).body).toEqual([]);
  });

  it('keep removed links of a paranoid join table, and restore them', async () => {
    const board = (await request('POST', '/boards', { tags: [{ name: 'pin' }] })).body;
    expect(await request('DELETE', `/boards/${board.id}/tags/pin`)).toMatchObject({ status: 204 });
    expect((await request('GET', `/boards/${board.id}/tags`)).body).toEqual([]);

    expect(await request('POST', `/boards/${board.id}/tags`, { name: 'pin' })).toMatchObject({ status: 201 });

    expect((await request('GET', '/boards?expand=tags')).body).toMatchObject([{ tags: [{ name: 'pin' }] }]);
    expect([await Pinning.count(), await Pinning.count({ paranoid: false })]).toEqual([1, 2]);
  });

  it('name an association by the plural of its alias, and tables by their schema', async () => {
    const { body } = await request('POST', '/crates', { code: 'B', notes: [{ text: 'hi' }] });

    expect((await request('GET', `/crates/${body.id}/notes`)).body).toMatchObject([{ text: 'hi' }]);
    expect(await request('DELETE', `/crates/${body.id}`)).toMatchObject({ status: 204 });
  });
});

/** The message of the error that stops the start. */
const failure = async (...types: unknown[]): Promise<string> => {
  const started = await serve(types).catch((error: Error) => error);
  if (started instanceof Error) return started.message;
  await started.stop();
  return 'It started.';
};

const onSqlite = dialect === 'sqlite' ? it : it.skip;

describe('A model that stops the start', () => {
  it('has an auto-increment column other than the primary key', async () => {
    @AggregateRoot
    @Table
    class Ticket extends BaseDomain {
      @AutoIncrement
      @Unique
      @Column(DataType.INTEGER)
      declare number: number;
    }

    expect(await failure(Ticket)).toMatch(/^Ticket\.number is marked @AutoIncrement but is not the primary key/);
  });

  it('has a storage engine without transactions', async () => {
    @AggregateRoot
    @Table({ engine: 'MyISAM' })
    class Line extends BaseDomain {}

    expect(await failure(Line)).toMatch(/^Line sets engine: 'MyISAM', whose tables have no transactions/);
  });

  it('has hooks of connections and of all classes', async () => {
    @AggregateRoot
    @Table({ hooks: { afterDefine: () => undefined } as object })
    class Watch extends BaseDomain {
      @BeforeConnect
      static greet(): void {}
    }

    expect(await failure(Watch)).toMatch(/\n- Watch has the hook afterDefine.*\n- Watch has the hook beforeConnect/s);
  });

  it('has links that could not be made again', async () => {
    @Table({ paranoid: true })
    class Seat extends Model {
      @ForeignKey(() => Room)
      @Column(DataType.BIGINT)
      declare roomId: EntityId;

      @ForeignKey(() => Guest)
      @Column(DataType.BIGINT)
      declare guestId: EntityId;
    }

    @AggregateRoot
    @Table
    class Guest extends BaseDomain {}

    @AggregateRoot
    @Table
    class Room extends BaseDomain {
      @BelongsToMany(
        () => Guest,
        () => Seat,
      )
      declare guests: Guest[];
    }

    expect(await failure(Seat, Guest, Room)).toMatch(/^Room\.guests is joined by Seat, which is paranoid/);
  });

  it.each([{ deletedAt: false }, { timestamps: false }])('is paranoid with %j', async (options) => {
    @AggregateRoot
    @Table({ paranoid: true, ...options } as object)
    class Leaf extends Model {
      @PrimaryKey
      @AutoIncrement
      @Column(DataType.INTEGER)
      declare id: number;
    }

    expect(await failure(Leaf)).toBe(
      `Leaf sets paranoid: true and ${Object.keys(options)[0]}: false, so that there is no column to mark what is deleted: remove one of the two.`,
    );
  });
});

describe('The members of a model that stop the start', () => {
  it('include a deletion mark that is never null, or has a default', async () => {
    @AggregateRoot
    @Table({ paranoid: true })
    class Firm extends BaseDomain {
      @DeletedAt
      @AllowNull(false)
      @Column(DataType.DATE)
      declare goneAt: Date;
    }

    @AggregateRoot
    @Table({ paranoid: true })
    class Branch extends BaseDomain {
      @Column({ type: DataType.DATE, defaultValue: DataType.NOW })
      declare deletedAt: Date;
    }

    const rest = 'stores when a row was deleted, and is null in all other rows: remove @AllowNull(false) and @Default.';
    expect(await failure(Firm)).toBe(`Firm.goneAt ${rest}`);
    expect(await failure(Branch)).toBe(`Branch.deletedAt ${rest}`);
  });

  it('include a to-one association with a scope', async () => {
    @AggregateRoot
    @Table
    class Shelf extends BaseDomain {
      @ForeignKey(() => Shelf)
      @Column(DataType.BIGINT)
      declare aboveId: EntityId | null;

      @BelongsTo(() => Shelf, { scope: { aboveId: 1 } } as object)
      declare above: Ref<Shelf> | null;
    }

    expect(await failure(Shelf)).toMatch(/^Shelf\.above is a @BelongsTo with a scope, which Sequelize ignores/);
  });

  it('include validators that Sequelize does not know', async () => {
    @AggregateRoot
    @Table
    class Quiz extends BaseDomain {
      @IsArray
      @Column(DataType.JSON)
      declare answers: string[];

      @Validate({ isEmial: true } as never)
      @Column(DataType.STRING)
      declare mail: string;
    }

    expect(await failure(Quiz)).toMatch(
      /\n- Quiz\.answers is to be validated by isArray.*\n- Quiz\.mail is to be validated by isEmial/s,
    );
  });

  it('include the missing version of a class of BaseDomain', async () => {
    @AggregateRoot
    @Table({ version: false } as object)
    class Page extends BaseDomain {
      @CreatedAt
      @Column(DataType.DATE)
      declare madeAt: Date;
    }

    expect(await failure(Page)).toMatch(/^Page sets version: false, and BaseDomain counts the changes of a row/);
  });

  it('include a data type of one database, with its options', async () => {
    @AggregateRoot
    @Table
    class Word extends BaseDomain {
      @Column('VARCHAR(10)')
      declare text: string;
    }

    expect(await failure(Word)).toMatch(/^Word\.text is of the type VARCHAR\(10\), which has no JSON form here/);
  });
});

describe('The indexes of a model that stop the start', () => {
  it('include an index of a field that is unknown or has no column', async () => {
    @AggregateRoot
    @Table({
      indexes: [
        { fields: ['title', 'nam'] },
        { name: 'by_label', fields: [{ name: 'label', length: 4 }] },
        { name: 'by_time', fields: ['created_at', fn('lower', col('title'))] },
      ],
    })
    class Poem extends BaseDomain {
      @Column(DataType.STRING)
      declare title: string | null;

      @Column(DataType.VIRTUAL)
      get label(): string {
        return `${this.title}!`;
      }
    }

    expect(await failure(Poem)).toMatch(
      /\n- Poem has the index poems_title_nam of "nam", which is not a column of Poem: correct the name\. Known fields: (.*)\n- Poem has the index by_label of "label", /,
    );
  });

  it('include a mistaken field once, even if an index uses it', async () => {
    @AggregateRoot
    @Table({ indexes: [{ fields: ['text'] }] })
    class Line extends BaseDomain {
      @Column('VARCHAR(10)')
      declare text: string;
    }

    expect(await failure(Line)).toMatch(/^Line\.text is of the type VARCHAR\(10\), which has no JSON form here[^\n]*$/);
  });

  onSqlite('include two indexes of one name, on SQLite', async () => {
    abstract class Coded extends BaseDomain {
      @Index('by_code')
      @Column(DataType.STRING(40))
      declare code: string | null;
    }

    @AggregateRoot
    @Table
    class Bolt extends Coded {}

    @AggregateRoot
    @Table
    class Nut extends Coded {}

    expect(await failure(Bolt, Nut)).toMatch(/^Bolt and Nut both have an index named by_code/);
  });
});

type Stored = readonly { readonly name: string; readonly fields: readonly { readonly attribute: string }[] }[];

/** The names of indexes with their columns. */
async function indexesOf(model: ModelStatic<Model>): Promise<Record<string, string[]>> {
  const stored = await model.sequelize!.getQueryInterface().showIndex(model.getTableName() as string);
  return Object.fromEntries(
    (stored as Stored).map(({ name, fields }) => [name, fields.map(({ attribute }) => attribute)]),
  );
}
