/** In seconds, like the length of a visit. */
const MINUTE = 60;

/** The well-known rows of the clinic; an id is the position of the row, counted from 1. */
export const CLINIC_ROWS = {
  petTypes: withIds([
    { name: 'cat' },
    { name: 'dog' },
    { name: 'lizard' },
    { name: 'snake' },
    { name: 'bird' },
    { name: 'hamster' },
  ]),
  specialties: withIds([{ name: 'radiology' }, { name: 'surgery' }, { name: 'dentistry' }]),
  vets: withIds([
    { firstName: 'James', lastName: 'Carter' },
    { firstName: 'Helen', lastName: 'Leary' },
    { firstName: 'Linda', lastName: 'Douglas' },
    { firstName: 'Rafael', lastName: 'Ortega' },
    { firstName: 'Henry', lastName: 'Stevens' },
    { firstName: 'Sharon', lastName: 'Jenkins' },
  ]),
  vetSpecialties: [
    { vetId: 2, specialtyId: 1, since: '2008-05-01' },
    { vetId: 3, specialtyId: 2, since: '2005-09-15' },
    { vetId: 3, specialtyId: 3, since: '2011-02-01' },
    { vetId: 4, specialtyId: 2, since: '2009-11-30' },
    { vetId: 5, specialtyId: 1 },
  ],
  owners: withIds([
    owner('George Franklin', '110 W. Liberty St.', 'Madison', '6085551023'),
    owner('Betty Davis', '638 Cardinal Ave.', 'Sun Prairie', '6085551749'),
    owner('Eduardo Rodriquez', '2693 Commerce St.', 'McFarland', '6085558763'),
    owner('Harold Davis', '563 Friendly St.', 'Windsor', '6085553198'),
    owner('Peter McTavish', '2387 S. Fair Way', 'Madison', '6085552765'),
    owner('Jean Coleman', '105 N. Lake St.', 'Monona', '6085552654'),
    owner('Jeff Black', '1450 Oak Blvd.', 'Monona', '6085555387'),
    owner('Maria Escobito', '345 Maple St.', 'Madison', '6085557683'),
    owner('David Schroeder', '2749 Blackhawk Trail', 'Madison', '6085559435'),
    owner('Carlos Estaban', '2335 Independence La.', 'Waunakee', '6085555487'),
  ]),
  pets: withIds([
    { name: 'Leo', birthDate: '2010-09-07', typeId: 1, ownerId: 1 },
    { name: 'Basil', birthDate: '2012-08-06', typeId: 6, ownerId: 2 },
    { name: 'Rosy', birthDate: '2011-04-17', typeId: 2, ownerId: 3 },
    { name: 'Jewel', birthDate: '2010-03-07', typeId: 2, ownerId: 3 },
    { name: 'Iggy', birthDate: '2010-11-30', typeId: 3, ownerId: 4 },
    { name: 'George', birthDate: '2010-01-20', typeId: 4, ownerId: 5 },
    { name: 'Samantha', birthDate: '2012-09-04', typeId: 1, ownerId: 6 },
    { name: 'Max', birthDate: '2012-09-04', typeId: 1, ownerId: 6 },
    { name: 'Lucky', birthDate: '2011-08-06', typeId: 5, ownerId: 7 },
    { name: 'Mulligan', birthDate: '2007-02-24', typeId: 2, ownerId: 8 },
    { name: 'Freddy', birthDate: '2010-03-09', typeId: 5, ownerId: 9 },
    { name: 'Lucky', birthDate: '2010-06-24', typeId: 2, ownerId: 10 },
    { name: 'Sly', birthDate: '2012-06-08', typeId: 1, ownerId: 10 },
  ]),
  visits: withIds([
    { petId: 7, date: '2013-01-01', description: 'rabies shot', length: 15 * MINUTE },
    { petId: 8, date: '2013-01-02', description: 'rabies shot', length: 15 * MINUTE },
    { petId: 8, date: '2013-01-03', description: 'neutered', length: 60 * MINUTE },
    { petId: 7, date: '2013-01-04', description: 'spayed', length: 90 * MINUTE },
  ]),
};

function owner(name: string, address: string, city: string, telephone: string) {
  const [firstName, lastName] = name.split(' ') as [string, string];
  return { firstName, lastName, address, city, telephone };
}

function withIds<T extends object>(rows: readonly T[]): (T & { readonly id: number })[] {
  return rows.map((row, index) => ({ id: index + 1, ...row }));
}
