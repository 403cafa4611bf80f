import {
  Application,
  ApplicationContext,
  type ApplicationOptions,
  type Filter,
  type FilterChain,
  Generated,
  type Request,
  Resource,
  type Response,
} from '../../lib';
import { ResourceConfiguration, RouteConfiguration, type Serializer } from '../../lib/core';
import { Article, Comment, newsroom } from '../support/domain/newsroom';
import { inspectedSource } from '../support/inspected';
import { inspectedDocument, resolved } from '../support/inspected-document';
import { useServed } from '../support/serve-shop';

/** A media type that only articles have. */
const shout: Serializer = {
  write: (content) => JSON.stringify(content).toUpperCase(),
  read: (bytes) => JSON.parse(bytes.toString()),
};

class ArticleConfiguration extends ResourceConfiguration {
  tone = 'none';
}

const articles = new ArticleConfiguration({
  defaultMediaType: 'application/yaml',
  serializers: { 'application/x-shout': shout },
  maxBodyBytes: 120,
});
articles.tone = 'loud';

/** Responds with the configurations of the current request in a header. */
class ContextFilter implements Filter {
  async doFilter(request: Request, response: Response, chain: FilterChain): Promise<void> {
    await chain.doFilter(request, response);
    const { resourceConfiguration: resource } = ApplicationContext.instance()!;
    const { tone } = (resource ?? {}) as Partial<ArticleConfiguration>;
    response.setHeader('X-Context', `${resource?.constructor.name} ${tone} ${resource?.defaultMediaType}`);
  }
}

@Resource(Article)
class ArticleResource extends Generated(Article) {
  async readArticle(request: Request, response: Response): Promise<unknown> {
    return super.readArticle(request, response);
  }

  summary(): object {
    return { lines: 1 };
  }
}

const logger = { info: () => undefined, warn: () => undefined, error: console.error };

class NewsApplication extends Application {
  constructor(options: ApplicationOptions) {
    super({ ...options, logger });
  }

  override defineRoutes(): void {
    const resource = this.resource(ArticleResource);
    resource.builder('{id}/summary').action('GET', 'summary');
    const asJson = new RouteConfiguration({ defaultMediaType: 'application/json' });
    resource.builder('{id}/extract').action('GET', 'summary').using(asJson);
  }

  override addFilters(): void {
    this.addFilter(new ContextFilter());
  }
}

class ByRoot extends NewsApplication {
  override defineResources(): void {
    this.addResource(Article, articles);
  }
}

class ByOverride extends NewsApplication {
  override defineResources(): void {
    this.addResource(ArticleResource, articles);
  }
}

class Before extends NewsApplication {
  constructor(options: ApplicationOptions) {
    super(options);
    this.addResource(Article, articles);
  }
}

describe.each([
  ['the root', ByRoot],
  ['its override class', ByOverride],
])('A ResourceConfiguration that addResource gets with %s', (_, Class) => {
  let path: string;
  let commentId: string;

  const served = useServed(newsroom, { Class, resources: [ArticleResource] });

  beforeAll(async () => {
    const comments = [{ text: 'wet' }];
    const { headers } = await served.request('POST', '/articles', { title: 'Rain', comments }, { Accept: JSON_TYPE });
    path = headers.get('Location')!;
    commentId = String((await Comment.first({ text: 'wet' }))!.id);
  });

  it('decides the media type of generated, overridden and hand-written routes, at every depth', async () => {
    const paths = ['/articles', path, `${path}/comments`, `${path}/comments/${commentId}`, `${path}/summary`];

    for (const one of paths) expect((await get(one)).headers.get('Content-Type')).toBe('application/yaml');
    expect((await get('/topics')).headers.get('Content-Type')).toBe(JSON_TYPE);
  });

  it('gives way to the configuration of a route', async () => {
    expect((await get(`${path}/extract`)).headers.get('Content-Type')).toBe(JSON_TYPE);
    expect((await get(`${path}/extract`, 'application/x-shout')).body).toBe('{"LINES":1}');
  });

  it('adds its serializers to those of the application, for responses and payloads', async () => {
    const shouted = await get(`${path}/comments/${commentId}`, 'application/x-shout');
    const written = await send('POST', `${path}/comments`, '{"text":"dry"}', 'application/x-shout');

    expect(shouted.body).toContain('"TEXT":"WET"');
    expect(written).toMatchObject({ status: 201, body: expect.stringContaining('"TEXT":"DRY"') });
    expect((await get(path, 'application/json')).body).toMatchObject({ title: 'Rain' });
  });

  it('is named by 406 and 415, and by the problems of no other resource', async () => {
    const known = (response: { readonly body: { readonly detail: string } }) =>
      response.body.detail.includes('application/x-shout');

    expect(known(await get(`${path}/comments`, 'text/none'))).toBe(true);
    expect(known(await get('/topics', 'text/none'))).toBe(false);
    const refused = await send('PUT', `${path}/comments/${commentId}`, 'x', 'text/none');
    expect(refused.status).toBe(415);
    expect(refused.headers.get('Accept')).toContain('application/x-shout');
    expect((await send('POST', '/topics', '{}', 'application/x-shout')).status).toBe(415);
  });

  it('limits the bodies of children, actions and batches', async () => {
    const long = JSON.stringify({ text: 'x'.repeat(200) });

    for (const [method, below] of [
      ['POST', '/comments'],
      ['PUT', `/comments/${commentId}/hide`],
      ['PATCH', ''],
    ] as const) {
      expect((await send(method, path + below, long, JSON_TYPE)).status).toBe(413);
    }
    expect((await send('PATCH', path, long, 'application/vnd.koaggregate.batch+json')).status).toBe(413);
    expect(
      (await send('POST', '/topics', JSON.stringify({ name: 'x'.repeat(40), more: long }), JSON_TYPE)).status,
    ).toBe(422);
  });

  it('is in the ApplicationContext, an object of its class with the inherited settings', async () => {
    const own = 'ArticleConfiguration loud application/yaml';

    for (const one of ['', `/comments/${commentId}`]) {
      expect((await get(path + one)).headers.get('X-Context')).toBe(own);
    }
    expect((await send('PUT', `${path}/comments/${commentId}/hide`, '{}', JSON_TYPE)).headers.get('X-Context')).toBe(
      own,
    );
    expect((await get('/topics')).headers.get('X-Context')).toBe('ResourceConfiguration undefined application/json');
  });

  const get = (one: string, accept?: string) =>
    served.request('GET', one, undefined, accept ? { Accept: accept } : undefined);

  const send = (method: string, one: string, body: string, type: string) =>
    served.request(method, one, body, { 'Content-Type': type });
});

const JSON_TYPE = 'application/json';

describe('A ResourceConfiguration of a root', () => {
  it.each([ByRoot, ByOverride, Before])(
    'is the same object for all of its routes, and no others: %p',
    async (Class) => {
      const { routes } = await inspectedSource(newsroom, { Class, resources: [ArticleResource] });

      const configured = routes.filter(({ resourceConfiguration }) => resourceConfiguration === articles);

      expect(configured.map(({ path }) => path)).toEqual(
        routes.map(({ path }) => path).filter((one) => /^\/articles(\/|$)/.test(one)),
      );
      expect(configured.length).toBeGreaterThan(20);
    },
  );

  it('is what the documents list', async () => {
    const { paths, components } = await inspectedDocument(newsroom, { Class: ByRoot, resources: [ArticleResource] });
    const typesOf = (body: object) => Object.keys(resolved(components, body).content);
    const { get: list, post: create } = paths['/articles/{article_id}/comments']!;
    const { get: others } = paths['/topics']!;

    expect(typesOf(list!.responses[200])[0]).toBe('application/yaml');
    expect(typesOf(list!.responses[200])).toContain('application/x-shout');
    expect(typesOf(create!.requestBody)).toContain('application/x-shout');
    expect(typesOf(others!.responses[200])).not.toContain('application/x-shout');
  });
});

describe('A resource configuration without effect stops the start:', () => {
  const start = (define: (application: Application) => void) => {
    class MistakenApplication extends NewsApplication {
      override defineResources(): void {
        define(this);
      }
    }
    const resources = [ArticleResource];
    const configuration = { name: 'news', db: { url: 'sqlite::memory:' } };
    return new MistakenApplication({ domain: newsroom, resources, configDir: __dirname, configuration }).start();
  };

  it.each<[string, string, (application: Application) => void]>([
    ['of a child', 'RESOURCE_NOT_A_ROOT', (application) => application.addResource(Comment, articles)],
    [
      'given twice',
      'RESOURCE_CONFIGURED_TWICE',
      (application) => {
        application.addResource(Article, articles);
        application.addResource(Article, new ResourceConfiguration());
      },
    ],
    [
      'given to a root and to its override class',
      'RESOURCE_CONFIGURATION_TAKEN',
      (application) => {
        application.addResource(Article, articles);
        application.addResource(ArticleResource, new ResourceConfiguration());
      },
    ],
    [
      'of a class without routes',
      'RESOURCE_WITHOUT_ROUTES',
      (application) => application.addResource(ContextFilter, articles),
    ],
    [
      'a route to a method of a root',
      'ROOT_WITHOUT_METHODS',
      (application) => application.resource(Article).builder('{id}/x'),
    ],
    [
      'a default media type that nothing writes',
      'DEFAULT_MEDIA_TYPE_UNSUPPORTED',
      (application) => application.addResource(Article, new ResourceConfiguration({ defaultMediaType: 'text/none' })),
    ],
  ])('%s', async (_, code, define) => {
    await expect(start(define)).rejects.toMatchObject({ code });
  });
});
