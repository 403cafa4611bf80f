import 'reflect-metadata';
import { BelongsToMany, Column, DataType, HasMany, HasOne, Model, Table } from 'sequelize-typescript';
import {
  Action,
  AggregateRoot,
  afterCommit,
  BadRequestException,
  BaseDomain,
  Collection,
  ConflictException,
  type EntityId,
  Large,
} from '../../../lib';
import { Secure } from '../../../lib/security';
import { IntegerColumn, JoinTable, RequiredInteger, RequiredKeyOf, RequiredString } from '../columns';

/** A root with each kind of collection, a secured column, and actions that write in several ways. */

/** The effects of hooks after the COMMIT. */
export const sent: string[] = [];

@Table({ tableName: 'bench_screws', paranoid: true })
export class Screw extends BaseDomain {
  @RequiredInteger declare size: number;
  @RequiredKeyOf(() => Tool) declare toolId: EntityId;
}

@Table({ tableName: 'bench_tools', paranoid: true })
export class Tool extends BaseDomain {
  @RequiredString(20) declare name: string;
  @Secure({ permissions: ['price.get'], method: 'GET' }) @IntegerColumn declare price: number | null;
  @RequiredKeyOf(() => Workbench) declare workbenchId: EntityId;
  @Collection({ replace: true }) @HasMany(() => Screw) declare screws: Screw[];
}

@Table({ tableName: 'bench_lamps', paranoid: true })
export class Lamp extends BaseDomain {
  @RequiredInteger declare watts: number;
  @RequiredKeyOf(() => Workbench) declare workbenchId: EntityId;
}

@JoinTable('bench_users', { workbenchId: () => Workbench, carpenterId: () => Carpenter })
export class BenchUser extends Model {}

@AggregateRoot
@Table({ tableName: 'carpenters' })
export class Carpenter extends BaseDomain {
  @RequiredString(20) declare name: string;
}

@AggregateRoot
@Table({ tableName: 'workbenches', paranoid: true })
export class Workbench extends BaseDomain {
  @RequiredString(20) declare room: string;
  @IntegerColumn declare uses: number | null;
  @Large({ mediaType: 'image/png' }) @Column(DataType.BLOB('medium')) declare plan: Buffer | null;
  @Collection({ replace: true }) @HasMany(() => Tool) declare tools: Tool[];
  @HasOne(() => Lamp) declare lamp: Lamp | null;
  @BelongsToMany(() => Carpenter, { through: () => BenchUser }) declare carpenters: Carpenter[];

  /** Writes with an instance, with static methods, and after the COMMIT. */
  @Action({ value: 'tidy' })
  async tidy(uses: number): Promise<void> {
    this.uses = uses;
    if (uses > 100) throw new ConflictException('It is worn out.');
    if (uses < 0) throw new BadRequestException('It was used at least never.');
    await Tool.update({ name: 'tidied' }, { where: { workbenchId: this.id } });
    await Tool.increment('price', { by: 1, where: { workbenchId: this.id } });
    await Screw.destroy({ where: { size: 1 } });
    await Tool.bulkCreate([{ name: 'broom', workbenchId: this.id } as never]);
    await afterCommit(() => sent.push(`tidied ${this.room}`));
  }
}

export const workbenches = [Screw, Tool, Lamp, BenchUser, Carpenter, Workbench];
