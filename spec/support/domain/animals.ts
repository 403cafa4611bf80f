import 'reflect-metadata';
import { BelongsTo, Column, DataType, HasMany, Table, Unique } from 'sequelize-typescript';
import {
  AggregateRoot,
  Collection,
  Computed,
  EntityKey,
  Hidden,
  Large,
  ReadOnly,
  WriteOnly,
} from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { Secure } from '../../../lib/security';
import { IntegerColumn, KeyOf, RequiredKeyOf, RequiredString, StringColumn } from '../columns';

/** Roots that refer to others, at several levels, with every kind of field in the entities referred to. */

@Table({ tableName: 'keeper_phones' })
export class KeeperPhone extends BaseDomain {
  @StringColumn(10) declare digits: string | null;
  @RequiredKeyOf(() => Keeper) declare keeperId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'keepers' })
export class Keeper extends BaseDomain {
  @EntityKey @Unique @RequiredString(10) declare code: string;
  @Collection({ embed: true }) @HasMany(() => KeeperPhone) declare phones: KeeperPhone[];
}

@AggregateRoot
@Table({ tableName: 'kinds' })
export class Kind extends BaseDomain {
  @StringColumn(20) declare name: string | null;
  @Column(DataType.DECIMAL(6, 2)) declare weight: string | null;
  @Column(DataType.DATE) declare seenAt: Date | null;
  @Column(DataType.BIGINT) declare count: string | null;
  @Column(DataType.BOOLEAN) declare isTame: boolean | null;
  @Column(DataType.JSON) declare food: object | null;
  @Hidden @StringColumn(20) declare secret: string | null;
  @WriteOnly @StringColumn(20) declare pin: string | null;
  @Secure({ permissions: ['kinds.price'] }) @IntegerColumn declare price: number | null;
  @Large @Column(DataType.TEXT) declare story: string | null;

  @Computed({ from: ['name'], type: DataType.STRING })
  get label(): string {
    return `The ${this.name}`;
  }

  @KeyOf(() => Keeper) declare keeperId: EntityId | null;
  @BelongsTo(() => Keeper) declare keeper: Ref<Keeper> | null;
}

@Table({ tableName: 'animal_visits' })
export class AnimalVisit extends BaseDomain {
  @StringColumn(20) declare reason: string | null;
  @KeyOf(() => Keeper) declare vetId: EntityId | null;
  @BelongsTo(() => Keeper) declare vet: Ref<Keeper> | null;
  @RequiredKeyOf(() => Animal) declare animalId: EntityId;
  @BelongsTo(() => Animal) declare animal: Ref<Animal>;
}

@AggregateRoot
@Table({ tableName: 'animals' })
export class Animal extends BaseDomain {
  @StringColumn(20) declare name: string | null;
  @KeyOf(() => Kind) declare typeId: EntityId | null;
  @BelongsTo(() => Kind, 'typeId') declare type: Ref<Kind> | null;
  @KeyOf(() => Kind) declare likesId: EntityId | null;
  @BelongsTo(() => Kind, 'likesId') declare likes: Ref<Kind> | null;
  @ReadOnly @KeyOf(() => Keeper) declare bornById: EntityId | null;
  @BelongsTo(() => Keeper) declare bornBy: Ref<Keeper> | null;
  @HasMany(() => AnimalVisit) declare visits: AnimalVisit[];
}

export const animals = [Animal, AnimalVisit, Kind, Keeper, KeeperPhone];
