import { Application, type ApplicationOptions, type DomainClass, ForbiddenException, Resource } from '../../lib';
import { type BypassedOverride, bypassedOverrides } from '../../lib/rest';
import { Article, Lead, newsroom, Reader, Topic } from '../support/domain/newsroom';
import { inspectedSource } from '../support/inspected';
import { serve } from '../support/serve-shop';

const warned: string[] = [];
const logger = { info: () => undefined, warn: (line: string) => warned.push(line), error: console.error };
class Logged extends Application {
  constructor(options: ApplicationOptions) {
    super({ ...options, logger });
  }
}

/** A class that overrides generated methods of a root by a 403. */
function refusing(root: DomainClass, ...methods: readonly string[]): new () => object {
  class Refusing {}
  Object.defineProperty(Refusing, 'name', { value: `${root.name}Resource` });
  for (const method of methods) {
    const value = () => {
      throw new ForbiddenException('Not here.');
    };
    Object.defineProperty(Refusing.prototype, method, { value });
  }
  Resource(root)(Refusing);
  return Refusing;
}

async function bypassed(...resources: readonly (new () => object)[]): Promise<readonly BypassedOverride[]> {
  const { routes } = await inspectedSource(newsroom, { Class: Logged, resources });
  return bypassedOverrides(routes);
}

async function othersOf(root: DomainClass, method: string): Promise<readonly string[]> {
  return (await bypassed(refusing(root, method))).flatMap(({ others }) => others);
}

const THROUGH_FAVS = '/readers/{reader_id}/favs/{fav_id}/comments';

describe('An override is bypassed by other generated routes of its operation:', () => {
  it('those of the same collection on other paths, and those of other collections that hold its rows', async () => {
    expect(await othersOf(Article, 'deleteArticleComment')).toEqual([
      'PUT /articles/{article_id}/comments (replaceArticleComments)',
      `DELETE /readers/{reader_id}/open_comments/{id} (deleteReaderOpenComment)`,
      `DELETE /readers/{reader_id}/closed_comments/{id} (deleteReaderClosedComment)`,
      `DELETE ${THROUGH_FAVS}/{id} (deleteReaderFavComment)`,
      `PUT ${THROUGH_FAVS} (replaceReaderFavComments)`,
    ]);
  });

  it('with PUT and PATCH named once', async () => {
    expect(await othersOf(Article, 'updateArticleComment')).toContain(
      `PUT and PATCH ${THROUGH_FAVS}/{id} (updateReaderFavComment)`,
    );
  });

  it('a large value by its own routes alone', async () => {
    expect(await othersOf(Article, 'updateArticleCommentScan')).toEqual([
      'PUT /readers/{reader_id}/open_comments/{id}/scan (updateReaderOpenCommentScan)',
      'PUT /readers/{reader_id}/closed_comments/{id}/scan (updateReaderClosedCommentScan)',
      `PUT ${THROUGH_FAVS}/{id}/scan (updateReaderFavCommentScan)`,
    ]);
  });

  it('but not by collections whose scopes exclude its rows', async () => {
    const others = await othersOf(Reader, 'readReaderOpenComment');

    expect(others).toContain('GET /articles/{article_id}/comments/{id} (readArticleComment)');
    expect(others.filter((one) => one.includes('closed'))).toEqual([]);
  });

  it('a create or list of a collection by the same collection, and the root of its class', async () => {
    expect(await othersOf(Article, 'createArticleComment')).toEqual([
      'PUT /articles/{article_id}/comments (replaceArticleComments)',
      `POST ${THROUGH_FAVS} (createReaderFavComment)`,
      `PUT ${THROUGH_FAVS} (replaceReaderFavComments)`,
    ]);
    expect(await othersOf(Article, 'listArticleComments')).toEqual([`GET ${THROUGH_FAVS} (listReaderFavComments)`]);
    expect(await othersOf(Article, 'replaceArticleComments')).toEqual([
      `PUT ${THROUGH_FAVS} (replaceReaderFavComments)`,
    ]);
  });

  it('an operation of a root by the collections of its class, where a delete is no unlinking', async () => {
    expect(await othersOf(Article, 'updateArticle')).toEqual([
      'PUT and PATCH /readers/{reader_id}/favs/{id} (updateReaderFav)',
    ]);
    expect(await othersOf(Article, 'createArticle')).toEqual(['POST /readers/{reader_id}/favs (createReaderFav)']);
    expect(await othersOf(Article, 'deleteArticle')).toEqual([]);
  });

  it('a link by the same collection alone', async () => {
    expect(await othersOf(Article, 'deleteArticleTopic')).toEqual([
      'DELETE /readers/{reader_id}/favs/{fav_id}/topics/{id} (deleteReaderFavTopic)',
    ]);
    expect(await othersOf(Reader, 'createReaderFav')).toEqual([]);
    expect(await othersOf(Topic, 'deleteTopic')).toEqual([]);
  });

  it('a single child, which PUT creates and updates, by the root of its class', async () => {
    expect(await othersOf(Article, 'updateArticleLead')).toEqual([
      'POST /leads (createLead)',
      'PUT and PATCH /leads/{id} (updateLead)',
      'PUT and PATCH /readers/{reader_id}/favs/{id}/lead (updateReaderFavLead)',
    ]);
    expect(await othersOf(Lead, 'createLead')).toEqual([
      'PUT and PATCH /articles/{id}/lead (updateArticleLead)',
      'PUT and PATCH /readers/{reader_id}/favs/{id}/lead (updateReaderFavLead)',
    ]);
  });

  it('but no action by another one, and no batch', async () => {
    expect(await othersOf(Article, 'hideArticleComment')).toEqual([]);
    expect(await othersOf(Article, 'batchArticle')).toEqual([]);
  });

  it('until the others are overridden, too', async () => {
    const ofArticle = refusing(Article, 'deleteArticleTopic');

    expect(await bypassed(ofArticle)).toHaveLength(1);
    expect(await bypassed(ofArticle, refusing(Reader, 'deleteReaderFavTopic'))).toEqual([]);
  });
});

describe('The start of an application with a bypassed override', () => {
  beforeEach(() => {
    warned.length = 0;
  });

  it('warns with one line for each overridden operation, and the routes do what they say', async () => {
    const resources = [refusing(Article, 'deleteArticleTopic')];
    const served = await serve(newsroom, { Class: Logged, resources });
    const { body: article } = await served.request('POST', '/articles', { title: 'Rain', topics: [{ name: 'sky' }] });
    const topic = (await Topic.first({ name: 'sky' }))!;
    const reader = await Reader.create({ name: 'Ada' });
    await reader.$add('favs', article.id);

    const rejected = await served.request('DELETE', `/articles/${article.id}/topics/${topic.id}`);
    const other = await served.request('DELETE', `/readers/${reader.id}/favs/${article.id}/topics/${topic.id}`);
    await served.stop();

    expect([rejected.status, other.status]).toEqual([403, 204]);
    expect(warned.filter((line) => line.includes('override'))).toEqual([
      'ArticleResource.deleteArticleTopic does not override all generated routes that unlink Topic entities. Others: DELETE /readers/{reader_id}/favs/{fav_id}/topics/{id} (deleteReaderFavTopic). Override them too, or turn their flags off in @Collection, @One or @AggregateRoot. With security.strict: true they stop the start.',
    ]);
  });

  it('fails in strict mode with a line for each of them', async () => {
    const resources = [refusing(Article, 'deleteArticleTopic', 'listArticleTopics')];
    const settings = { security: { strict: true } };
    const started = inspectedSource([...newsroom], { Class: Logged, resources, settings });

    const error = await started.catch((thrown) => thrown);

    const mistakes = error.mistakes as readonly { code: string; message: string }[];
    const overriding = mistakes.filter(({ code }) => code === 'OVERRIDE_BYPASSED').map(({ message }) => message);
    expect(overriding).toEqual([
      expect.stringContaining('security.strict is on, and ArticleResource.listArticleTopics does not override all'),
      expect.stringContaining('DELETE /readers/{reader_id}/favs/{fav_id}/topics/{id} (deleteReaderFavTopic)'),
    ]);
    expect(warned.filter((line) => line.includes('override'))).toEqual([]);
  });

  it('says nothing of an override whose operation has one route', async () => {
    const served = await serve(newsroom, { Class: Logged, resources: [refusing(Article, 'deleteArticle')] });
    await served.stop();

    expect(warned).toEqual([]);
  });
});
