import 'reflect-metadata';
import { BelongsTo, BelongsToMany, HasMany, Model, Table } from 'sequelize-typescript';
import { AggregateRoot, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { IntegerColumn, JoinTable, KeyOf, StringColumn } from '../columns';

/** Associations that lead back to where they came from: many-to-many from both ends, trees, and a long chain. */

@JoinTable('stops', { lineId: () => Line, stationId: () => Station })
export class Stop extends Model {}

@JoinTable('neighbours', { stationId: () => Station, neighbourId: () => Station })
export class Neighbour extends Model {}

@JoinTable('station_shops', { stationId: () => Station, shopId: () => Shop })
export class StationShop extends Model {}

@JoinTable('shop_brands', { shopId: () => Shop, brandId: () => Brand })
export class ShopBrand extends Model {}

@JoinTable('brand_makers', { brandId: () => Brand, makerId: () => Maker })
export class BrandMaker extends Model {}

@JoinTable('maker_towns', { makerId: () => Maker, townId: () => Town })
export class MakerTown extends Model {}

@AggregateRoot
@Table({ tableName: 'lines' })
export class Line extends BaseDomain {
  @Searchable @StringColumn(40) declare name: string | null;
  @BelongsToMany(() => Station, { through: () => Stop }) declare stations: Station[];
  @HasMany(() => Car) declare cars: Car[];
  @HasMany(() => Notice) declare notices: Notice[];
}

@AggregateRoot
@Table({ tableName: 'cars' })
export class Car extends BaseDomain {
  @Searchable @IntegerColumn declare seats: number | null;
  @KeyOf(() => Line) declare lineId: EntityId;
  @BelongsTo(() => Line) declare line: Ref<Line>;
}

@Table({ tableName: 'notices' })
export class Notice extends BaseDomain {
  @Searchable @StringColumn(40) declare text: string | null;
  @KeyOf(() => Line) declare lineId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'stations' })
export class Station extends BaseDomain {
  @Searchable @StringColumn(40) declare name: string | null;
  @KeyOf(() => Area) declare areaId: EntityId | null;
  @BelongsTo(() => Area) declare area: Ref<Area> | null;
  @BelongsToMany(() => Line, { through: () => Stop }) declare lines: Line[];

  @BelongsToMany(() => Station, { through: () => Neighbour, foreignKey: 'stationId', otherKey: 'neighbourId' })
  declare neighbours: Station[];

  @BelongsToMany(() => Station, { through: () => Neighbour, foreignKey: 'neighbourId', otherKey: 'stationId' })
  declare neighbourOf: Station[];

  @BelongsToMany(() => Shop, { through: () => StationShop }) declare shops: Shop[];
}

@AggregateRoot
@Table({ tableName: 'areas' })
export class Area extends BaseDomain {
  @Searchable @StringColumn(40) declare name: string | null;
  @KeyOf(() => Area) declare parentId: EntityId | null;
  @BelongsTo(() => Area) declare parent: Ref<Area> | null;
  @HasMany(() => Area) declare areas: Area[];
  @HasMany(() => Station) declare stations: Station[];
}

@AggregateRoot
@Table({ tableName: 'shops' })
export class Shop extends BaseDomain {
  @Searchable @StringColumn(40) declare name: string | null;
  @BelongsToMany(() => Brand, { through: () => ShopBrand }) declare brands: Brand[];
}

@AggregateRoot
@Table({ tableName: 'brands' })
export class Brand extends BaseDomain {
  @Searchable @StringColumn(40) declare name: string | null;
  @BelongsToMany(() => Maker, { through: () => BrandMaker }) declare makers: Maker[];
}

@AggregateRoot
@Table({ tableName: 'makers' })
export class Maker extends BaseDomain {
  @Searchable @StringColumn(40) declare name: string | null;
  @BelongsToMany(() => Town, { through: () => MakerTown }) declare towns: Town[];
}

@AggregateRoot
@Table({ tableName: 'towns' })
export class Town extends BaseDomain {
  @Searchable @StringColumn(40) declare name: string | null;
}

export const railway = [
  ...[Stop, Neighbour, StationShop, ShopBrand, BrandMaker, MakerTown],
  ...[Line, Car, Notice, Station, Area, Shop, Brand, Maker, Town],
];
