import Joi from 'joi';
import {
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  ForeignKey,
  HasMany,
  HasOne,
  Model,
  Table,
} from 'sequelize-typescript';
import {
  Action,
  AggregateRoot,
  BaseDomain,
  Collection,
  Constraint,
  EntityKey,
  Hidden,
  Invariant,
  One,
  Searchable,
  SeveralMistakes,
} from '../../lib';
import { Secure } from '../../lib/security';
import { serve } from '../support/serve-shop';

/** The codes of the mistakes that stop the start. */
async function codesOf(types: readonly unknown[]): Promise<readonly string[]> {
  try {
    await (await serve(types)).stop();
    return [];
  } catch (error) {
    const mistakes = error instanceof SeveralMistakes ? error.mistakes : [error as Error];
    return mistakes.map((mistake) => (mistake as { readonly code?: string }).code ?? mistake.message);
  }
}

type Decorator = (type: never) => unknown;

/** A child with this decorator, and a root that mentions it, or a collection of it, in every way that there is. */
function mentioned(mark: Decorator, Base: typeof Model = BaseDomain as never, link = true) {
  class Line extends Base {
    @Searchable
    @Column(DataType.STRING(9))
    declare sku: string;

    @Column(DataType.BIGINT)
    declare orderId: string;

    @Column(DataType.BIGINT)
    declare firstOrderId: string;

    @BelongsTo(() => Order, 'orderId')
    declare order: unknown;

    @BelongsToMany(() => Order, { through: 'links', foreignKey: 'lineId', otherKey: 'orderId' })
    declare orders: unknown[];
  }
  mark(Line as never);

  @AggregateRoot
  @Table
  class Order extends BaseDomain {
    @Secure({ permissions: ['lines'] })
    @Collection({ embed: true })
    @HasMany(() => Line, 'orderId')
    declare lines: Line[];

    @One({ delete: false })
    @HasOne(() => Line, 'firstOrderId')
    declare first: Line;

    @Hidden
    @BelongsToMany(() => Line, { through: 'links', foreignKey: 'orderId', otherKey: 'lineId' })
    declare linked: Line[];

    @Action({ value: 'pack', path: 'lines' })
    pack(line: Line): unknown {
      return line;
    }

    @Secure({ permissions: ['unpack'] })
    @Action({ value: 'unpack', path: 'lines.boxes' })
    unpack(line: Line): unknown {
      return line;
    }

    @Action({ value: 'take', returns: Line })
    take(line: Line): unknown {
      return line;
    }

    @Invariant('few', 'Too many.', { load: ['lines', 'linked', 'lines.boxes'] })
    isFew(): boolean {
      return this.lines.length < 9;
    }
  }
  return link ? [Order, Line] : [Order];
}

describe('What follows from a mistake in a class is not listed beside it', () => {
  const none: Decorator = () => undefined;

  it.each<[string, readonly unknown[], string]>([
    ['that is not a table', mentioned(none), 'TABLE_MARK_MISSING'],
    ['that is not among the domain classes', mentioned(Table as never, undefined, false), 'ASSOCIATION_TARGET_UNKNOWN'],
    ['that is neither', mentioned(none, undefined, false), 'ASSOCIATION_TARGET_NO_TABLE'],
  ])('%s', async (_, types, code) => {
    expect(await codesOf(types)).toEqual([code]);
  });

  it('that has several keys', async () => {
    expect(await codesOf(mentioned(keyed, Model))).toEqual(['PRIMARY_KEY_COMPOSITE']);
  });
});

function keyed(type: never): void {
  const { prototype } = type as { readonly prototype: object };
  for (const name of ['area', 'place']) {
    Column({ type: DataType.STRING(9), primaryKey: true })(prototype as never, name);
  }
  Table({ timestamps: false })(type);
}

describe('What follows from a mistake in a member is not listed beside it', () => {
  it('of a column without a type', async () => {
    @AggregateRoot
    @Table({ indexes: [{ fields: ['code', 'words'] }] })
    class Order extends BaseDomain {
      @Searchable
      @Constraint(Joi.string())
      @Column
      declare code: string | null;

      @Searchable({ fullText: true })
      @Column
      declare words: string | null;
    }

    expect(await codesOf([Order])).toEqual(['COLUMN_UNTYPED', 'COLUMN_UNTYPED']);
  });

  it('of a reserved or unusable column', async () => {
    @Constraint(Joi.object({ version: Joi.number() }))
    @AggregateRoot
    @Table({ indexes: [{ fields: ['version'] }] })
    class Order extends BaseDomain {
      @Searchable
      @Hidden
      @Secure({ permissions: ['x'] })
      @Column(DataType.INTEGER)
      declare version: number;

      @EntityKey
      @Searchable
      @Column((DataType as unknown as { readonly GEOMETRY: never }).GEOMETRY)
      declare area: string;
    }

    expect(await codesOf([Order])).toEqual(['NAME_RESERVED', 'COLUMN_TYPE_MISSING']);
  });

  it('of an association without a foreign key', async () => {
    @Table
    class Line extends BaseDomain {}

    @AggregateRoot
    @Table
    class Order extends BaseDomain {
      @Collection({ embed: true })
      @HasMany(() => Line)
      declare lines: Line[];

      @Action({ value: 'pack', path: 'lines' })
      pack(line: Line): unknown {
        return line;
      }

      @Invariant('few', 'Too many.', { load: ['lines'] })
      isFew(): boolean {
        return this.lines.length < 9;
      }
    }

    expect(await codesOf([Order, Line])).toEqual(['FOREIGN_KEY_UNDECLARED']);
  });

  it('of a join table', async () => {
    @Table
    class Tag extends BaseDomain {
      @BelongsToMany(
        () => Post,
        () => PostTag,
      )
      declare posts: unknown[];
    }
    class PostTag extends Model {
      @ForeignKey(() => Post)
      @Column(DataType.BIGINT)
      declare postId: string;

      @ForeignKey(() => Tag)
      @Column(DataType.BIGINT)
      declare tagId: string;
    }
    @AggregateRoot
    @Table
    class Post extends BaseDomain {
      @BelongsToMany(
        () => Tag,
        () => PostTag,
      )
      declare tags: Tag[];
    }

    expect(await codesOf([Tag, Post, PostTag])).toEqual(['TABLE_MARK_MISSING']);
    expect(await codesOf([Tag, Post])).toEqual(['ASSOCIATION_TARGET_NO_TABLE']);
  });
});
