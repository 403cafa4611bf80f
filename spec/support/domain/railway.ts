import 'reflect-metadata';
import { BelongsTo, BelongsToMany, Column, DataType, ForeignKey, HasMany, Model, Table } from 'sequelize-typescript';
import { AggregateRoot, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';

/** Associations that lead back to where they came from: many-to-many from both ends, trees, and a long chain. */

@Table({ tableName: 'stops', timestamps: false })
export class Stop extends Model {
  @ForeignKey(() => Line)
  @Column(DataType.BIGINT)
  declare lineId: EntityId;

  @ForeignKey(() => Station)
  @Column(DataType.BIGINT)
  declare stationId: EntityId;
}

@Table({ tableName: 'neighbours', timestamps: false })
export class Neighbour extends Model {
  @ForeignKey(() => Station)
  @Column(DataType.BIGINT)
  declare stationId: EntityId;

  @ForeignKey(() => Station)
  @Column(DataType.BIGINT)
  declare neighbourId: EntityId;
}

@Table({ tableName: 'station_shops', timestamps: false })
export class StationShop extends Model {
  @ForeignKey(() => Station)
  @Column(DataType.BIGINT)
  declare stationId: EntityId;

  @ForeignKey(() => Shop)
  @Column(DataType.BIGINT)
  declare shopId: EntityId;
}

@Table({ tableName: 'shop_brands', timestamps: false })
export class ShopBrand extends Model {
  @ForeignKey(() => Shop)
  @Column(DataType.BIGINT)
  declare shopId: EntityId;

  @ForeignKey(() => Brand)
  @Column(DataType.BIGINT)
  declare brandId: EntityId;
}

@Table({ tableName: 'brand_makers', timestamps: false })
export class BrandMaker extends Model {
  @ForeignKey(() => Brand)
  @Column(DataType.BIGINT)
  declare brandId: EntityId;

  @ForeignKey(() => Maker)
  @Column(DataType.BIGINT)
  declare makerId: EntityId;
}

@Table({ tableName: 'maker_towns', timestamps: false })
export class MakerTown extends Model {
  @ForeignKey(() => Maker)
  @Column(DataType.BIGINT)
  declare makerId: EntityId;

  @ForeignKey(() => Town)
  @Column(DataType.BIGINT)
  declare townId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'lines' })
export class Line extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(40))
  declare name: string | null;

  @BelongsToMany(
    () => Station,
    () => Stop,
  )
  declare stations: Station[];

  @HasMany(() => Car)
  declare cars: Car[];

  @HasMany(() => Notice)
  declare notices: Notice[];
}

@AggregateRoot
@Table({ tableName: 'cars' })
export class Car extends BaseDomain {
  @Searchable
  @Column(DataType.INTEGER)
  declare seats: number | null;

  @ForeignKey(() => Line)
  @Column(DataType.BIGINT)
  declare lineId: EntityId;

  @BelongsTo(() => Line)
  declare line: Ref<Line>;
}

@Table({ tableName: 'notices' })
export class Notice extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(40))
  declare text: string | null;

  @ForeignKey(() => Line)
  @Column(DataType.BIGINT)
  declare lineId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'stations' })
export class Station extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(40))
  declare name: string | null;

  @ForeignKey(() => Area)
  @Column(DataType.BIGINT)
  declare areaId: EntityId | null;

  @BelongsTo(() => Area)
  declare area: Ref<Area> | null;

  @BelongsToMany(
    () => Line,
    () => Stop,
  )
  declare lines: Line[];

  @BelongsToMany(
    () => Station,
    () => Neighbour,
    'stationId',
    'neighbourId',
  )
  declare neighbours: Station[];

  @BelongsToMany(
    () => Station,
    () => Neighbour,
    'neighbourId',
    'stationId',
  )
  declare neighbourOf: Station[];

  @BelongsToMany(
    () => Shop,
    () => StationShop,
  )
  declare shops: Shop[];
}

@AggregateRoot
@Table({ tableName: 'areas' })
export class Area extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(40))
  declare name: string | null;

  @ForeignKey(() => Area)
  @Column(DataType.BIGINT)
  declare parentId: EntityId | null;

  @BelongsTo(() => Area)
  declare parent: Ref<Area> | null;

  @HasMany(() => Area)
  declare areas: Area[];

  @HasMany(() => Station)
  declare stations: Station[];
}

@AggregateRoot
@Table({ tableName: 'shops' })
export class Shop extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(40))
  declare name: string | null;

  @BelongsToMany(
    () => Brand,
    () => ShopBrand,
  )
  declare brands: Brand[];
}

@AggregateRoot
@Table({ tableName: 'brands' })
export class Brand extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(40))
  declare name: string | null;

  @BelongsToMany(
    () => Maker,
    () => BrandMaker,
  )
  declare makers: Maker[];
}

@AggregateRoot
@Table({ tableName: 'makers' })
export class Maker extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(40))
  declare name: string | null;

  @BelongsToMany(
    () => Town,
    () => MakerTown,
  )
  declare towns: Town[];
}

@AggregateRoot
@Table({ tableName: 'towns' })
export class Town extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(40))
  declare name: string | null;
}

export const railway = [
  ...[Stop, Neighbour, StationShop, ShopBrand, BrandMaker, MakerTown],
  ...[Line, Car, Notice, Station, Area, Shop, Brand, Maker, Town],
];
