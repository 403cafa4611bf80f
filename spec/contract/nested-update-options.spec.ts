import { Book, library, Note, Reader, Shelf } from '../support/domain/library';
import { errorFieldsOf } from '../support/response-parts';
import { useServed } from '../support/serve-shop';
import { unusedCode } from '../support/unused-code';

const served = useServed(library);
const { request } = served;

describe('PUT with nested children of any collection', () => {
  it('finds a child by its entity key', async () => {
    const isbn = unusedCode();
    const { body: shelf } = await request('POST', '/shelves', { name: 'A', books: [{ isbn, title: 'Emma' }] });

    const { status, body } = await request('PUT', `/shelves/${shelf.id}`, {
      books: [{ isbn, title: 'Persuasion', rank: null, chapters: [{ title: 'one' }] }],
    });

    expect(status).toBe(200);
    expect(body.books).toEqual([expect.objectContaining({ isbn, title: 'Persuasion' })]);
    expect(body.books[0].chapters).toHaveLength(1);
  });

  it('rejects changes of a read-only field, and creates a child for an unused client-chosen key', async () => {
    const isbn = unusedCode();
    const { body: shelf } = await request('POST', '/shelves', { name: 'A', books: [{ isbn, title: 'Emma' }] });
    const path = `/shelves/${shelf.id}`;

    const rank = await request('PUT', path, { books: [{ isbn, rank: 1 }] });
    const unknown = await request('PUT', path, { books: [{ isbn: unusedCode(), title: 'Emma' }] });

    expect(rank.body.field_errors).toEqual([
      { field: 'books[0].rank', message: 'cannot be changed', invalid_value: 1 },
    ]);
    expect(unknown.status).toBe(200);
    expect(await Book.count({ where: { shelfId: shelf.id } })).toBe(2);
  });

  it('does not return a collection with read: false that the payload contains', async () => {
    const isbn = unusedCode();
    const notes = [{ text: 'private' }];
    const { body: shelf } = await request('POST', '/shelves', { name: 'A', books: [{ isbn, title: 'Emma', notes }] });

    const { status, body } = await request('PUT', `/shelves/${shelf.id}`, {
      books: [{ isbn, notes: [{ text: 'another' }] }],
    });

    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/private|another|notes/);
    expect(await Note.count({ where: { bookId: (await Book.first({ isbn }))!.id } })).toBe(2);
  });

  it('updates below an entity that it links, while a POST, which only links, rejects nested elements', async () => {
    const { body: ann } = await request('POST', '/readers', { name: 'Ann' });
    const { body: bob } = await request('POST', '/readers', { name: 'Bob' });
    const friend = { id: bob.id, loans: [{ isbn: 'x' }] };

    const rejected = await request('POST', `/readers/${ann.id}/friends`, friend);
    const before = (await Reader.findById(bob.id))!.version;
    const { status, body } = await request('PUT', `/readers/${ann.id}`, { friends: [friend] });

    expect(errorFieldsOf(rejected)).toEqual(['loans']);
    expect(status).toBe(200);
    expect(body.friends).toEqual([{ ...bob, loans: [expect.objectContaining({ isbn: 'x' })] }]);
    expect((await Reader.findById(bob.id))!.version).toBe(before + 1);
  });

  it('rejects a collection with nested: false, as POST does', async () => {
    const { body: shelf } = await request('POST', '/shelves', { name: 'A' });
    const lamps = [{ watts: 40 }];
    const message = 'cannot be written with its parent: use the routes of the collection';

    for (const rejected of [
      await request('PUT', `/shelves/${shelf.id}`, { lamps }),
      await request('POST', '/shelves', { name: 'B', lamps }),
    ]) {
      expect(rejected.status).toBe(422);
      expect(rejected.body.field_errors).toEqual([{ field: 'lamps', message }]);
    }
    expect(await Shelf.exists({ name: 'B' })).toBe(false);
  });
});
