import 'reflect-metadata';
import { AllowNull, BelongsTo, Column, DataType, ForeignKey, HasMany, Table, Unique } from 'sequelize-typescript';
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

/** Roots that refer to others, at several levels, with every kind of field in the entities referred to. */

@Table({ tableName: 'keeper_phones' })
export class KeeperPhone extends BaseDomain {
  @Column(DataType.STRING(10))
  declare digits: string | null;

  @ForeignKey(() => Keeper)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare keeperId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'keepers' })
export class Keeper extends BaseDomain {
  @EntityKey
  @Unique
  @AllowNull(false)
  @Column(DataType.STRING(10))
  declare code: string;

  @Collection({ embed: true })
  @HasMany(() => KeeperPhone)
  declare phones: KeeperPhone[];
}

@AggregateRoot
@Table({ tableName: 'kinds' })
export class Kind extends BaseDomain {
  @Column(DataType.STRING(20))
  declare name: string | null;

  @Column(DataType.DECIMAL(6, 2))
  declare weight: string | null;

  @Column(DataType.DATE)
  declare seenAt: Date | null;

  @Column(DataType.BIGINT)
  declare count: string | null;

  @Column(DataType.BOOLEAN)
  declare isTame: boolean | null;

  @Column(DataType.JSON)
  declare food: object | null;

  @Hidden
  @Column(DataType.STRING(20))
  declare secret: string | null;

  @WriteOnly
  @Column(DataType.STRING(20))
  declare pin: string | null;

  @Secure({ permissions: ['kinds.price'] })
  @Column(DataType.INTEGER)
  declare price: number | null;

  @Large
  @Column(DataType.TEXT)
  declare story: string | null;

  @Computed({ from: ['name'], type: DataType.STRING })
  get label(): string {
    return `The ${this.name}`;
  }

  @ForeignKey(() => Keeper)
  @Column(DataType.BIGINT)
  declare keeperId: EntityId | null;

  @BelongsTo(() => Keeper)
  declare keeper: Ref<Keeper> | null;
}

@Table({ tableName: 'animal_visits' })
export class AnimalVisit extends BaseDomain {
  @Column(DataType.STRING(20))
  declare reason: string | null;

  @ForeignKey(() => Keeper)
  @Column(DataType.BIGINT)
  declare vetId: EntityId | null;

  @BelongsTo(() => Keeper)
  declare vet: Ref<Keeper> | null;

  @ForeignKey(() => Animal)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare animalId: EntityId;

  @BelongsTo(() => Animal)
  declare animal: Ref<Animal>;
}

@AggregateRoot
@Table({ tableName: 'animals' })
export class Animal extends BaseDomain {
  @Column(DataType.STRING(20))
  declare name: string | null;

  @ForeignKey(() => Kind)
  @Column(DataType.BIGINT)
  declare typeId: EntityId | null;

  @BelongsTo(() => Kind, 'typeId')
  declare type: Ref<Kind> | null;

  @ForeignKey(() => Kind)
  @Column(DataType.BIGINT)
  declare likesId: EntityId | null;

  @BelongsTo(() => Kind, 'likesId')
  declare likes: Ref<Kind> | null;

  @ReadOnly
  @ForeignKey(() => Keeper)
  @Column(DataType.BIGINT)
  declare bornById: EntityId | null;

  @BelongsTo(() => Keeper)
  declare bornBy: Ref<Keeper> | null;

  @HasMany(() => AnimalVisit)
  declare visits: AnimalVisit[];
}

export const animals = [Animal, AnimalVisit, Kind, Keeper, KeeperPhone];
