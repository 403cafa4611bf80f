import { BelongsToMany, Model, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain } from '../../lib';
import { PrimaryKeyOf, RequiredString, StringColumn } from '../support/columns';
import { Book, BookAuthor, BookShop, press } from '../support/domain/press';
import { errorFieldsOf } from '../support/response-parts';
import { serve, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

const versionOf = async (id: number) => (await Book.findById(id))!.version;

let ann: number;
let bob: number;
let book: number;
let path: string;

const served = useServed(press);
const { create, read, request } = served;

beforeEach(async () => {
  ann = (await create('/authors', { name: 'Ann' })).id;
  bob = (await create('/authors', { name: 'Bob' })).id;
  const authors = [{ id: ann, role: 'author', sort_position: 1, share: 60 }];
  book = (await create('/books', { title: 'Sea', authors })).id;
  path = `/books/${book}/authors`;
});

describe('A many-to-many collection with columns in its join table', () => {
  it('returns them as fields of its elements, in lists, by key, expanded and from the other side', async () => {
    const linked = { id: ann, name: 'Ann', role: 'author', sort_position: 1, share: '60.00', state: 'open' };
    const [shown] = await read(path);

    expect(shown).toMatchObject(linked);
    expect(Object.keys(shown).sort()).toEqual([...Object.keys(linked), 'created_at', 'updated_at'].sort());
    expect(await read(`${path}/${ann}`)).toEqual(shown);
    expect((await read(`/books/${book}?expand=authors`)).authors).toEqual([shown]);
    expect(await read(`${path}?page=1`)).toMatchObject({ total: 1, data: [shown] });
    expect(await read(`/authors/${ann}/books`)).toMatchObject([{ title: 'Sea', role: 'author' }]);
    expect(await read(`/authors/${ann}`)).not.toHaveProperty('role');
  });

  it('accepts them for links and creates, and changes them by a POST of a linked element', async () => {
    const version = await versionOf(book);
    expect(await create(path, { id: bob, role: 'artist' })).toMatchObject({ id: bob, name: 'Bob', role: 'artist' });
    expect(await create(path, { name: 'Cid', role: 'translator', share: '1.50' })).toMatchObject({ share: '1.50' });
    expect(await create(path, { id: bob, role: 'author' })).toMatchObject({ role: 'author', sort_position: null });
    expect(await versionOf(book)).toBe(version + 3);
    expect(await create(path, { id: bob, role: 'author' })).toMatchObject({ role: 'author' });
    expect(await versionOf(book)).toBe(version + 3);
  });

  it('accepts them in a PUT of an element and of the root, also as they were read', async () => {
    const before = await read(`/books/${book}?expand=authors`);
    const version = await versionOf(book);

    expect(await request('PUT', `/books/${book}`, before)).toMatchObject({ status: 200, body: before });
    expect(await request('PUT', `${path}/${ann}`, before.authors[0])).toMatchObject({ status: 200 });
    expect(await versionOf(book)).toBe(version);
    expect(await request('PUT', `${path}/${ann}`, { share: null, name: 'Anna' })).toMatchObject({
      status: 200,
      body: { name: 'Anna', role: 'author', share: null },
    });
    expect(await versionOf(book)).toBe(version + 1);
    const authors = [
      { id: ann, sort_position: 2 },
      { id: bob, role: 'artist' },
    ];
    expect(await request('PUT', `/books/${book}`, { authors })).toMatchObject({
      body: {
        authors: [
          { name: 'Anna', sort_position: 2 },
          { name: 'Bob', role: 'artist' },
        ],
      },
    });
  });

  it('reports missing and rejected columns of a link with their paths', async () => {
    const link = await request('POST', path, { id: bob });
    const fresh = await request('POST', path, { name: 'Dan' });
    const nested = await request('PUT', `/books/${book}`, { authors: [{ id: ann }, { id: bob, sort_position: 3 }] });
    const wrong = await request('POST', path, { id: bob, role: 'author', sort_position: 0, share: 'much' });
    const fixed = await request('PUT', `${path}/${ann}`, { state: 'paid' });
    const hidden = await request('PUT', `${path}/${ann}`, { contract_number: 'X' });
    const unknown = await request('PUT', `/authors/${ann}`, { role: 'artist' });

    expect([link, fresh, nested].map(errorFieldsOf)).toEqual([['role'], ['role'], ['authors[1].role']]);
    expect(errorFieldsOf(wrong).sort()).toEqual(['share', 'sort_position']);
    expect([fixed, hidden, unknown].map(errorFieldsOf)).toEqual([['state'], ['contract_number'], ['role']]);
    expect([link, fresh, nested, wrong, fixed, hidden, unknown].map(({ status }) => status)).toEqual(
      Array(7).fill(422),
    );
    expect(await BookAuthor.count({ where: { bookId: book } })).toBe(1);
  });

  it('runs the validators of the join model', async () => {
    expect((await request('POST', path, { id: bob, role: 'cook' })).status).toBe(422);
    expect((await request('PUT', `${path}/${ann}`, { role: 'cook' })).status).toBe(422);
    expect((await request('PUT', `/books/${book}`, { authors: [{ id: ann, role: 'cook' }] })).status).toBe(422);
    expect(await read(`${path}/${ann}`)).toMatchObject({ role: 'author' });
  });
});

describe('The columns of a join table', () => {
  it('filter and sort the list, and filter the root', async () => {
    await create(path, [
      { id: bob, role: 'artist', sort_position: 3 },
      { name: 'Cid', role: 'artist', sort_position: 2 },
    ]);
    const names = async (query: string) => (await read(`${path}?${query}`)).map(({ name }: { name: string }) => name);

    expect(await names('role=artist')).toEqual(['Bob', 'Cid']);
    expect(await names('sort=-sort_position')).toEqual(['Bob', 'Cid', 'Ann']);
    expect(await names('authors.sort_position[gte]=2&name=Cid')).toEqual(['Cid']);
    expect(await names('or=(role:author,sort_position:2)')).toEqual(['Ann', 'Cid']);
    expect(await read(`${path}?role=artist&page=1&per_page=1`)).toMatchObject({ total: 2, count: 1 });
    expect((await request('GET', `${path}/${ann}?role=artist`)).status).toBe(404);
  });

  it('filter the root by its elements, and are no fields of these elsewhere', async () => {
    await request('POST', path, { id: bob, role: 'artist' });

    expect(await read(`/books?id=x&authors.role=artist`)).toMatchObject({ status: 400 });
    expect((await read('/books?authors.role=artist&authors.name=Bob')).map(({ id }: Book) => id)).toContain(book);
    expect((await read('/books?authors.role=artist&authors.name=Ann')).map(({ id }: Book) => id)).not.toContain(book);
    expect((await read('/books?or=(authors.role:artist,title:none)')).map(({ id }: Book) => id)).toContain(book);
    expect((await request('GET', '/authors?role=artist')).status).toBe(400);
  });

  it('are selected, and read in the statement of their level', async () => {
    expect(await read(`${path}?include=role`)).toEqual([{ role: 'author' }]);
    expect(await read(`${path}?exclude=role,created_at,updated_at,state,share`)).toEqual([
      { id: ann, name: 'Ann', sort_position: 1 },
    ]);
    expect(await read(`/books/${book}?include=authors.role`)).toEqual({ authors: [{ role: 'author' }] });
    const list = await statementsOf(Book as never, () => read(path));
    const expanded = await statementsOf(Book as never, () => read(`/books/${book}?expand=authors`));
    expect([list.length, expanded.length]).toEqual([1, 2]);
  });

  it('are replaced with the collection in one request', async () => {
    const version = await versionOf(book);
    const { status, body } = await request('PUT', path, [
      { id: bob, role: 'artist', sort_position: 1 },
      { id: ann, sort_position: 2 },
    ]);

    expect({ status, body }).toMatchObject({
      status: 200,
      body: [
        { id: bob, role: 'artist' },
        { id: ann, role: 'author', sort_position: 2 },
      ],
    });
    expect(await versionOf(book)).toBe(version + 1);
  });

  it('are in CSV, XML and YAML, in payloads and responses', async () => {
    const asked = async (type: string) => (await request('GET', path, undefined, { Accept: type })).body;

    expect(await asked('text/csv')).toMatch(/name.*role/);
    expect(await asked('application/xml')).toContain('<role>author</role>');
    expect(await asked('application/yaml')).toContain('role: author');
    const csv = `id,role,sort_position\r\n${bob},artist,4\r\n`;
    expect((await request('POST', path, csv, { 'Content-Type': 'text/csv' })).status).toBe(201);
    expect(await read(`${path}/${bob}`)).toMatchObject({ role: 'artist', sort_position: 4 });
    const xml = '<author><sort_position>5</sort_position></author>';
    expect((await request('PUT', `${path}/${bob}`, xml, { 'Content-Type': 'application/xml' })).status).toBe(200);
    expect(await read(`${path}/${bob}`)).toMatchObject({ sort_position: 5 });
  });

  it('are in streamed lists', async () => {
    const { authors } = await create('/books', {
      title: 'Long',
      authors: Array.from({ length: 900 }, (_, index) => ({ name: 'N', role: 'author', sort_position: index + 1 })),
    });
    const { id } = (await read('/books?title=Long&sort=-id'))[0];
    await create(
      `/books/${id}/authors`,
      Array.from({ length: 200 }, (_, index) => ({ name: 'N', role: 'artist', sort_position: index + 901 })),
    );

    const list = await read(`/books/${id}/authors?sort=-sort_position`);

    expect(authors).toHaveLength(900);
    expect(list).toHaveLength(1100);
    expect(list.map((one: { sort_position: number }) => one.sort_position)).toEqual(
      Array.from({ length: 1100 }, (_, index) => 1100 - index),
    );
  });
});

describe('A join table with columns below a class with hooks', () => {
  it('is searched, sorted and counted by these columns', async () => {
    const shops = `/books/${book}/shops`;
    await create(shops, [
      { town: 'Ulm', copies: 2 },
      { town: 'Bonn', copies: 7 },
    ]);

    expect(await read(shops)).toMatchObject([
      { town: 'ULM', copies: 2 },
      { town: 'BONN', copies: 7 },
    ]);
    expect(await read(`${shops}?copies[gt]=2`)).toMatchObject([{ town: 'BONN' }]);
    expect(await read(`${shops}?sort=-copies&page=1&per_page=1`)).toMatchObject({ total: 2, data: [{ copies: 7 }] });
    expect((await read(`/books/${book}?expand=shops`)).shops).toMatchObject([{ copies: 2 }, { copies: 7 }]);
    expect((await read('/books?shops.copies=7')).map(({ id }: Book) => id)).toContain(book);
    const [{ id }] = await read(shops);
    expect(await read(shops)).not.toHaveProperty('[0].book_id');
    expect(await request('PUT', `${shops}/${id}`, { copies: 9 })).toMatchObject({ body: { town: 'ULM', copies: 9 } });
  });

  it('accepts and returns a column of seconds as a duration', async () => {
    const shops = `/books/${book}/shops`;
    await create(shops, [{ town: 'Ulm', delivery: 'PT1H30M' }, { town: 'Bonn', delivery: 'P2D' }, { town: 'Trier' }]);
    const stored = await BookShop.findAll({ where: { bookId: book }, order: [['id', 'ASC']] });

    expect(stored.map(({ delivery }) => delivery && Number(delivery))).toEqual([5400, 172800, null]);
    expect((await read(shops)).map(({ delivery }: BookShop) => delivery)).toEqual(['PT1H30M', 'P2D', null]);
    expect(await read(`${shops}?delivery[gt]=PT90M`)).toMatchObject([{ town: 'BONN' }]);
    expect(await request('POST', shops, { town: 'Kiel', delivery: 5400 })).toMatchObject({ status: 422 });
  });
});

describe('A column of a join table with the name of a member of the child', () => {
  it('stops the start with class, field and remedy', async () => {
    @Table({ tableName: 'clash_links' })
    class ClashLink extends Model {
      @PrimaryKeyOf(() => Owner) declare ownerId: number;
      @PrimaryKeyOf(() => Thing) declare thingId: number;
      @StringColumn(9) declare name: string | null;
    }

    @AggregateRoot
    @Table({ tableName: 'clash_things' })
    class Thing extends BaseDomain {
      @RequiredString(9) declare name: string;
    }

    @AggregateRoot
    @Table({ tableName: 'clash_owners' })
    class Owner extends BaseDomain {
      @BelongsToMany(() => Thing, { through: () => ClashLink }) declare things: Thing[];
    }

    await expect(serve([Owner, Thing, ClashLink])).rejects.toThrow(
      'ClashLink.name would be "name" in the elements of Owner.things, and Thing has a member of that name: rename one of the two.',
    );
  });
});
