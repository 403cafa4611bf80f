import Joi from 'joi';
import { BelongsTo, Column, DataType, HasMany, Max, Table } from 'sequelize-typescript';
import {
  Action,
  AggregateRoot,
  BaseDomain,
  Collection,
  Constraint,
  type EntityId,
  type Ref,
  Searchable,
} from '../../../lib';
import { Secure, SecureMultiple } from '../../../lib/security';
import { IntegerColumn, KeyOf } from '../columns';

@AggregateRoot
@Table({ tableName: 'doctors' })
export class Doctor extends BaseDomain {
  @Searchable @Column declare name: string;
}

@Secure({ method: 'GET', permissions: ['nurse.get'] })
@AggregateRoot
@Table({ tableName: 'nurses' })
export class Nurse extends BaseDomain {
  @Column declare name: string;
}

/** Without permissions of its own: only the collection has some. */
@Table({ tableName: 'notes' })
export class Note extends BaseDomain {
  @Searchable @Column declare text: string;
  @Secure({ permissions: ['author.all'] }) @Column declare author: string;
  @KeyOf(() => Patient) declare patientId: EntityId;
}

/** Returns values with separate permissions: a reference, a field that a rule compares, an embedded collection. */
@SecureMultiple([
  { method: 'GET', permissions: ['patient.get'] },
  { method: 'POST', permissions: ['patient.post'] },
  { method: 'PUT', permissions: ['patient.put'] },
])
@Constraint(Joi.object({ weight: Joi.number().max(Joi.ref('maxWeight')) }))
@AggregateRoot
@Table({ tableName: 'patients' })
export class Patient extends BaseDomain {
  @Searchable @Column declare name: string;
  @Secure({ method: 'GET', permissions: ['weight.read'] }) @Max(500) @IntegerColumn declare weight: number | null;
  @IntegerColumn declare maxWeight: number | null;

  /** Required on create, and written with a permission. */
  @Secure({ method: 'POST', permissions: ['ward.write'] })
  @Column({ type: DataType.STRING(20), allowNull: false })
  declare ward: string;

  /** The doctor of a patient is secret, while doctors are not. */
  @Secure({ method: 'GET', permissions: ['doctor_id.read'] }) @KeyOf(() => Doctor) declare doctorId: EntityId;
  @BelongsTo(() => Doctor) declare doctor: Ref<Doctor>;

  @Secure({ method: 'GET', permissions: ['notes.get'] })
  @Secure({ method: 'POST', permissions: ['notes.post'] })
  @Collection({ embed: true })
  @HasMany(() => Note)
  declare notes: Note[];

  @Action({ value: 'hand_over' })
  handOver(nurse: Nurse): object {
    return { patient: this, nurse };
  }

  @Action({ value: 'last_note' })
  async lastNote(): Promise<Note | null> {
    return Note.findOne({ where: { patientId: this.id }, order: [['id', 'DESC']] });
  }

  /** Sets a value that the validator of the model rejects. */
  @Action({ value: 'fatten' })
  fatten(): void {
    this.weight = (this.weight ?? 0) + 1_000;
  }
}

export const WARD = [Doctor, Nurse, Note, Patient];
