import { QueryTypes } from 'sequelize';
import {
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  ForeignKey,
  HasMany,
  Model,
  PrimaryKey,
  Table,
} from 'sequelize-typescript';
import {
  AggregateRoot,
  Application,
  BaseDomain,
  Collection,
  Hidden,
  type Ref,
  Searchable,
  unitOfWork,
} from '../../lib';
import { Secure } from '../../lib/security';
import { KeyOf, StringColumn } from '../support/columns';
import { documentOf, type OpenApiDocument, sourceOf } from '../support/document-of';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { prepare, type Served, serve, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

@AggregateRoot
@Table({ tableName: 'articles' })
class Article extends BaseDomain {
  @Searchable @StringColumn(50) declare name: string;
  @Searchable({ fullText: true }) @Column(DataType.TEXT) declare body: string | null;

  @Searchable({ fullText: true, ignoreCase: true })
  @Column({ type: DataType.STRING(100), field: 'short_text' })
  declare summary: string | null;

  @Secure({ permissions: ['editors'] })
  @Searchable({ fullText: true })
  @Column(DataType.TEXT)
  declare notes: string | null;

  @Hidden @Column(DataType.TEXT) declare draft: string | null;
  @Collection @HasMany(() => Remark) declare remarks: Remark[];
}

@Table({ tableName: 'remarks' })
class Remark extends BaseDomain {
  @Searchable({ fullText: true }) @Column(DataType.TEXT) declare text: string | null;
  @ForeignKey(() => Article) declare articleId: number;
  @BelongsTo(() => Article) declare article: Ref<Article>;
}

let document: OpenApiDocument;

const served = useServed([Article, Remark], {
  Class: Application,
  authenticators: [namedByHeader],
  authorizer: permittedByName,
});
const { request } = served;

beforeAll(async () => {
  document = documentOf(sourceOf(served.application));
});
beforeEach(async () => {
  await Article.destroy({ where: {}, transaction: null });
});

async function create(...articles: object[]): Promise<string[]> {
  const { status, body } = await request('POST', '/articles', articles);
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.map(({ id }: { id: number }) => `/articles/${id}`);
}

async function names(query: string, path = '/articles'): Promise<string[]> {
  const { status, body } = await request('GET', `${path}?${query}`);
  expect([status, body]).toEqual([200, expect.anything()]);
  return (body.data ?? body).map(({ name }: { name: string }) => name);
}

const found = (text: string, field = 'body') => names(`${field}[match]=${encodeURIComponent(text)}`);

describe('GET /articles?body[match]=', () => {
  it('finds texts that contain every word, in any order and case', async () => {
    await create(
      { name: 'both', body: 'A Pie of one APPLE, please.' },
      { name: 'one', body: 'an apple tree' },
      { name: 'part', body: 'apples and pies' },
      { name: 'none' },
    );

    expect(await found('apple pie')).toEqual(['both']);
    expect(await found('Apple')).toEqual(['both', 'one']);
    expect(await found('apple pie tree')).toEqual([]);
    expect(await found('ples')).toEqual([]);
  });

  it('treats letters, digits and underscores as parts of a word, and everything else as separators', async () => {
    await create(
      { name: 'mixed', body: "O'Brien said: see foo_bar v2 (x86-64)🤩great→done, e-mail ada@example.org" },
      { name: 'scripts', body: 'Ελληνικός ΟΔΟΣ, Привет мир; 日本語 テキスト नमस्ते दुनिया' },
    );

    for (const text of ["o'brien", 'brien', 'foo_bar', 'v2', 'x86', '64', 'GREAT', 'done', 'e mail', 'example.org']) {
      expect([text, await found(text)]).toEqual([text, ['mixed']]);
    }
    expect(await found('foo')).toEqual([]);
    for (const text of ['ελληνικόσ', 'οδος', 'ПРИВЕТ', 'мир', '日本語', 'テキスト', 'नमस्ते', 'दुनिया मир'.slice(0, 6)]) {
      expect([text, await found(text)]).toEqual([text, ['scripts']]);
    }
    expect(await found('日本')).toEqual([]);
  });

  it('distinguishes accents', async () => {
    await create(
      { name: 'accent', body: 'Le CAFÉ crème in der Straße nach İzmir' },
      { name: 'plain', body: 'cafe creme' },
    );

    expect(await found('café')).toEqual(['accent']);
    expect(await found('cafe')).toEqual(['plain']);
    expect(await found('STRAßE')).toEqual(['accent']);
    expect(await found('strasse')).toEqual([]);
    expect(await found('İzmir')).toEqual(['accent']);
    expect(await found('izmir')).toEqual([]);
  });

  it('finds short, common and very long words', async () => {
    const long = 'x'.repeat(120);
    await create(
      { name: 'short', body: `To be or not to be, that is the question: a I ${long}` },
      { name: 'other', body: 'question' },
    );

    for (const text of ['to be', 'the', 'a', 'i', 'to be or not to be', 'the question', long, `question ${long}`]) {
      expect([text, await found(text)]).toEqual([text, ['short']]);
    }
    expect(await found('the apple')).toEqual([]);
  });

  it.each([
    'apple -pie',
    '"apple" +pie',
    'apple* (pie)',
    'apple AND pie',
    '~apple <pie>',
    'apple OR pie @2',
    'body:apple NEAR(pie, 2)',
    "apple' OR 1=1 --",
  ])('treats %j as plain words', async (text) => {
    const words = text.replace(/[^\w]+/g, ' ');
    await create({ name: 'all', body: words }, { name: 'one', body: 'apple' });

    expect(await found(text)).toEqual(['all']);
  });

  it('finds any of several texts when it is repeated, and combines columns by AND', async () => {
    await create(
      { name: 'a', body: 'red apple', summary: 'fruit salad' },
      { name: 'b', body: 'green pear', summary: 'fruit cake' },
      { name: 'c', body: 'red pear' },
    );

    expect(await names('body[match]=red%20apple&body[match]=green')).toEqual(['a', 'b']);
    expect(await names('body[match]=red&summary[match]=SALAD')).toEqual(['a']);
    expect(await names('body[match]=red&name=c')).toEqual(['c']);
    expect(await names('articles.body[match]=pear&sort=-name')).toEqual(['c', 'b']);
    expect(await names('or=(body[match]:green%2520pear,summary[match]:salad)')).toEqual(['a', 'b']);
  });
});

describe('A full-text search', () => {
  it('is counted, paged and followed by cursors as every search', async () => {
    await create(...['a', 'b', 'c', 'd'].map((name) => ({ name, body: name === 'b' ? 'pear' : 'apple' })));

    const page = await request('GET', '/articles?body[match]=apple&page=1&per_page=2');
    const first = await request('GET', '/articles?body[match]=apple&after=&per_page=2&sort=-name');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link')!)![1]!;

    expect(page.body).toMatchObject({ total: 3, count: 2 });
    expect(first.body.map(({ name }: { name: string }) => name)).toEqual(['d', 'c']);
    expect((await request('GET', next)).body.map(({ name }: { name: string }) => name)).toEqual(['a']);
  });

  it('filters a single entity, children, and associated entities', async () => {
    const [one, two] = await create(
      { name: 'a', body: 'apple', remarks: [{ text: 'Well done' }, { text: 'so so' }] },
      { name: 'b', body: 'pear', remarks: [{ text: 'badly done' }] },
    );

    expect((await request('GET', `${one}?body[match]=apple`)).status).toBe(200);
    expect((await request('GET', `${two}?body[match]=apple`)).status).toBe(404);
    expect((await request('GET', `${one}/remarks?text[match]=DONE`)).body).toMatchObject([{ text: 'Well done' }]);
    expect((await request('GET', `${one}/remarks?remarks.text[match]=so`)).body).toMatchObject([{ text: 'so so' }]);
    expect(await names('remarks.text[match]=done')).toEqual(['a', 'b']);
    expect(await names('articles.remarks.text[match]=well%20done')).toEqual(['a']);
    expect(await names('or=(remarks.text[match]:badly,body[match]:apple)')).toEqual(['a', 'b']);
  });

  it('follows updates, bulk writes, cascading deletes of the database, and raw statements', async () => {
    const [path] = await create({ name: 'a', body: 'apple', remarks: [{ text: 'fine' }] }, { name: 'b', body: 'pear' });

    await request('PATCH', path!, { body: 'cherry' });
    expect([await found('apple'), await found('cherry')]).toEqual([[], ['a']]);
    await Article.update({ body: 'plum' }, { where: { name: 'b' }, transaction: null });
    expect([await found('pear'), await found('plum')]).toEqual([[], ['b']]);
    await Article.sequelize!.query(
      "INSERT INTO articles (name, body, created_at, updated_at, version) SELECT 'c', 'quince', created_at, updated_at, version FROM articles WHERE name = 'b'",
    );
    expect(await found('quince')).toEqual(['c']);
    await request('PATCH', path!, { body: null });
    expect(await found('cherry')).toEqual([]);
    await Article.sequelize!.query("DELETE FROM articles WHERE name = 'a'");
    expect(await Remark.count()).toBe(0);
    await create({ name: 'd', remarks: [{ text: 'other' }] });
    expect(await names('remarks.text[match]=fine')).toEqual([]);
    await request('DELETE', path!);
  });

  it('does not find rows of a transaction that was rolled back', async () => {
    const written = unitOfWork(async () => {
      await new Article({ name: 'a', body: 'apple' }).persist();
      throw new Error('no');
    });

    await expect(written).rejects.toThrow('no');
    expect(await found('apple')).toEqual([]);
  });

  it.each([
    ['body[match]=', 'body[match] is \\"\\", which has no word in it: give letters or digits.'],
    ['body[match]=%2B-*%22', 'which has no word in it'],
    [`body[match]=${'a'.repeat(1001)}`, 'body[match] has 1001 characters: give 1000 at most.'],
    [
      `body[match]=${Array.from({ length: 21 }, (_, n) => `w${n}`).join('+')}`,
      'body[match] has 21 different words: give 20 at most.',
    ],
    ['name[match]=apple', 'name[match] is not supported: match is for columns with a full-text index'],
    ['or=(name[match]:apple)', 'In or, name[match] is not supported'],
    ['draft[match]=apple', 'Unknown parameter'],
  ])('responds 400 to %.60s', async (query, message) => {
    const { status, body } = await request('GET', `/articles?${query}`);

    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)]);
  });

  it('is rejected for principals that may not read the column', async () => {
    expect((await request('GET', '/articles?notes[match]=apple')).status).toBe(401);
    expect((await request('GET', '/articles?or=(notes[match]:apple,name:b)')).status).toBe(401);
    expect((await request('GET', '/articles?notes[match]=apple', undefined, holding('editors'))).status).toBe(200);
  });

  it('uses the index of the database', async () => {
    await create({ name: 'a', body: 'apple pie' });
    const sequelize = Article.sequelize!;
    const statements = await statementsOf(Article, () => found('apple pie'));
    const sql = statements.find((one) => /MATCH/.test(one));

    const explain = dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN FORMAT=TRADITIONAL';
    const plan = JSON.stringify(await sequelize.query(`${explain} ${sql}`, { type: QueryTypes.SELECT }));

    expect(plan).toMatch(dialect === 'sqlite' ? /articles_body_full_text VIRTUAL TABLE INDEX/ : /"type":"fulltext"/);
  });
});

describe('The documents of a full-text column', () => {
  it('list the operator, and those of other columns do not', () => {
    const parameters = JSON.stringify(document.components);

    expect(parameters).toContain('\\\\[(match)\\\\]$');
    expect(parameters).toContain('`body[match]=…` finds texts with all of these words.');
    expect(parameters).not.toContain('|match|');
  });
});

@AggregateRoot
@Table({ tableName: 'pages', timestamps: false })
class Page extends Model {
  @Searchable({ fullText: true }) @Column(DataType.TEXT) declare body: string | null;
}

@AggregateRoot
@Table({ tableName: 'coded_pages', timestamps: false })
class CodedPage extends Model {
  @PrimaryKey @StringColumn(10) declare code: string;
  @Searchable({ fullText: true }) @Column(DataType.TEXT) declare body: string | null;
}

@AggregateRoot
@Table({ tableName: 'tagged_pages', timestamps: false })
class TaggedPage extends Model {
  @BelongsToMany(() => Tag, { through: () => Tagging }) declare tags: Tag[];
}

@Table({ tableName: 'tags', timestamps: false })
class Tag extends Model {
  @BelongsToMany(() => TaggedPage, { through: () => Tagging }) declare pages: TaggedPage[];
}

@Table({ tableName: 'taggings', timestamps: false })
class Tagging extends Model {
  @KeyOf(() => TaggedPage, DataType.INTEGER) declare pageId: number;
  @KeyOf(() => Tag, DataType.INTEGER) declare tagId: number;
  @Searchable({ fullText: true }) @Column(DataType.TEXT) declare why: string | null;
}

const KEY = dialect === 'sqlite' ? 'INTEGER PRIMARY KEY AUTOINCREMENT' : 'INTEGER AUTO_INCREMENT PRIMARY KEY';

const PAGES = [
  `CREATE TABLE pages (id ${KEY}, body TEXT)`,
  "INSERT INTO pages (body) VALUES ('apple pie'), ('pear'), (NULL)",
];

async function startedOn(database: TestDatabase, auto: string, types: readonly unknown[] = [Page]): Promise<Served> {
  return serve(types, { database, properties: { 'hbm2ddl.auto': auto } });
}

async function ids(on: Served, path: string): Promise<number[]> {
  const { body } = await on.request('GET', path);
  return body.map(({ id }: { id: number }) => id);
}

describe('hbm2ddl.auto with a full-text column', () => {
  it('set to update creates the index of an existing table with its rows, and then keeps it', async () => {
    const database = await createTestDatabase();
    await prepare(database.url, PAGES);
    const first = await startedOn(database, 'update');
    expect(await ids(first, '/pages?body[match]=apple')).toEqual([1]);
    await first.request('POST', '/pages', { body: 'apple' });
    await first.stop();

    const second = await startedOn(database, 'update');
    expect(await ids(second, '/pages?body[match]=apple')).toEqual([1, 4]);
    await second.stop();
    const third = await startedOn(database, 'validate');
    expect(await ids(third, '/pages?body[match]=PEAR')).toEqual([2]);
    await third.stop();
    await database.drop();
  });

  it('set to validate reports what is missing', async () => {
    const database = await createTestDatabase();
    await prepare(database.url, PAGES);
    const parts =
      dialect === 'sqlite'
        ? 'the index pages_body_full_text and the trigger pages_body_full_text_insert'
        : 'the generated column body_full_text and the FULLTEXT index on body_full_text';

    await expect(startedOn(database, 'validate')).rejects.toThrow(
      `Page.body is marked @Searchable({ fullText: true }), and ${parts}`,
    );
    await database.drop();
  });

  it('set to create makes a new index', async () => {
    const database = await createTestDatabase();
    const first = await startedOn(database, 'create');
    await first.request('POST', '/pages', { body: 'apple' });
    await first.stop();

    const second = await startedOn(database, 'create');
    await second.request('POST', '/pages', { body: 'pear' });
    const found = [await ids(second, '/pages?body[match]=apple'), await ids(second, '/pages?body[match]=pear')];
    await second.stop();

    expect(found).toEqual([[], [1]]);
    await database.drop();
  });

  it('stops the start when a SQLite table has no row ids', async () => {
    const database = await createTestDatabase();
    const started = startedOn(database, 'update', [CodedPage]);
    if (dialect === 'sqlite') {
      await expect(started).rejects.toThrow(
        'CodedPage.body is marked @Searchable({ fullText: true }), and the table coded_pages has no primary key',
      );
    } else {
      const running = await started;
      await running.request('POST', '/coded_pages', { code: 'a', body: 'apple pie' });
      expect((await running.request('GET', '/coded_pages?body[match]=pie')).body).toMatchObject([{ code: 'a' }]);
      await running.stop();
    }
    await database.drop();
  });

  it('stops the start for a column of a join table', async () => {
    const database = await createTestDatabase();

    await expect(startedOn(database, 'update', [TaggedPage, Tag, Tagging])).rejects.toThrow(
      'Tagging.why is marked @Searchable({ fullText: true }) in the join table of TaggedPage.tags',
    );
    await database.drop();
  });
});
