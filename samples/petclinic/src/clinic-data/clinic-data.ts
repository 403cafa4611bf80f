import type { Plugin } from 'koaggregate';
import { Owner } from '../domain/owner';
import { Pet } from '../domain/pet';
import { PetType } from '../domain/pet-type';
import { Specialty } from '../domain/specialty';
import { Vet } from '../domain/vet';
import { VetSpecialty } from '../domain/vet-specialty';
import { Visit } from '../domain/visit';
import { CLINIC_ROWS } from './clinic-rows';

/** Fills an empty clinic with its well-known data, in one transaction. */
export class ClinicData implements Plugin {
  async init(): Promise<void> {
    await PetType.unitOfWork(async () => {
      if (!(await PetType.exists())) await insertClinic();
    });
  }

  destroy(): void {
    // The data stays.
  }
}

/** Inserts referenced rows first, because of the foreign keys. */
async function insertClinic(): Promise<void> {
  const { petTypes, specialties, vets, vetSpecialties, owners, pets, visits } = CLINIC_ROWS;
  await PetType.bulkCreate(petTypes);
  await Specialty.bulkCreate(specialties);
  await Vet.bulkCreate(vets);
  await VetSpecialty.bulkCreate(vetSpecialties);
  await Owner.bulkCreate(owners);
  await Pet.bulkCreate(pets);
  await Visit.bulkCreate(visits);
}
