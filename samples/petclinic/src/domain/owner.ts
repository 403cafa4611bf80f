import { AggregateRoot, BaseDomain, Searchable } from 'koaggregate';
import { AllowNull, Column, DataType, HasMany, Is, NotEmpty, Table } from 'sequelize-typescript';
import { Pet } from './pet';
import { telephoneNumber } from './telephone-number';

/**
 * A customer of the clinic, the aggregate root of pets and visits. Deletes are soft (`paranoid`), so that they can be
 * restored.
 */
@AggregateRoot
@Table({ tableName: 'owners', paranoid: true, indexes: [{ fields: ['lastName'] }] })
export class Owner extends BaseDomain {
  @Searchable
  @NotEmpty
  @AllowNull(false)
  @Column(DataType.STRING(30))
  declare firstName: string;

  @Searchable
  @NotEmpty
  @AllowNull(false)
  @Column(DataType.STRING(30))
  declare lastName: string;

  @NotEmpty
  @AllowNull(false)
  @Column(DataType.STRING(255))
  declare address: string;

  @Searchable
  @NotEmpty
  @AllowNull(false)
  @Column(DataType.STRING(80))
  declare city: string;

  /** A string, because a number would lose leading zeros. */
  @Searchable
  @Is(telephoneNumber)
  @AllowNull(false)
  @Column(DataType.STRING(10))
  declare telephone: string;

  @HasMany(() => Pet)
  declare pets: Pet[];
}
