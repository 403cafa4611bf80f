import 'reflect-metadata';
import { BelongsTo, Column, DataType, HasMany, PrimaryKey, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId, type Ref, Searchable } from '../../../lib';
import { Scope } from '../../../lib/security';
import { RequiredKeyOf, RequiredString } from '../columns';

/** Models whose scopes compare foreign keys. */

@AggregateRoot
@Table({ tableName: 'clinics' })
export class Clinic extends BaseDomain {
  @RequiredString(40) declare name: string;
}

/** Its key is a text that is given. */
@AggregateRoot
@Table({ tableName: 'clinicians' })
export class Clinician extends BaseDomain {
  @PrimaryKey @Column(DataType.STRING(20)) declare id: string;
  @RequiredString(40) declare name: string;
}

@Scope((principal) => principal !== undefined && { clinic_id: principal.claims.clinic as number })
@Scope((principal) => principal !== undefined && { clinician_id: principal.name })
@AggregateRoot
@Table({ tableName: 'appointments' })
export class Appointment extends BaseDomain {
  @Searchable @RequiredString(40) declare reason: string;
  @RequiredKeyOf(() => Clinic) declare clinicId: EntityId;
  @BelongsTo(() => Clinic) declare clinic: Ref<Clinic>;
  @RequiredKeyOf(() => Clinician, DataType.STRING(20)) declare clinicianId: string;
  @BelongsTo(() => Clinician) declare clinician: Ref<Clinician>;
  @HasMany(() => AppointmentNote) declare notes: AppointmentNote[];
}

@Table({ tableName: 'appointment_notes' })
export class AppointmentNote extends BaseDomain {
  @RequiredString(40) declare text: string;
  @RequiredKeyOf(() => Appointment) declare appointmentId: EntityId;
}

/** Requires an appointment in the scope. */
@AggregateRoot
@Table({ tableName: 'bills' })
export class Bill extends BaseDomain {
  @RequiredString(40) declare title: string;
  @RequiredKeyOf(() => Appointment) declare appointmentId: EntityId;
  @BelongsTo(() => Appointment) declare appointment: Ref<Appointment>;
}

export const CLINICS = [Clinic, Clinician, Appointment, AppointmentNote, Bill];
