import { readFileSync } from 'node:fs';
import { Owner } from '../../samples/petclinic/src/domain/owner';
import { Pet } from '../../samples/petclinic/src/domain/pet';
import { PetType } from '../../samples/petclinic/src/domain/pet-type';
import { Specialty } from '../../samples/petclinic/src/domain/specialty';
import { Vet } from '../../samples/petclinic/src/domain/vet';
import { VetSpecialty } from '../../samples/petclinic/src/domain/vet-specialty';
import { Visit } from '../../samples/petclinic/src/domain/visit';
import { PetclinicApplication } from '../../samples/petclinic/src/petclinic-application';
import { documentedExchanges } from '../support/documented-exchanges';
import { type ServedSample, serveSample } from '../support/serve-sample';

const ada = { first_name: 'Ada', last_name: 'Bell', address: '4 Mill Lane', city: 'Madison', telephone: '0085550142' };
const nell = { name: 'Nell', birth_date: '2024-05-01', type_id: 2 };

// The tests share a server: one that times out would fail those after it.
jest.setTimeout(60_000);

let clinic: ServedSample;

beforeAll(async () => {
  clinic = await serveSample('petclinic', PetclinicApplication);
});
afterAll(() => clinic.stop());

describe('The demo data of samples/petclinic', () => {
  it('is loaded once: a second start adds nothing', async () => {
    const loaded = await counts();

    await clinic.restart();

    expect(loaded).toEqual({ owners: 10, pets: 13, visits: 4, vets: 6, specialties: 3, vetSpecialties: 5, types: 6 });
    expect(await counts()).toEqual(loaded);
  });
});

describe('docs/petclinic.md', () => {
  it('shows the actual response of each request', async () => {
    const exchanges = documentedExchanges(readFileSync('docs/petclinic.md', 'utf8'));

    expect(exchanges.length).toBeGreaterThan(10);
    for (const { response, ...request } of exchanges) {
      const real = await clinic.responseTo({ response, ...request });
      expect({ request, response: real }).toEqual({ request, response });
    }
  });
});

describe('Owners in samples/petclinic', () => {
  it('are created with pets and visits in one request', async () => {
    const visit = { date: '2026-11-20', description: 'first check' };

    const created = await clinic.request('POST', '/owners', { ...ada, pets: [{ ...nell, visits: [visit] }] });
    const [pet] = created.body.pets;
    const visits = await clinic.request('GET', `${created.headers.get('Location')}/pets/${pet.id}/visits`);

    expect(created).toMatchObject({ status: 201, body: ada });
    expect(pet).toMatchObject({ ...nell, owner_id: created.body.id });
    expect(visits.body).toMatchObject([{ ...visit, pet_id: pet.id }]);
  });

  it('are the only way to reach their pets', async () => {
    expect((await clinic.request('GET', '/owners/4/pets/5')).body).toMatchObject({ name: 'Iggy' });
    expect((await clinic.request('GET', '/owners/1/pets/5')).status).toBe(404);
    expect((await clinic.request('PUT', '/owners/1/pets/5', { name: 'Stolen' })).status).toBe(404);
    expect((await clinic.request('GET', '/pets/5')).status).toBe(404);
  });

  it('are deleted with their pets and visits', async () => {
    const pets = [{ ...nell, visits: [{ date: '2026-11-20', description: 'first check' }] }];
    const { body } = await clinic.request('POST', '/owners', { ...ada, pets });
    const [{ id, visits }] = body.pets;

    const { status } = await clinic.request('DELETE', `/owners/${body.id}`);

    expect(status).toBe(204);
    expect([await Pet.findById(id), await Visit.findById(visits[0].id)]).toEqual([null, null]);
  });

  it('are restored with their pets and visits, except visits deleted earlier', async () => {
    const cancelled = { date: '2026-11-20', description: 'cancelled' };
    const pets = [{ ...nell, visits: [cancelled, { date: '2026-11-21', description: 'kept', length: 'PT20M' }] }];
    const { body } = await clinic.request('POST', '/owners', { ...ada, pets });
    const [{ id, visits }] = body.pets;
    const path = `/owners/${body.id}/pets/${id}/visits`;
    await clinic.request('DELETE', `${path}/${visits[0].id}`);
    await clinic.request('DELETE', `/owners/${body.id}`);

    const restored = await clinic.request('PUT', `/owners/${body.id}/restore`);

    expect(restored).toMatchObject({ status: 200, body: ada });
    expect((await clinic.request('GET', path)).body).toMatchObject([{ description: 'kept', length: 'PT20M' }]);
    expect((await clinic.request('GET', `${path}?deleted=only`)).body).toMatchObject([cancelled]);
  });

  it('accept a pet born today and a visit in the future', async () => {
    const pet = await clinic.request('POST', '/owners/2/pets', { ...nell, birth_date: dayFromNow(0) });
    const visit = { date: '2999-01-01', description: 'check up' };

    expect(pet.status).toBe(201);
    expect((await clinic.request('POST', `/owners/2/pets/${pet.body.id}/visits`, visit)).status).toBe(201);
  });

  it('keep leading zeros of their telephone numbers', async () => {
    const { headers } = await clinic.request('POST', '/owners', ada);

    const { body } = await clinic.request('GET', headers.get('Location')!);

    expect(body.telephone).toBe('0085550142');
  });
});

describe('samples/petclinic', () => {
  it.each([
    ['a telephone number with dashes', '/owners', { ...ada, telephone: '608-555' }, 'telephone'],
    ['a telephone number of eleven digits', '/owners', { ...ada, telephone: '60855501420' }, 'telephone'],
    ['an empty telephone number', '/owners', { ...ada, telephone: '' }, 'telephone'],
    ['an owner with a blank name', '/owners', { ...ada, last_name: '  ' }, 'last_name'],
    ['an owner without a city', '/owners', { ...ada, city: '' }, 'city'],
    ['a pet without a name', '/owners/1/pets', { ...nell, name: '' }, 'name'],
    ['a pet born tomorrow', '/owners/1/pets', { ...nell, birth_date: tomorrow() }, 'birth_date'],
    [
      'a nested pet born in the future',
      '/owners',
      { ...ada, pets: [{ ...nell, birth_date: '2999-01-01' }] },
      'pets[0].birth_date',
    ],
    [
      'a visit without a description',
      '/owners/6/pets/7/visits',
      { date: '2026-11-20', description: '' },
      'description',
    ],
    ['a vet without a first name', '/vets', { first_name: '', last_name: 'Bell' }, 'first_name'],
  ])('rejects %s with 422 and stores nothing', async (_, path, content, field) => {
    const before = await counts();

    const { status, body } = await clinic.request('POST', path, content);

    expect(status).toBe(422);
    expect(body.field_errors).toEqual([expect.objectContaining({ field })]);
    expect(await counts()).toEqual(before);
  });

  it('rejects deleting a used type, duplicate names and unknown references with 409', async () => {
    expect((await clinic.request('DELETE', '/pet_types/1')).status).toBe(409);
    expect((await clinic.request('POST', '/pet_types', { name: 'cat' })).status).toBe(409);
    expect((await clinic.request('POST', '/specialties', { name: 'surgery' })).status).toBe(409);
    expect((await clinic.request('POST', '/owners/1/pets', { ...nell, type_id: 9999 })).status).toBe(409);
  });
});

describe('Vets and specialties in samples/petclinic', () => {
  it('are linked from either side, and unlinked without being deleted', async () => {
    const created = await clinic.request('POST', '/vets', {
      first_name: 'Ida',
      last_name: 'North',
      specialties: [{ id: 3 }, { name: 'oncology' }],
    });
    const { id, specialties } = created.body;

    expect(specialties).toMatchObject([{ id: 3, name: 'dentistry' }, { name: 'oncology' }]);
    const vets = await clinic.request('GET', `/specialties/${specialties[1].id}/vets`);
    expect(vets.body).toMatchObject([{ id, last_name: 'North' }]);

    expect((await clinic.request('DELETE', `/specialties/3/vets/${id}`)).status).toBe(204);
    expect((await clinic.request('GET', `/vets/${id}/specialties`)).body).toMatchObject([{ name: 'oncology' }]);
    expect(await Specialty.findById(3)).not.toBeNull();
  });

  it('are searched and sorted by a column of the join table', async () => {
    const names = async (query: string) => {
      const { body } = await clinic.request('GET', `/specialties/2/vets?${query}`);
      return body.map(({ name }: { name: string }) => name);
    };

    expect(await names('since[lt]=2009-01-01')).toEqual(['Linda Douglas']);
    expect(await names('sort=-since&since[gte]=2000-01-01')).toEqual(['Rafael Ortega', 'Linda Douglas']);
  });
});

async function counts(): Promise<Record<string, number>> {
  const people = { owners: await Owner.count(), pets: await Pet.count(), visits: await Visit.count() };
  const staff = { vets: await Vet.count(), specialties: await Specialty.count() };
  return { ...people, ...staff, vetSpecialties: await VetSpecialty.count(), types: await PetType.count() };
}

function tomorrow(): string {
  return dayFromNow(1);
}

function dayFromNow(days: number): string {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toLocaleDateString('sv-SE');
}
