import { Book, bookshelf, Chapter, Plate } from '../support/domain/bookshelf';
import { namedByHeader } from '../support/security/named-by-header';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

const served = useServed(bookshelf, { authenticators: [namedByHeader] });
const { create, request } = served;

const BATCH = 'application/vnd.koaggregate.batch+json';
const MISSING = 987_654;
let book: ApiResponse['body'];
let other: ApiResponse['body'];
let count = 0;

/** Messages by field, in the order of the response. */
const errorsOf = ({ status, body }: ApiResponse): unknown[] => [
  status,
  ...(body.field_errors ?? []).map(({ field, message }: Record<string, string>) => `${field} ${message}`),
];
const nothing = (key: number) => `refers to the Publisher ${key}, which does not exist`;
const put = (payload: object, headers?: Record<string, string>) =>
  request('PUT', `/books/${book.id}`, payload, headers);

beforeEach(async () => {
  count += 1;
  const chapters = [
    { title: 'a', position: 1, notes: [{ text: 'n' }] },
    { title: 'b', position: 2, notes: [{ text: 'm' }] },
  ];
  const plates = [{ code: `p${count}`, rank: count }];
  book = await create('/books', { title: 'One', isbn: `i${count}`, chapters, plates, cover: { width: 1 } });
  other = await create('/books', { title: 'Two', isbn: `o${count}`, chapters: [{ title: 'c' }] });
});

describe('One 422 of an update lists', () => {
  it('elements of another parent together with invalid values and with each other', async () => {
    const foreign = other.chapters[0].id;
    const [one] = book.chapters;

    const ids = await put({ id: book.id + 1, chapters: [{ id: foreign }] });
    const linked = await put({ labels: [{ id: MISSING }], chapters: [{ id: foreign }] });
    const moved = await put({ chapters: [{ id: one.id, book_id: other.id }, { id: foreign }] });

    const names = 'names no Chapter of this Book';
    expect(errorsOf(ids)).toEqual([422, 'id cannot be changed', `chapters[0].id ${names}`]);
    const label = 'labels[0].id names no Label that exists';
    expect(errorsOf(linked)).toEqual([422, label, `chapters[0].id ${names}`]);
    const stays = 'chapters[0].book_id cannot be changed: a child stays with its parent';
    expect(errorsOf(moved)).toEqual([422, stays, `chapters[1].id ${names}`]);
  });

  it('violations of all levels, in the order of the payload', async () => {
    const [one, two] = book.chapters;

    const rejected = await put({
      cover: { maker: 'x', publisher_id: MISSING },
      chapters: [
        { id: one.id, pages: 3, notes: [{ id: one.notes[0].id, publisher_id: MISSING }, { id: two.notes[0].id }] },
        { id: two.id, slug: 'x', notes: [{ text: 7 }, { text: 'x', chapter_id: one.id }] },
        { position: 2, publisher: { id: MISSING } },
      ],
      publisher_id: MISSING,
      title: 7,
    });

    expect(errorsOf(rejected)).toEqual([
      422,
      'cover.maker cannot be changed',
      `cover.publisher_id ${nothing(MISSING)}`,
      'chapters[0].pages must be even',
      `chapters[0].notes[0].publisher_id ${nothing(MISSING)}`,
      'chapters[0].notes[1].id names no Note of this Chapter',
      'chapters[1].slug cannot be changed',
      'chapters[1].notes[0].text must be text',
      'chapters[1].notes[1].chapter_id names another Chapter than the one that it is created in: leave it out',
      'chapters[2].position another Chapter has the same book_id and position',
      `chapters[2].publisher_id ${nothing(MISSING)}`,
      `publisher_id ${nothing(MISSING)}`,
      'title must be text',
    ]);
    expect(await Chapter.count({ where: { bookId: book.id } })).toBe(2);
  });

  it('what validators of two levels reject when the rows are written', async () => {
    const [one, two] = book.chapters;

    const rejected = await put({
      chapters: [
        { id: one.id, pages: 3 },
        { id: two.id, pages: 5, notes: [{ id: MISSING }] },
      ],
    });

    expect(errorsOf(rejected)).toEqual([
      422,
      'chapters[0].pages must be even',
      'chapters[1].pages must be even',
      'chapters[1].notes[0].id names no Note of this Chapter',
    ]);
  });

  it('join columns, and elements of replaced collections, with keys that clients choose', async () => {
    const taken = (await create('/books', { plates: [{ code: `t${count}`, rank: -count }] })).plates[0];
    const { id: label } = await create('/labels', { name: 'x' });

    const rejected = await put({
      labels: [{ id: label }, { name: 'new', reason: 7 }],
      plates: [
        { code: taken.code, rank: 1 },
        { code: `n${count}`, publisher_id: MISSING, rank: 3 },
        { code: `m${count}` },
      ],
    });

    expect(errorsOf(rejected)).toEqual([
      422,
      'labels[0].reason is required',
      'labels[1].reason must be text',
      'plates[0].code names no Plate of this Book',
      `plates[1].publisher_id ${nothing(MISSING)}`,
      'plates[2].code names no Plate of this Book',
      'plates[2].rank is required',
    ]);
    expect(await Plate.count({ where: { bookId: book.id } })).toBe(1);
  });

  it('expanded references: one to nothing once, and one that differs', async () => {
    const { id } = await create('/publishers', { house: 'red' });
    const publisher = { id: MISSING, house: 'x' };

    const rejected = await put({
      publisher,
      chapters: [{ publisher: { id, house: 'blue' } }, { publisher }],
      title: 7,
    });

    expect(errorsOf(rejected).sort()).toEqual([
      422,
      'chapters[0].publisher.house is not what is stored: send it as it was read, or leave it out',
      `chapters[1].publisher_id ${nothing(MISSING)}`,
      `publisher_id ${nothing(MISSING)}`,
      'title must be text',
    ]);
  });
});

describe('One 422 of a write on another route lists', () => {
  it('violations of a payload for several entities once', async () => {
    const payload = { created_at: '2020-01-01T00:00:00Z', publisher_id: MISSING, isbn: 'same' };

    const rejected = await request('PUT', `/books/${book.id},${other.id}`, payload);

    expect(errorsOf(rejected)).toEqual([
      422,
      'created_at cannot be changed',
      `publisher_id ${nothing(MISSING)}`,
      'isbn another element of the payload has the same isbn',
    ]);
  });

  it('violations of a child, of a single child, in a merge patch and in a replaced collection', async () => {
    const [one] = book.chapters;
    const [plate] = book.plates;
    const missing = [`publisher_id ${nothing(MISSING)}`];

    const child = await request('PUT', `/books/${book.id}/chapters/${one.id}`, { publisher_id: MISSING, pages: 3 });
    const single = await request('PUT', `/books/${book.id}/cover`, { maker: 'x', publisher_id: MISSING });
    const patch = await request(
      'PATCH',
      `/books/${book.id}`,
      { publisher_id: MISSING, cover: { width: 0 } },
      {
        'Content-Type': 'application/merge-patch+json',
      },
    );
    const replaced = await request('PUT', `/books/${book.id}/plates`, [
      { code: plate.code, rank: 'x' },
      { code: `q${count}`, rank: 9, publisher_id: MISSING },
    ]);

    expect(errorsOf(child)).toEqual([422, ...missing, 'pages must be even']);
    expect(errorsOf(single)).toEqual([422, 'maker cannot be changed', ...missing]);
    expect(errorsOf(patch)).toEqual([422, ...missing, expect.stringContaining('cover.width ')]);
    expect(errorsOf(replaced)).toEqual([422, expect.stringContaining('[0].rank must be'), `[1].${missing[0]}`]);
  });
});

describe('One 422 of a create lists', () => {
  it('links to nothing and missing references together with invalid values', async () => {
    const rejected = await request('POST', '/books', {
      title: 7,
      labels: [{ id: MISSING, reason: 'x' }],
      printer_id: MISSING,
    });

    expect(errorsOf(rejected)).toEqual([
      422,
      'title must be text',
      'labels[0].id names no Label that exists',
      `printer_id ${nothing(MISSING)}`,
    ]);
    expect(await Book.count({ where: { title: '7' } })).toBe(0);
  });

  it('violations of all elements of an array, with unique values that are taken or repeated', async () => {
    const rejected = await request('POST', '/books', [
      { isbn: book.isbn, chapters: [{ title: 'x', publisher_id: MISSING, book_id: other.id }] },
      { isbn: 'twice', cover: { width: 1, publisher_id: MISSING } },
      { isbn: 'twice', labels: [{ id: MISSING, reason: 'x' }] },
    ]);

    expect(errorsOf(rejected)).toEqual([
      422,
      '[0].isbn another Book has the same isbn',
      `[0].chapters[0].publisher_id ${nothing(MISSING)}`,
      '[0].chapters[0].book_id names another Book than the one that it is created in: leave it out',
      `[1].cover.publisher_id ${nothing(MISSING)}`,
      '[2].isbn another element of the payload has the same isbn',
      '[2].labels[0].id names no Label that exists',
    ]);
  });

  it("the parent's key, references and taken values below a parent", async () => {
    const path = `/books/${book.id}/chapters`;

    const rejected = await request('POST', path, [
      { book_id: other.id, publisher_id: MISSING },
      { position: 1, notes: [{ text: 'x', publisher_id: MISSING }] },
    ]);

    expect(errorsOf(rejected)).toEqual([
      422,
      '[0].book_id names another Book than the one that it is created in: leave it out',
      `[0].publisher_id ${nothing(MISSING)}`,
      '[1].position another Chapter has the same book_id and position',
      `[1].notes[0].publisher_id ${nothing(MISSING)}`,
    ]);
  });
});

describe('Violations that keep their own status when they are alone', () => {
  it('are references: one or several are 409 with all of them in the detail', async () => {
    const one = await put({ publisher_id: MISSING });
    const several = await put({
      publisher_id: MISSING,
      chapters: [{ publisher_id: MISSING + 1 }],
      printer_id: MISSING,
    });

    const sentence = (field: string, key = MISSING) => `${field} ${nothing(key)}.`;
    expect([one.status, one.body.detail]).toEqual([409, sentence('publisher_id')]);
    expect([several.status, several.body.detail]).toEqual([
      409,
      [sentence('publisher_id'), sentence('printer_id'), sentence('chapters[0].publisher_id', MISSING + 1)].join(' '),
    ]);
  });

  it('are unique values, which are 409 also when several are taken', async () => {
    const taken = await put({ isbn: other.isbn });
    const several = await request('POST', '/books', [{ isbn: book.isbn }, { isbn: other.isbn }]);

    expect([taken.status, taken.body.detail]).toEqual([409, 'Another entity has the same isbn.']);
    expect(several.status).toBe(409);
  });

  it('are listed in one 422 when both occur', async () => {
    const rejected = await put({ isbn: other.isbn, publisher_id: MISSING });

    expect(errorsOf(rejected)).toEqual([
      422,
      'isbn another Book has the same isbn',
      `publisher_id ${nothing(MISSING)}`,
    ]);
  });
});

describe('Arguments of an action', () => {
  it('that name no root come together, and with invalid ones', async () => {
    const { id: known } = await create('/publishers', {});
    const path = `/books/${book.id}/hand_over`;

    const mixed = await request('PUT', path, { from: { id: known }, to: { id: MISSING }, copies: 'x' });
    const missing = await request('PUT', path, { from: { id: MISSING + 1 }, to: { id: MISSING }, copies: 1 });
    const done = await request('PUT', path, { from: { id: known }, to: { id: known }, copies: 1 });

    expect(errorsOf(mixed)).toEqual([422, `to ${nothing(MISSING)}`, 'copies must be a number']);
    expect([missing.status, missing.body.detail]).toEqual([
      409,
      `to ${nothing(MISSING)}. from ${nothing(MISSING + 1)}.`,
    ]);
    expect([done.status, done.body]).toEqual([200, `${known} ${known} 1`]);
  });
});

describe('The comparison with the stored rows', () => {
  it('reports a hidden row as a missing one, and leaves a stored reference to it alone', async () => {
    const { id: hidden } = await create('/publishers', { house: 'blue' });
    await put({ printer_id: hidden });
    const red = { 'X-User': 'red' };

    const [outside, missing] = await Promise.all(
      [hidden, MISSING].map((key) => put({ publisher_id: key, slug: 1 }, red)),
    );
    const unchanged = await put({ printer_id: hidden, title: 7 }, red);

    const textOf = ({ body }: ApiResponse, key: number) =>
      JSON.stringify(body.field_errors).replaceAll(String(key), '?');
    expect(errorsOf(outside!)).toContain(`publisher_id ${nothing(hidden)}`);
    expect(textOf(outside!, hidden)).toBe(textOf(missing!, MISSING));
    expect(errorsOf(unchanged)).toEqual([422, 'title must be text']);
  });

  it('takes a number of statements that does not depend on the number of elements, and none after success', async () => {
    const [one] = book.chapters;
    const elements = (length: number) =>
      Array.from({ length }, (_, index) => ({ title: 'x', publisher_id: MISSING + index, position: 10 + index }));
    const rejected = (length: number) =>
      statementsOf(Book, () => put({ chapters: [{ id: one.id, pages: 3 }, ...elements(length)] }));

    const few = await rejected(2);
    const many = await rejected(90);

    expect(many.length).toBe(few.length);
  });

  it('goes on in a batch, in which each step has its own payload', async () => {
    const steps = [
      { op: 'update', path: '', value: { title: 'Three' } },
      {
        op: 'update',
        path: '',
        value: { title: 'Four', chapters: [{ id: book.chapters[0].id, book_id: other.id }, { id: MISSING }] },
      },
    ];

    const rejected = await request('PATCH', `/books/${book.id}`, { steps }, { 'Content-Type': BATCH });

    expect(errorsOf(rejected)).toEqual([
      422,
      'steps[1].value.chapters[0].book_id cannot be changed: a child stays with its parent',
      'steps[1].value.chapters[1].id names no Chapter of this Book',
    ]);
    expect((await Book.findById(book.id))!.title).toBe('One');
  });

  it('does not take what the write itself has changed for a violation, in a transaction that goes on', async () => {
    const [one] = book.chapters;
    const value = {
      updated_at: book.updated_at,
      title: 'Four',
      chapters: [
        { id: one.id, updated_at: one.updated_at, title: 'x' },
        { title: 'y', position: 8 },
      ],
      plates: [{ code: `new${count}`, rank: 1000 + count }],
      labels: [{ id: MISSING }],
    };
    const steps = [{ op: 'update', path: '', value }];

    const rejected = await request('PATCH', `/books/${book.id}`, { steps }, { 'Content-Type': BATCH });

    expect(errorsOf(rejected)).toEqual([422, 'steps[0].value.labels[0].id names no Label that exists']);
  });

  it('is in the preview as in the write', async () => {
    const payload = { title: 'Five', chapters: [{ id: other.chapters[0].id }], labels: [{ id: MISSING }] };

    const rejected = await put(payload);
    const { body } = await put(payload, { Prefer: 'preview' });

    expect(body.violations).toEqual(rejected.body.field_errors);
  });
});
