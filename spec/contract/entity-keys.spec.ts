import 'reflect-metadata';
import { HasMany, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, EntityKey } from '../../lib/metadata';
import { BaseDomain, type EntityId } from '../../lib/persistence';
import { RequiredInteger, RequiredKeyOf, RequiredString } from '../support/columns';
import { type ApiResponse, type Served, serve } from '../support/serve-shop';
import { dialect } from '../support/test-database';

@Table({ tableName: 'notes' })
class Note extends BaseDomain {
  @EntityKey({ changeable: true }) @Unique @RequiredString(40) declare slug: string;
  @RequiredKeyOf(() => Chapter) declare chapterId: EntityId;
}

@Table({ tableName: 'chapters', indexes: [{ unique: true, fields: ['title'] }] })
class Chapter extends BaseDomain {
  @EntityKey @RequiredString(40) declare title: string;
  @HasMany(() => Note) declare notes: Note[];
  @RequiredInteger declare pages: number;
  @RequiredKeyOf(() => Book) declare bookId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'books' })
class Book extends BaseDomain {
  @EntityKey @Unique @RequiredString(40) declare isbn: string;
  @HasMany(() => Chapter) declare chapters: Chapter[];
}

let served: Served;
const request = (...args: Parameters<Served['request']>): Promise<ApiResponse> => served.request(...args);

/** A legacy schema with a case-insensitive collation. */
const ADOPTED = [
  `CREATE TABLE books (id BIGINT AUTO_INCREMENT PRIMARY KEY, isbn VARCHAR(40) NOT NULL UNIQUE, version INT NOT NULL,
    created_at DATETIME(3), updated_at DATETIME(3)) COLLATE utf8mb4_general_ci`,
  `CREATE TABLE chapters (id BIGINT AUTO_INCREMENT PRIMARY KEY, title VARCHAR(40) NOT NULL UNIQUE, pages INT NOT NULL,
    book_id BIGINT NOT NULL REFERENCES books (id), version INT NOT NULL, created_at DATETIME(3), updated_at DATETIME(3))
    COLLATE utf8mb4_general_ci`,
];

describe.each(dialect === 'mysql' ? ['our own schema', 'an adopted schema'] : ['our own schema'])(
  '@EntityKey in %s',
  (schema) => {
    beforeAll(async () => {
      served = await serve([Note, Chapter, Book], { schema: schema === 'our own schema' ? [] : ADOPTED });
      await request('POST', '/books', { isbn: 'A-1', chapters: [{ title: 'One, two', pages: 7 }] });
    });
    afterAll(() => served.stop());

    it('identifies the entity in the paths of the root and of all nested routes', async () => {
      const book = await request('GET', '/books/A-1');
      const chapter = await request('GET', '/books/A-1/chapters/One%2C%20two');

      expect(book).toMatchObject({ status: 200, body: { isbn: 'A-1', id: expect.any(Number) } });
      expect(chapter).toMatchObject({ status: 200, body: { title: 'One, two', book_id: book.body.id } });
      expect((await request('GET', `/books/${book.body.id}`)).status).toBe(404);
    });

    it('is in Location, percent-encoded', async () => {
      const { headers } = await request('POST', '/books/A-1/chapters', { title: 'Über / unter?', pages: 1 });

      expect(headers.get('Location')).toBe('/books/A-1/chapters/%C3%9Cber%20%2F%20unter%3F');
      expect((await request('GET', headers.get('Location')!)).body.title).toBe('Über / unter?');
    });

    it.each(['/books/a-1', '/books/A-1%20', '/books/a-1/chapters', '/books/A-1/chapters/ONE%2C%20TWO'])(
      'is compared exactly: %s responds 404',
      async (path) => {
        expect((await request('GET', path)).status).toBe(404);
        expect((await request('DELETE', path)).status).toBe(path.endsWith('chapters') ? 405 : 404);
        expect(
          (await request('POST', `${path.replace(/\/chapters.*$/, '')}/chapters`, { title: 'x', pages: 1 })).status,
        ).toBe(path.startsWith('/books/A-1/') ? 201 : 404);
        await request('DELETE', '/books/A-1/chapters/x');
      },
    );

    it('is split at literal commas before decoding', async () => {
      await request('POST', '/books', [{ isbn: 'B-1' }, { isbn: 'B-2' }]);

      const { body, headers } = await request('GET', '/books/B-2,A-1,b-1,B%2C1');

      expect(body.map(({ isbn }: { isbn: string }) => isbn)).toEqual(['B-2', 'A-1']);
      expect(headers.get('Missing-Ids')).toBe('b-1,B%2C1');
    });

    it('is changed by an update where the model allows it, and the entity then has another path', async () => {
      const notes = '/books/A-1/chapters/One%2C%20two/notes';
      await request('POST', notes, [{ slug: 'old' }, { slug: 'taken' }]);

      const renamed = await request('PUT', `${notes}/old`, { slug: 'new' });
      const clashing = await request('PUT', `${notes}/new`, { slug: 'taken' });

      expect(renamed).toMatchObject({ status: 200, body: { slug: 'new' } });
      expect(renamed.headers.get('Missing-Ids')).toBeNull();
      expect((await request('GET', `${notes}/old`)).status).toBe(404);
      expect((await request('GET', `${notes}/new`)).body).toEqual(renamed.body);
      expect(clashing.status).toBe(409);
    });

    it('is otherwise not changed by an update, but may be repeated', async () => {
      const repeated = await request('PUT', '/books/A-1/chapters/One%2C%20two', { title: 'One, two', pages: 9 });
      const changed = await request('PUT', '/books/A-1/chapters/One%2C%20two', { title: 'Two' });

      expect(repeated).toMatchObject({ status: 200, body: { pages: 9 } });
      expect(changed.body.field_errors).toEqual([
        { field: 'title', message: 'cannot be changed', invalid_value: 'Two' },
      ]);
    });
  },
);
