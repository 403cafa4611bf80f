import type { CreateOptions, InstanceUpdateOptions } from 'sequelize';
import {
  AfterCreate,
  BeforeCreate,
  BeforeSave,
  BeforeUpdate,
  BeforeValidate,
  BelongsTo,
  HasMany,
  Length,
  Min,
  Table,
} from 'sequelize-typescript';
import { AggregateRoot, Collection, Hidden } from '../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../lib/persistence';
import { KeyOf, RequiredInteger, RequiredString } from '../support/columns';
import { useServed } from '../support/serve-shop';

const committed: string[] = [];
const seenInUnit: number[] = [];

@AggregateRoot
@Table({ tableName: 'hooked_articles' })
class Article extends BaseDomain {
  @RequiredString(40) declare title: string;

  /** Set before the validation. */
  @Length({ min: 3, max: 10 }) @RequiredString(40) declare slug: string;

  /** Set after the validation. */
  @Min(1) @RequiredInteger declare words: number;

  /** Set by a hook of all saves. */
  @RequiredString(12) declare status: string;
  @Hidden @Length({ min: 1, max: 14 }) @RequiredString(40) declare digest: string;
  @Collection @HasMany(() => Remark) declare remarks: Remark[];

  @BeforeValidate
  static fillSlug(article: Article): void {
    if (!article.slug && article.title !== 'no slug') article.slug = article.title?.toLowerCase();
    article.digest = `#${article.title?.split(' ').at(-1)}`;
  }

  @BeforeCreate
  static countWords(article: Article): void {
    if (article.title !== 'uncounted') article.words ??= article.title.split(' ').length - 1;
  }

  @BeforeSave
  static setStatus(article: Article): void {
    article.status ??= 'draft';
  }

  @BeforeUpdate
  static shorten(article: Article): void {
    if (article.status === 'shorten') article.slug = 'x';
  }

  @AfterCreate
  static async tell(article: Article, options: CreateOptions): Promise<void> {
    seenInUnit.push(await Article.count({ where: { id: article.id } }));
    options.transaction?.afterCommit(() => void committed.push(article.title));
    if (article.title === 'too late') throw new Error('after the row was written');
  }
}

@Table({ tableName: 'hooked_remarks' })
class Remark extends BaseDomain {
  @RequiredString(40) declare text: string;
  @RequiredString(40) declare author: string;
  @KeyOf(() => Article) declare articleId: EntityId;
  @BelongsTo(() => Article) declare article: Ref<Article>;

  @BeforeSave
  static sign(remark: Remark, _options: InstanceUpdateOptions): void {
    if (remark.text !== 'anonymous') remark.author ??= 'Ada';
  }
}

describe('A hook of a model', () => {
  const served = useServed([Article, Remark]);
  beforeEach(() => {
    committed.length = 0;
    seenInUnit.length = 0;
  });

  it('sets fields missing from the payload, before the validation and before the row is written', async () => {
    const { status, body } = await served.request('POST', '/articles', { title: 'Two words' });

    expect(status).toBe(201);
    expect(body).toMatchObject({ title: 'Two words', slug: 'two words', words: 1, status: 'draft' });
    expect((await served.request('GET', `/articles/${body.id}`)).body).toEqual(body);
  });

  it('sets fields of the rows of a bulk create, and of nested elements', async () => {
    const bulk = await served.request('POST', '/articles', [
      { title: 'One more' },
      { title: 'And another', slug: 'another', remarks: [{ text: 'good' }] },
    ]);

    expect(bulk.status).toBe(201);
    expect(bulk.body).toMatchObject([{ slug: 'one more' }, { slug: 'another', remarks: [{ author: 'Ada' }] }]);
  });

  it('leaves a field that it does not set required: 422 names it', async () => {
    const slug = await served.request('POST', '/articles', { title: 'no slug', words: 3 });
    const words = await served.request('POST', '/articles', { title: 'uncounted', slug: 'counted' });
    const title = await served.request('POST', '/articles', { slug: 'untitled' });
    const author = await served.request('POST', '/articles', {
      title: 'A remark',
      slug: 'remark',
      remarks: [{ text: 'good' }, { text: 'anonymous' }],
    });

    expect([slug, words, author].map(({ status, body }) => [status, body.field_errors])).toEqual([
      [422, [{ field: 'slug', message: 'is required' }]],
      [422, [{ field: 'words', message: 'is required' }]],
      [422, [{ field: 'remarks[1].author', message: 'is required' }]],
    ]);
    expect(title.body.field_errors).toContainEqual({ field: 'title', message: 'is required' });
    expect(await Article.count({ where: { slug: ['counted', 'remark', 'untitled'] } })).toBe(0);
  });

  it('is followed by a validation of its changes, on create and update', async () => {
    const long = await served.request('POST', '/articles', { title: 'Much too long for a slug' });
    const few = await served.request('POST', '/articles', { title: 'Single' });
    const { body } = await served.request('POST', '/articles', { title: 'To shorten', slug: 'shorten' });
    const short = await served.request('PUT', `/articles/${body.id}`, { status: 'shorten' });

    expect(long.body.field_errors).toMatchObject([{ field: 'slug', message: 'must have 3 to 10 characters' }]);
    expect(few.body.field_errors).toMatchObject([{ field: 'words', message: 'must be at least 1' }]);
    expect(short.body.field_errors).toMatchObject([{ field: 'slug', message: 'must have 3 to 10 characters' }]);
    expect([long, few, short].map(({ status }) => status)).toEqual([422, 422, 422]);
  });

  it('never discloses a hidden column in an error', async () => {
    const { status, body } = await served.request('POST', '/articles', {
      title: 'A extraordinarily',
      slug: 'word',
    });

    expect(status).toBe(422);
    expect(body.field_errors).toEqual([{ field: '', message: 'a value that the server works out is not valid' }]);
    expect(JSON.stringify(body)).not.toMatch(/digest|extraordinarily/);
  });

  it('runs inside the unit of work after a write, and afterCommit runs after the commit', async () => {
    await served.request('POST', '/articles', { title: 'Well done' });
    const { status } = await served.request('POST', '/articles', { title: 'too late' });

    expect(seenInUnit).toEqual([1, 1]);
    expect(committed).toEqual(['Well done']);
    expect(status).toBe(500);
    expect(await Article.exists({ title: 'too late' })).toBe(false);
  });
});
