import { BelongsToMany, Is, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, EntityKey } from '../../../lib';
import { RequiredString } from '../../support/columns';
import { inspectedDocument } from '../../support/inspected-document';

@AggregateRoot
@Table
class Drug extends BaseDomain {
  @BelongsToMany(() => Patient, 'drug_patients', 'drugId', 'patientId') declare patients: Patient[];
}

@AggregateRoot
@Table
class Patient extends BaseDomain {
  @EntityKey @Is(/^P-\d{4}$/) @Unique @RequiredString(6) declare file: string;
}

@AggregateRoot
@Table
class Clinic extends BaseDomain {
  @BelongsToMany(() => Drug, 'clinic_drugs', 'clinicId', 'drugId') declare drugs: Drug[];
}

describe('The schema of an entity that is linked', () => {
  it('has its key as example', async () => {
    const { components } = await inspectedDocument([Clinic, Drug, Patient]);

    expect(components.schemas!.DrugLink.examples).toEqual([{ id: 1 }]);
  });

  it('has no example if no known text matches the pattern of the key', async () => {
    const { components } = await inspectedDocument([Drug, Patient]);

    expect(components.schemas!.PatientLink).toMatchObject({ required: ['file'] });
    expect(components.schemas!.PatientLink).not.toHaveProperty('examples');
  });
});
