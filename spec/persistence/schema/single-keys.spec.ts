import { Column, DataType, ForeignKey, HasMany, HasOne, Table } from 'sequelize-typescript';
import { AggregateRoot, Collection, One } from '../../../lib/metadata';
import { BaseDomain, type EntityId } from '../../../lib/persistence';
import { useSchema } from '../../support/use-schema';

@Table({ tableName: 'hats' })
class Hat extends BaseDomain {
  @ForeignKey(() => Guest)
  @Column(DataType.BIGINT)
  declare guestId: EntityId | null;
}

@AggregateRoot
@Table({ tableName: 'guests' })
class Guest extends BaseDomain {
  @HasOne(() => Hat)
  declare hat: Hat | null;
}

/** The same tables, as they were before there was one at most. */
@Table({ tableName: 'hats' })
class AnyHat extends BaseDomain {
  @ForeignKey(() => AnyGuest)
  @Column(DataType.BIGINT)
  declare guestId: EntityId | null;
}

@AggregateRoot
@Table({ tableName: 'guests' })
class AnyGuest extends BaseDomain {
  @HasMany(() => AnyHat)
  declare hats: AnyHat[];
}

describe('The foreign key of a single child', () => {
  const { start: startWith, lines, dataSource } = useSchema();
  const start = (mode: string, ...types: readonly unknown[]) => startWith(mode, types);

  it('has a unique index in created tables', async () => {
    await start('create', Guest, Hat);
    const { id } = await new Guest().persist();
    await Hat.create({ guestId: id });

    await expect(Hat.create({ guestId: id })).rejects.toThrow(
      expect.objectContaining({ name: 'SequelizeUniqueConstraintError' }),
    );
    await Hat.bulkCreate([{ guestId: null }, { guestId: null }]);
    await start('update', Guest, Hat);
    expect(lines).toEqual([]);
  });

  it('gets a unique index by update, which stops if rows violate it', async () => {
    await start('update', AnyGuest, AnyHat);
    const { id } = await new AnyGuest().persist();
    await AnyHat.bulkCreate([{ guestId: id }, { guestId: id }]);

    await expect(start('update', Guest, Hat)).rejects.toThrow(
      'The unique index on guest_id of the table hats cannot be created, since rows have duplicate values',
    );
  });

  it.each(['none', 'validate'])('without a unique index in an existing table is logged by %s', async (mode) => {
    await start('update', AnyGuest, AnyHat);

    await start(mode, Guest, Hat);
    expect(lines).toEqual([
      'The table hats has no unique index on guest_id, by which each row is the single child of another: CREATE UNIQUE INDEX hats_guest_id_unique ON hats (guest_id).',
    ]);
    await dataSource().sequelize.query('CREATE UNIQUE INDEX hats_guest_id_unique ON hats (guest_id)');
    await start(mode, Guest, Hat);
    expect(lines).toEqual([]);
  });

  it('stops the start if a collection has the same foreign key', async () => {
    @Table
    class Shoe extends BaseDomain {
      @ForeignKey(() => Dancer)
      @Column(DataType.BIGINT)
      declare dancerId: EntityId | null;
    }

    @AggregateRoot
    @Table
    class Dancer extends BaseDomain {
      @HasOne(() => Shoe, 'dancerId')
      declare left: Shoe | null;

      @HasMany(() => Shoe, 'dancerId')
      declare shoes: Shoe[];
    }

    await expect(start('none', Dancer, Shoe)).rejects.toThrow(
      'Dancer.left has one Shoe and Dancer.shoes several, by the same foreign key Shoe.dancerId: give the @HasOne a scope or a foreign key of its own, or remove it.',
    );
  });

  it('is declared by @HasOne, whose options @One sets', async () => {
    @AggregateRoot
    @Table
    class Singer extends BaseDomain {
      @One
      @HasMany(() => Song, 'singerId')
      declare songs: Song[];

      @Collection
      @HasOne(() => Song, 'fanId')
      declare favourite: Song | null;
    }

    @Table
    class Song extends BaseDomain {
      @Column(DataType.BIGINT)
      declare singerId: EntityId | null;

      @Column(DataType.BIGINT)
      declare fanId: EntityId | null;
    }

    await expect(start('none', Singer, Song)).rejects.toThrow(
      /Singer.favourite is marked @Collection .* write @One in its place(.|\n)*Singer.songs is marked @One but is not a @HasOne: write @Collection in its place/,
    );
  });
});
