import { HOSPITAL } from '../../support/domain/hospital';
import { runGeneratedSuite } from '../../support/run-generated-suite';

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
