import 'reflect-metadata';
import {
  AutoIncrement,
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  HasMany,
  HasOne,
  Model,
  PrimaryKey,
  Table,
} from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId, Invariant, type Ref, Searchable } from '../../../lib';
import { Scope, Secure, SecureMultiple } from '../../../lib/security';
import { JoinTable, RequiredInteger, RequiredKeyOf, RequiredString } from '../columns';

/** The models with which generated suites were red although nothing was wrong. */

/** A number is unique in a tenant, as security.md recommends. */
@Scope((principal) => principal !== undefined && { tenant: principal.name })
@AggregateRoot
@Table({ tableName: 'hospital_patients', indexes: [{ unique: true, fields: ['tenant', 'number'] }] })
export class Patient extends BaseDomain {
  @RequiredString(40) declare tenant: string;
  @Searchable @RequiredInteger declare number: number;
  @Searchable @RequiredString(40) declare name: string;
  @Secure({ permissions: ['chart.use'] }) @HasOne(() => Chart) declare chart: Chart | null;
  @HasMany(() => Stay) declare stays: Stay[];
}

/** A single child whose GET has a permission of its own. */
@SecureMultiple([
  { method: 'GET', permissions: ['chart.read'] },
  { method: 'PUT', permissions: ['chart.write'] },
  { method: 'DELETE', permissions: ['chart.write'] },
])
@Table({ tableName: 'hospital_charts' })
export class Chart extends BaseDomain {
  @RequiredString(40) declare diagnosis: string;
  @RequiredKeyOf(() => Patient) declare patientId: EntityId;
}

@Table({ tableName: 'hospital_stays' })
export class Stay extends BaseDomain {
  @RequiredString(40) declare reason: string;
  @RequiredKeyOf(() => Patient) declare patientId: EntityId;
}

/** Samples do not know how many places it has. */
@AggregateRoot
@Table({ tableName: 'hospital_wards' })
export class Ward extends BaseDomain {
  @Searchable @RequiredString(40) declare name: string;
  @RequiredInteger declare capacity: number;
  @HasMany(() => Bed) declare beds: Bed[];

  @Invariant('has-room', 'A ward has at least ten places.')
  hasRoom(): boolean {
    return this.capacity >= 10;
  }
}

@Table({ tableName: 'hospital_beds' })
export class Bed extends BaseDomain {
  @RequiredString(10) declare label: string;
  @RequiredKeyOf(() => Ward) declare wardId: EntityId;
}

@JoinTable('hospital_doctor_skills', { doctorId: () => Doctor, skillId: () => Skill })
export class DoctorSkill extends Model {}

@Secure({ permissions: ['doctor.all'] })
@AggregateRoot
@Table({ tableName: 'hospital_doctors' })
export class Doctor extends BaseDomain {
  @RequiredString(40) declare name: string;
  @BelongsToMany(() => Skill, { through: () => DoctorSkill }) declare skills: Skill[];
}

/** Its permissions are other than those of doctors. */
@SecureMultiple([
  { method: 'GET', permissions: ['skill.read'] },
  { method: 'POST', permissions: ['skill.create'] },
  { method: 'PUT', permissions: ['skill.update'] },
  { method: 'DELETE', permissions: ['skill.delete'] },
])
@AggregateRoot
@Table({ tableName: 'hospital_skills' })
export class Skill extends BaseDomain {
  @Searchable @RequiredString(40) declare title: string;
}

/** A store needs a manager, and its staff a store. */
@AggregateRoot
@Table({ tableName: 'hospital_stores' })
export class Store extends BaseDomain {
  @RequiredString(40) declare name: string;
  @RequiredKeyOf(() => Staff) declare managerId: EntityId;
  @BelongsTo(() => Staff, { foreignKey: 'managerId' }) declare manager: Ref<Staff>;
}

@AggregateRoot
@Table({ tableName: 'hospital_staff' })
export class Staff extends BaseDomain {
  @RequiredString(40) declare name: string;
  @RequiredKeyOf(() => Store) declare storeId: EntityId;
  @BelongsTo(() => Store, { foreignKey: 'storeId' }) declare store: Ref<Store>;
}

/** Has at most 255 rows in its life. */
@AggregateRoot
@Table({ tableName: 'hospital_floors' })
export class Floor extends BaseDomain {
  @PrimaryKey @AutoIncrement @Column(DataType.TINYINT.UNSIGNED) declare id: EntityId;
  @RequiredString(40) declare name: string;
  @HasMany(() => Room) declare rooms: Room[];
}

@AggregateRoot
@Table({ tableName: 'hospital_rooms' })
export class Room extends BaseDomain {
  @RequiredString(40) declare name: string;
  @RequiredKeyOf(() => Floor, DataType.TINYINT.UNSIGNED) declare floorId: EntityId;
  @BelongsTo(() => Floor) declare floor: Ref<Floor>;
}

/** Its key is a text of mixed case. */
@AggregateRoot
@Table({ tableName: 'hospital_drugs' })
export class Drug extends BaseDomain {
  @PrimaryKey @Column(DataType.STRING(40)) declare id: EntityId;
  @Searchable @RequiredString(40) declare name: string;
}
export const HOSPITAL = [Patient, Chart, Stay, Ward, Bed, Doctor, DoctorSkill, Skill, Store, Staff, Floor, Room, Drug];
