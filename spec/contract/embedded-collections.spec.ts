import { Book, library, Note } from '../support/domain/library';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';
import { unusedCode } from '../support/unused-code';

const get = (path: string): Promise<ApiResponse> => request('GET', path);

const served = useServed(library);
const { request } = served;

const book = () => ({ isbn: unusedCode(), title: 'Emma', chapters: [{ title: 'one', pages: 3 }] });

describe('@Collection({ embed: true })', () => {
  it('is in every default response, at each level', async () => {
    const created = await request('POST', '/shelves', { name: 'A', books: [book(), book()] });

    const shown = await get(`/shelves/${created.body.id}`);

    expect(shown.body).toEqual(created.body);
    expect(shown.body.books[0].chapters).toEqual([expect.objectContaining({ title: 'ONE', pages: 3 })]);
    expect((await get('/shelves')).body).toContainEqual(shown.body);
    expect((await get(`/shelves/${shown.body.id}/books`)).body).toEqual(shown.body.books);
  });

  it('is empty in the response to a create without children, and returned by an update', async () => {
    const { body: empty } = await request('POST', '/shelves', { name: 'A' });
    const { body: full } = await request('POST', '/shelves', { name: 'A', books: [book()] });

    const updated = await request('PUT', `/shelves/${full.id}`, { name: 'B' });

    expect(empty.books).toEqual([]);
    expect(updated.body).toMatchObject({ name: 'B', books: full.books });
  });

  it('can be excluded, and then is not loaded', async () => {
    const { body: shelf } = await request('POST', '/shelves', { name: 'A', books: [book()] });
    let response: ApiResponse | undefined;

    const statements = await statementsOf(Book, async () => {
      response = await get(`/shelves/${shelf.id}?exclude=books`);
    });

    expect(response!.body).not.toHaveProperty('books');
    expect(statements).toHaveLength(1);
    expect((await get(`/shelves/${shelf.id}?exclude=books.chapters`)).body.books[0]).not.toHaveProperty('chapters');
    expect((await get(`/shelves/${shelf.id}?include=name`)).body).toEqual({ name: 'A' });
  });
});

describe('The selection of a library', () => {
  it('follows a many-to-many self-association once', async () => {
    const { body: ann } = await request('POST', '/readers', {
      name: 'Ann',
      friends: [{ name: 'Bob' }, { name: 'Cy' }],
    });
    const [bob] = ann.friends;
    await request('POST', `/readers/${bob.id}/friends`, { id: ann.id });

    const { body } = await get(`/readers/${ann.id},${bob.id}?include=name,friends.name`);

    expect(body).toEqual([
      { name: 'Ann', friends: [{ name: 'Bob' }, { name: 'Cy' }] },
      { name: 'Bob', friends: [{ name: 'Ann' }] },
    ]);
    expect((await get(`/readers/${ann.id}?include=friends.friends.name`)).status).toBe(400);
  });

  it('does not contain an entity without a read route by a reference to it', async () => {
    const { body: shelf } = await request('POST', '/shelves', { name: 'A', books: [book()] });

    const { status, body } = await get(`/shelves/${shelf.id}?expand=books.vendor`);

    expect(status).toBe(400);
    expect(body.detail).toContain('Known associations of books: chapters.');
  });

  it('rejects a hidden collection, or one with read: false, as an unknown name', async () => {
    const { body: shelf } = await request('POST', '/shelves', { name: 'A', books: [book()] });
    await new Note({ text: 'private', bookId: (await Book.first({ isbn: shelf.books[0].isbn }))!.id }).persist();

    for (const name of ['books.notes', 'books.secrets']) {
      const { status, body } = await get(`/shelves/${shelf.id}?expand=${name}`);
      expect(status).toBe(400);
      expect(body.detail).toContain('Known associations of books: chapters.');
    }
  });

  it('contains each class once on a path, so that no response grows without end', async () => {
    const { body: shelf } = await request('POST', '/shelves', { name: 'A', books: [book()] });
    const path = `/shelves/${shelf.id}/books/${shelf.books[0].isbn}`;

    expect((await get(`${path}?include=isbn,shelf.name`)).body).toEqual({
      isbn: shelf.books[0].isbn,
      shelf: { name: 'A' },
    });
    expect((await get(`${path}?include=shelf.books.isbn`)).status).toBe(400);
    expect((await get(`/shelves/${shelf.id}?include=books.shelf.name`)).status).toBe(400);
  });

  it('calls a getter with all columns that it may read', async () => {
    const { body: shelf } = await request('POST', '/shelves', { name: 'A', books: [book()] });

    const { body } = await get(`/shelves/${shelf.id}?include=books.chapters.title`);

    expect(body).toEqual({ books: [{ chapters: [{ title: 'ONE' }] }] });
  });
});
