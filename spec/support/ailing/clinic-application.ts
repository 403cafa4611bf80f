import { AfterFind, BelongsTo, Column, DataType, Default, HasMany, IsEmail, Table } from 'sequelize-typescript';
import { AggregateRoot, Collection, ReadOnly, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { Application, Resource } from '../../../lib/rest';
import { Secure } from '../../../lib/security';
import { KeyOf, RequiredString, StringColumn } from '../columns';

/** One aggregate with an example of everything that `koaggregate doctor` reports. */

@Table({ tableName: 'notes' })
class Note extends BaseDomain {
  @Searchable @StringColumn(20) declare kind: string | null;
  @ReadOnly @RequiredString(20) declare author: string;
  @ReadOnly @Default('open') @RequiredString(20) declare state: string;
  @Searchable @Column(DataType.ENUM('low', 'high')) declare urgency: string | null;
  @Searchable({ fullText: true }) @Column(DataType.TEXT) declare text: string | null;
  @KeyOf(() => Patient) declare patientId: EntityId | null;
  @BelongsTo(() => Patient, { onDelete: 'SET NULL' }) declare patient: Ref<Patient>;
}

@Secure({ method: 'POST', permissions: ['patients.create'] })
@AggregateRoot
@Table({ tableName: 'patients' })
class Patient extends BaseDomain {
  @IsEmail @StringColumn(80) declare email: string | null;

  @Column(DataType.STRING(80)) declare name: string;

  @Searchable @Column(DataType.TEXT) declare history: string | null;
  @HasMany(() => Note) declare notes: Note[];
  @Collection({ create: false, update: false }) @HasMany(() => Note, 'patientId') declare archive: Note[];

  @AfterFind
  static see(): void {}
}

@Resource(Patient)
class PatientResource {
  deletePatientNote(): void {}
}

export class ClinicApplication extends Application {
  constructor(options: object) {
    super({
      ...options,
      domain: [Patient, Note],
      resources: [PatientResource],
      authenticators: [{ challenge: 'None', authenticate: () => undefined }],
    });
  }
}
