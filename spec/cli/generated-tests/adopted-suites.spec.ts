import { CLINICS } from '../../support/domain/clinics';
import { HOSPITAL } from '../../support/domain/hospital';
import { type Fault, runGeneratedSuite } from '../../support/run-generated-suite';

beforeAll(() => {
  jest.spyOn(console, 'warn').mockImplementation();
  jest.spyOn(console, 'info').mockImplementation();
});
afterAll(() => jest.restoreAllMocks());

/** The kinds whose tests depend on what else is stored, and in which order. */
const LISTING = ['crud', 'bulk', 'search', 'paging', 'model'];

describe('The generated suites of classes that require each other', () => {
  it('pass, although the parents of each entity need one of its class', async () => {
    const { titles, failures } = await runGeneratedSuite(HOSPITAL, { places: ['/stores', '/staff'], kinds: LISTING });

    expect(failures).toEqual({});
    expect(titles).toContain('/stores DELETE removes the entity with the given key');
    expect(titles).toContain('/staff GET ?page=…&per_page=2 returns one page and the total');
  }, 120_000);
});

describe('The generated suite of a class with texts as keys', () => {
  it('passes, since it expects the order of the database', async () => {
    const kinds = LISTING.filter((kind) => kind !== 'model');

    expect((await runGeneratedSuite(HOSPITAL, { places: ['/drugs'], kinds })).failures).toEqual({});
  }, 120_000);
});

describe('The generated suites of a class with scopes that compare foreign keys', () => {
  it('pass, since the entities that they refer to are stored with the keys of the client', async () => {
    const { titles, failures } = await runGeneratedSuite(CLINICS);

    expect(failures).toEqual({});
    for (const title of [
      'GET lists only entities in the scope of the client',
      'requests for an entity outside the scope of the client return 404 and change nothing',
      'POST of an entity outside the scope of the client returns 403 and creates nothing',
      'PUT that moves an entity out of the scope of the client returns 403 and changes nothing',
    ]) {
      expect(titles).toContain(`/appointments ${title}`);
    }
    expect(titles).toContain('/clinics GET lists all entities');
  }, 120_000);

  it('find a list that has entities of other clinics', async () => {
    const withoutScope: Fault = async (request, send) => {
      const response = await send();
      const isList = request.method === 'GET' && request.path === '/appointments';
      return isList ? Response.json([...((await response.json()) as object[]), { id: 0 }]) : response;
    };
    const { failures } = await runGeneratedSuite(CLINICS, { kinds: ['scopes'], fault: withoutScope });

    expect(Object.keys(failures)).toEqual(['/appointments GET lists only entities in the scope of the client']);
  }, 120_000);
});
