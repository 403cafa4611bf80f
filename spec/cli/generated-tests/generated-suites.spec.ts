import { press } from '../../support/domain/press';
import { runGeneratedSuite } from '../../support/run-generated-suite';

const otherRole = (role: string) => (role.includes('artist') ? '"role":"author"' : '"role":"artist"');

beforeAll(() => jest.spyOn(console, 'warn').mockImplementation());
afterAll(() => jest.restoreAllMocks());

describe('The generated suite of a many-to-many collection with required columns in its join table', () => {
  const places = ['/books/{book_id}/authors'];

  it('passes, and leaves out each required column once', async () => {
    const { titles, failures } = await runGeneratedSuite(press, { places });

    expect(failures).toEqual({});
    expect(titles).toContain('/books/{book_id}/authors POST without role returns 422 and creates nothing');
  }, 60_000);

  it('fails when the link gets another value', async () => {
    const { failures } = await runGeneratedSuite(press, {
      places,
      kinds: ['crud', 'bulk'],
      fault: ({ method, body }, send) =>
        send(method === 'POST' ? { body: String(body).replace(/"role":"[a-z]+"/g, otherRole) } : {}),
    });

    expect(Object.keys(failures)).toEqual([
      '/books/{book_id}/authors POST creates an entity with the values of the payload',
      '/books/{book_id}/authors POST of a list creates all entities in order',
    ]);
  }, 60_000);
});
