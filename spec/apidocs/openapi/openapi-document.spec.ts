import { join } from 'node:path';
import { Column, DataType, Table } from 'sequelize-typescript';
import {
  Action,
  AggregateRoot,
  Application,
  BaseDomain,
  DOCUMENTATION,
  Generated,
  type Request,
  Resource,
  type Response,
  type RouteDocumentation,
} from '../../../lib';
import { DocumentsPlugin } from '../../../lib/apidocs/documents-plugin';
import { Public, Secure } from '../../../lib/security';
import { OrdersApplication } from '../../../samples/orders/src/orders-application';
import { PetclinicApplication } from '../../../samples/petclinic/src/petclinic-application';
import { validatorOf } from '../../support/document-check';
import { documentOf, type OpenApiDocument, sourceOf } from '../../support/document-of';
import { carts } from '../../support/domain/carts';
import { CLUB } from '../../support/domain/club';
import { gallery } from '../../support/domain/gallery';
import { library } from '../../support/domain/library';
import { music } from '../../support/domain/music';
import { oddities } from '../../support/domain/oddities';
import { ruled } from '../../support/domain/ruled';
import { Order, shop } from '../../support/domain/shop';
import { university } from '../../support/domain/university';
import { type InspectOptions, inspectedSource } from '../../support/inspected';
import { type Complaints, complaintsAbout } from '../../support/openapi-tools';
import { namedByHeader } from '../../support/security/named-by-header';

beforeAll(() => jest.spyOn(console, 'warn').mockImplementation());
afterAll(() => jest.restoreAllMocks());

const TOOLS_TIMEOUT_MS = 180_000;

const NO_COMPLAINTS: Complaints = {
  '@readme/openapi-parser': [],
  '@redocly/openapi-core': [],
  '@seriousme/openapi-schema-validator': [],
  '@stoplight/spectral-core': [],
  'openapi-typescript': [],
};

const domains = { shop, carts, ruled, oddities, library, music, gallery, club: CLUB };

describe.each(Object.entries(domains))('The OpenAPI document of the %s', (_, types) => {
  it('has examples that fit their schemas', async () => {
    const document = await inspected(types);
    const ajv = validatorOf(document);

    const misfits = Object.entries(document.components.schemas!).flatMap(([name, { examples = [] }]) => {
      const validate = ajv.compile({ $ref: `document#/components/schemas/${name}` });
      return examples.filter((example: unknown) => !validate(example)).map(() => [name, validate.errors]);
    });

    expect(misfits).toEqual([]);
  });

  it('refers to no schema within allOf, for Swagger UI cannot resolve one that leads back to itself', async () => {
    const { paths, components } = await inspected(types);

    const referring = JSON.stringify({ paths, components }, (key, value) =>
      key === 'allOf' && JSON.stringify(value).includes('"$ref"') ? 'refers' : value,
    );

    expect(referring).not.toContain('"allOf":"refers"');
  });

  it('has an id of its own for each operation, and a group', async () => {
    const { paths, tags } = await inspected(types);
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    const names = tags.map(({ name }) => name);

    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.filter((one) => !names.includes(one.tags[0]))).toEqual([]);
  });
});

/** What the owner of an API alone knows; linters ask for it. */
const info = {
  title: 'The shop',
  version: '2.1.0',
  contact: { name: 'The shop', url: 'https://example.org/', email: 'shop@example.org' },
  license: { name: 'MIT', identifier: 'MIT' },
};

/** The tools take their time: one process is asked about all. */
describe('The OpenAPI documents of all domains', () => {
  it(
    'are taken by two validators and two linters, and types are made of them that compile',
    async () => {
      const settings = { security: secured, apidocs: { info } };
      const all = await Promise.all(Object.values(domains).map((types) => inspected(types, { settings })));
      const documents = [...all, await sampleDocument('orders'), await sampleDocument('petclinic')];
      const [first] = documents as [OpenApiDocument];
      const orders = { ...first.paths['/orders'], get: { operationId: 'createOrder', responses: { 200: {} } } };
      const wrong = { ...first, paths: { ...first.paths, '/orders': orders } };

      const [ofWrong, ...complaints] = await complaintsAbout([wrong, ...documents]);

      expect(Object.entries(ofWrong!).filter(([, said]) => said.length === 0)).toEqual([]);
      expect(complaints).toEqual(documents.map(() => NO_COMPLAINTS));
    },
    TOOLS_TIMEOUT_MS,
  );

  it('say of the API as a whole what the configuration does', async () => {
    const { info: told } = await inspected(shop, { settings: { apidocs: { info } } });

    expect(told).toEqual({ ...info, description: expect.stringContaining('snake_case') });
    expect((await inspected(shop)).info).toMatchObject({ title: 'Shop', version: '1' });
  });

  it.each([
    [{ contact: { email: 'nobody' } }, 'apidocs.info.contact.email'],
    [{ license: { url: 'https://example.org/' } }, 'apidocs.info.license.name'],
    [{ license: { name: 'MIT', identifier: 'MIT', url: 'https://example.org/' } }, 'apidocs.info.license'],
    [{ version: 2 }, 'apidocs.info.version'],
    [{ contact: { url: 'javascript:alert(1)' } }, 'apidocs.info.contact.url'],
  ])('stop the start where that is wrong: %j', async (wrong, key) => {
    await expect(inspected(shop, { settings: { apidocs: { info: wrong } } })).rejects.toThrow(key);
  });
});

describe('The OpenAPI document of 17 classes', () => {
  it('has less than 300 KB, as it is served', async () => {
    const source = await inspectedSource(university);
    const routes = source.routes.filter(({ resource }) => resource !== DocumentsPlugin.name);
    const document = documentOf({ ...source, routes });

    expect(university).toHaveLength(17);
    expect(university.filter(({ name }) => !document.components.schemas![name])).toEqual([]);
    expect(Object.keys(document.paths).length).toBeGreaterThan(30);
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThan(300_000);
  });
});

describe.each(Object.entries(domains))('Each body that the OpenAPI document of the %s tells of', (_, types) => {
  it('has a schema in each of its media types', async () => {
    const { paths, components } = await inspected(types);
    const bodies = [components.responses!, components.requestBodies!].flatMap((section) => Object.values(section));
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const inline = operations.flatMap(({ requestBody, responses }) => [requestBody ?? {}, ...Object.values(responses)]);

    const contents = [...bodies, ...inline].flatMap(({ content = {} }) => Object.entries<{ schema?: object }>(content));
    const empty = contents.filter(([, { schema = {} }]) => !Object.keys(schema).length);

    expect(contents.length).toBeGreaterThan(50);
    expect(empty).toEqual([]);
  });
});

describe('The OpenAPI document', () => {
  it('names operations by the generated methods, in the order of paths and methods', async () => {
    const { paths } = await inspected(shop);
    const listed = Object.entries(paths).filter(([path]) => /^\/(orders|countries)(\/[^/]+)?$/.test(path));

    expect(
      listed.map(([path, methods]) => [
        path,
        Object.entries(methods).map(([method, one]) => [method, one.operationId]),
      ]),
    ).toEqual([
      [
        '/countries',
        [
          ['get', 'listCountries'],
          ['post', 'createCountry'],
        ],
      ],
      [
        '/countries/{id}',
        [
          ['get', 'readCountry'],
          ['put', 'updateCountry'],
          ['patch', 'patchCountry'],
          ['delete', 'deleteCountry'],
        ],
      ],
      [
        '/orders',
        [
          ['get', 'listOrders'],
          ['post', 'createOrder'],
        ],
      ],
      [
        '/orders/{id}',
        [
          ['get', 'readOrder'],
          ['put', 'updateOrder'],
          ['patch', 'patchOrder'],
          ['delete', 'deleteOrder'],
        ],
      ],
    ]);
  });

  it('shows neither hidden fields nor excluded operations', async () => {
    const document = await inspected(shop);

    expect(document.paths['/categories/{id}']).not.toHaveProperty('delete');
    expect(document.paths['/categories/{category_id}/children']).toHaveProperty('post');
    expect(document.paths['/categories/{category_id}/children/{id}']).not.toHaveProperty('put');
    expect(JSON.stringify(document)).not.toMatch(/internal_?notes/i);
    expect(document.components.schemas!.Category.properties).not.toHaveProperty('parent');
  });

  it('shows what is written only in payloads, and what is read only in answers', async () => {
    const { schemas } = (await inspected(shop)).components;

    expect(schemas!.OrderCreate.properties.gift_code).toMatchObject({ writeOnly: true });
    expect(schemas!.Order.properties).not.toHaveProperty('gift_code');
    expect(schemas!.Order.properties.rating).toMatchObject({ readOnly: true });
    expect(schemas!.OrderCreate.properties.rating).toMatchObject({ type: 'null', readOnly: true });
  });

  it('tells the places and types of the parameters of a list', async () => {
    const { paths, components } = await inspected(shop, { settings: { search: { maxPerPage: 50 } } });
    const { parameters } = paths['/orders/{order_id}/order_items']!.get!;
    const resolved = parameters.map((one: { $ref?: string }) => resolve(components, one));

    expect(resolved.map((one: { in: string; name: string }) => `${one.in} ${one.name}`)).toEqual(
      [
        'path order_id',
        'query sku',
        'query product.name',
        'query shipments.carrier',
        'query comparisons',
        'query or',
        'query sort',
        'query page',
        'query per_page',
        'query after',
        'query count',
        'query include',
        'query exclude',
        'query expand',
      ].filter((name) => name !== 'query shipments.carrier'),
    );
    expect(resolved[0]).toMatchObject({ required: true, schema: { $ref: '#/components/schemas/OrderKey' } });
    expect(components.schemas!.OrderKey.anyOf).toEqual([
      { type: 'integer', format: 'int64' },
      { type: 'string', pattern: '^-?\\d+$' },
    ]);
    expect(resolved.find((one: { name: string }) => one.name === 'per_page').schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 50,
    });
    expect(resolved.find((one: { name: string }) => one.name === 'sort').schema.items.pattern).toMatch(
      /^\^-\?\(.*\|sku.*\)\$$/,
    );
  });

  it('leads from a create to what can be done with the created', async () => {
    const { paths } = await inspected(shop);

    expect(paths['/orders/{order_id}/order_items']!.post!.responses['201'].links).toMatchObject({
      readOrderOrderItem: {
        operationId: 'readOrderOrderItem',
        parameters: { order_id: '$request.path.order_id', id: '$response.body#/id' },
      },
    });
  });

  it('takes one or several in a create, and by their ids, of which it describes one', async () => {
    const { paths, components } = await inspected(shop, { settings: { bulk: { maxItems: 7 } } });
    const { requestBody, responses } = paths['/orders']!.post!;
    const [key] = paths['/orders/{id}']!.get!.parameters;
    const id = resolve(components, key);

    expect(resolve(components, requestBody).content['application/json'].schema.anyOf).toEqual([
      { $ref: '#/components/schemas/OrderCreate' },
      { type: 'array', items: { $ref: '#/components/schemas/OrderCreate' }, maxItems: 7 },
    ]);
    expect(responses['201'].headers).toHaveProperty('Location');
    expect(id).toMatchObject({ name: 'id', schema: { $ref: '#/components/schemas/OrderKey' } });
    expect(id.description).toContain('up to 7 orders, separated by commas');
  });

  it('has the arguments of an action as its body, and none where it takes none', async () => {
    const { paths, components } = await inspected(ruled);

    expect(paths['/lots/{id}/hammer']!.put!.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/HammerLotArguments' } } },
    });
    expect(components.schemas!.HammerLotArguments).toMatchObject({
      required: ['price', 'buyer', 'is_final', 'serial'],
      properties: { buyer: { properties: { id: {} }, required: ['id'] }, remark: { type: ['string', 'null'] } },
      additionalProperties: false,
    });
    expect(paths['/lots/{id}/close']!.put).not.toHaveProperty('requestBody');
  });

  it('tells the media types that the application reads and writes', async () => {
    const { paths, components } = await inspected(shop);
    const contentOf = (part: { $ref?: string }) => Object.keys(resolve(components, part).content);
    const { post, get } = paths['/orders']!;
    const { patch } = paths['/orders/{id}']!;

    const written = ['application/json', 'application/xml', 'application/yaml'];
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    expect(contentOf(post!.requestBody)).toEqual([...written, 'text/csv', ...forms]);
    expect(contentOf(patch!.requestBody)).toEqual([
      'application/json',
      'application/merge-patch+json',
      'application/xml',
      'application/yaml',
      ...forms,
      'application/vnd.koaggregate.batch+json',
    ]);
    expect(contentOf(get!.responses['200'])).toEqual([...written, 'text/csv']);
    expect(contentOf(patch!.responses['200'])).toEqual(written);
  });

  it('has the schema of each media type: lists in a table, one object in a form', async () => {
    const { paths, components } = await inspected(shop);
    const { post, get } = paths['/orders']!;
    const { content } = resolve(components, post!.requestBody);
    const listed = resolve(components, get!.responses['200']).content;

    const order = { $ref: '#/components/schemas/OrderCreate' };
    expect(content['multipart/form-data'].schema).toEqual(order);
    expect(content['text/csv'].schema).toEqual({ type: 'array', items: order, maxItems: 1000 });
    expect(content['application/xml']).toEqual(content['application/json']);
    expect(listed['text/csv'].schema).toEqual({ $ref: '#/components/schemas/OrderList' });
    expect(components.schemas!.OrderList).toMatchObject({ type: 'array' });
    expect(listed['application/json'].schema.anyOf[1]).toEqual({ $ref: '#/components/schemas/OrderPage' });
  });

  it('answers one key with the model, of which `include` and `exclude` leave a part', async () => {
    const { paths, components } = await inspected(shop);
    const { get, put } = paths['/orders/{id}']!;
    const schemaOf = (one: { $ref?: string }) => resolve(components, one).content['application/json'].schema;

    const order = { $ref: '#/components/schemas/Order' };
    expect(schemaOf(put!.responses['200'])).toEqual(order);
    expect(schemaOf(get!.responses['200'])).toEqual({ anyOf: [order, { $ref: '#/components/schemas/OrderPart' }] });
    expect(components.schemas!.OrderPart.description).toContain('`include` or `exclude`');
  });

  it('has timestamps that are never null, and keys by the names of their schemas', async () => {
    const { schemas } = (await inspected(shop)).components;

    expect(schemas!.Order.properties.created_at).toEqual({ type: 'string', format: 'date-time', readOnly: true });
    expect(schemas!.Order.properties.id).toEqual({ $ref: '#/components/schemas/OrderKey', readOnly: true });
    expect(schemas!.OrderItem.properties.product_id.anyOf).toContainEqual({ $ref: '#/components/schemas/ProductKey' });
  });

  it('stands at the path where the application is mounted', async () => {
    const source = await inspectedSource(shop);

    const document = documentOf({ ...source, mountPath: '/base/shop' });

    expect(document).toMatchObject({ openapi: '3.1.1', servers: [{ url: '/base/shop' }], info: { title: 'Shop' } });
  });
});

/** bcrypt's cost is of no matter here: nobody logs in. */
const secured = {
  basic: { realm: 'shop' },
  session: { store: 'memory', cookie: 'shop_session' },
  rateLimit: { requests: 100, perS: 60 },
};

@AggregateRoot
@Secure({ method: 'POST', permissions: ['papers.file', 'papers.see'] })
@Public({ method: 'DELETE' })
@Table({ tableName: 'papers' })
class Paper extends BaseDomain {
  @Secure({ method: 'GET', permissions: ['papers.weigh'] })
  @Column(DataType.INTEGER)
  declare weight: number | null;

  @Secure({ permissions: ['papers.fold'] })
  @Action({ value: 'fold' })
  fold(): void {}
}

@AggregateRoot
@Table({ tableName: 'drafts' })
class Draft extends BaseDomain {
  @Action({ value: 'review', returns: Draft })
  async review(): Promise<Draft> {
    return this;
  }

  @Action({ value: 'siblings', returns: [Draft] })
  async siblings(): Promise<Draft[]> {
    return [this];
  }

  @Action({ value: 'title', returns: String })
  async title(): Promise<string> {
    return 'A draft';
  }

  @Action({ value: 'copy' })
  copy(): Draft {
    return this;
  }

  @Action({ value: 'check' })
  async check(): Promise<object> {
    return {};
  }
}

describe('An action, in the OpenAPI document', () => {
  const draft = { $ref: '#/components/schemas/Draft' };

  it.each([
    ['review', draft],
    ['siblings', { type: 'array', items: draft }],
    ['title', { type: 'string' }],
    ['copy', draft],
    ['check', { description: 'The model does not declare its type.' }],
  ])('has the type that it returns, as far as the model says: %s', async (name, schema) => {
    const { paths, components } = await inspected([Draft]);
    const { content, description } = resolve(components, paths[`/drafts/{id}/${name}`]!.put!.responses['200']);

    expect(content['application/json'].schema).toEqual(schema);
    expect(description).toMatch(name === 'check' ? /does not declare/ : /^The result of the action\.$/);
  });

  it('has the media types that hold it: a table for a list, plain text for a text', async () => {
    const { paths, components } = await inspected([Draft]);
    const typesOf = (name: string) =>
      Object.keys(resolve(components, paths[`/drafts/{id}/${name}`]!.put!.responses['200']).content);

    expect(typesOf('review')).toEqual(['application/json', 'application/xml', 'application/yaml']);
    expect(typesOf('siblings')).toContain('text/csv');
    expect(typesOf('title')).toContain('text/plain');
  });
});

class PlainApplication extends Application {
  override defineRoutes(): void {
    this.addRoute({ method: 'GET', path: '/plain/word', name: 'readWord', handle: () => 'word' });
  }
}

describe('The security of the OpenAPI document', () => {
  it('offers what the configuration turns on', async () => {
    const { components } = await inspected([Paper], { settings: { security: secured } });

    expect(components.securitySchemes).toMatchObject({
      basic: { type: 'http', scheme: 'basic' },
      session: { type: 'apiKey', in: 'cookie', name: 'shop_session' },
    });
  });

  it('asks for the permissions of each operation, by any of the ways', async () => {
    const { paths } = await inspected([Paper], { settings: { security: secured } });
    const { security, description, responses } = paths['/papers']!.post!;

    expect(security).toEqual([{ basic: [] }, { session: [] }]);
    expect(paths['/papers']!.post!['x-permissions']).toEqual(['papers.file', 'papers.see']);
    expect(description).toContain('Requires the permissions `papers.file` and `papers.see`.');
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '403', '429']));
    expect(paths['/papers/{id}/fold']!.put).toMatchObject({ 'x-permissions': ['papers.fold'] });
  });

  it('asks for nothing where none is needed, and tells that credentials may show more', async () => {
    const { paths, components } = await inspected([Paper], {
      settings: { security: { basic: {}, session: { store: 'memory' } } },
    });

    expect(paths['/papers']!.get!.security).toEqual([{}, { basic: [] }, { session: [] }]);
    expect(paths['/session']!.post!.security).toEqual([]);
    expect(components.schemas!.Paper.properties.weight).toMatchObject({ 'x-permissions': ['papers.weigh'] });
    expect(components.schemas!.Paper.required).not.toContain('weight');
  });

  it('asks everywhere but on public routes and paths where everybody must be known', async () => {
    const security = { basic: {}, authenticate: 'always', publicPaths: ['/plain'] };
    const { paths } = await inspected([Paper], { Class: PlainApplication, settings: { security } });

    expect(paths['/papers']!.get!.security).toEqual([{ basic: [] }]);
    expect(paths['/papers/{id}']!.delete!.security).toEqual([{}, { basic: [] }]);
    expect(paths['/admin/routes']!.get!.security).toEqual([{ basic: [] }]);
    expect(paths['/plain/word']!.get!.security).toEqual([]);
  });
});

@Resource(Order)
class OrderResource extends Generated(Order) {
  async readOrder(request: Request, response: Response): Promise<unknown> {
    return super.readOrder!(request, response);
  }

  invoice(): object {
    return { number: '2026-1' };
  }

  audit(): void {}
}

class ShopApplication extends Application {
  override defineRoutes(): void {
    const orders = this.resource(OrderResource);
    const invoice: RouteDocumentation = {
      summary: 'Read the invoice of an order',
      description: 'As it was sent.',
      parameters: {
        id: { description: 'Of the order.', schema: { type: 'integer' } },
        copy: { schema: { type: 'boolean' } },
      },
      responses: {
        200: { description: 'The invoice.', content: { type: 'object', properties: { number: { type: 'string' } } } },
        404: { description: 'There is none yet.' },
      },
    };
    orders.builder('{id}/invoice').action('GET', 'invoice').attribute(DOCUMENTATION, invoice);
    orders.builder('/orders/{id}/audit').action('POST', 'audit').action('PUT', 'audit');
    const audits: RouteDocumentation = { tag: 'Audits', body: Order, responses: { 200: { content: [Order] } } };
    orders.builder('/audits').action('POST', 'audit').attribute(DOCUMENTATION, audits);
    orders
      .builder('/secret')
      .action('GET', 'audit')
      .attribute(DOCUMENTATION, { hidden: true } satisfies RouteDocumentation);
  }
}

describe('A route that is made by hand, in the OpenAPI document', () => {
  const settings = { Class: ShopApplication, resources: [OrderResource] };

  it('is described by the attribute DOCUMENTATION', async () => {
    const { paths, components } = await inspected(shop, settings);
    const { parameters, responses, ...invoice } = paths['/orders/{id}/invoice']!.get!;

    expect(invoice).toMatchObject({
      tags: ['Order'],
      operationId: 'invoice',
      summary: 'Read the invoice of an order',
      description: 'As it was sent.',
    });
    expect(parameters.slice(0, 2)).toEqual([
      { name: 'id', in: 'path', required: true, description: 'Of the order.', schema: { type: 'integer' } },
      { name: 'copy', in: 'query', schema: { type: 'boolean' } },
    ]);
    expect(responses['200'].content['application/json'].schema.properties).toEqual({ number: { type: 'string' } });
    expect(responses['404']).toMatchObject({
      description: 'There is none yet.',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    });
    expect(components.schemas).toHaveProperty('Order');
  });

  it('takes and gives domain classes as generated routes do', async () => {
    const { paths } = await inspected(shop, settings);
    const { tags, requestBody, responses } = paths['/audits']!.post!;

    expect(tags).toEqual(['Audits']);
    expect(requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/OrderCreate' });
    expect(responses['200'].content['application/json'].schema).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Order' },
    });
  });

  it('is told with what is known of it where it says nothing, each under an id of its own', async () => {
    const { paths } = await inspected(shop, settings);
    const { post, put } = paths['/orders/{id}/audit']!;

    expect([post!.operationId, put!.operationId]).toEqual(['audit', 'auditPut']);
    expect(post).toMatchObject({ tags: ['Order'], summary: 'Audit', responses: { 200: { description: 'Done.' } } });
  });

  it('is left out where it is hidden', async () => {
    const { paths } = await inspected(shop, settings);

    expect(paths).not.toHaveProperty('/secret');
  });

  it('leaves an overridden route as it was generated', async () => {
    const { paths } = await inspected(shop, settings);

    expect(paths['/orders/{id}']!.get).toEqual((await inspected(shop)).paths['/orders/{id}']!.get);
  });
});

describe('A collection with a scope', () => {
  it('does not ask for what it gives to new elements', async () => {
    const { schemas } = (await inspected(gallery)).components;

    expect(schemas!.CommentCreate.required).toEqual(['text', 'owner_type']);
    expect(schemas!.CommentCreateInVideo.required).toEqual(['text']);
    expect(schemas!.MarkCreateInImage.required).toEqual(['name']);
  });
});

/** With the configuration of its folder. */
async function sampleDocument(name: keyof typeof SAMPLES): Promise<OpenApiDocument> {
  const projectRoot = join(__dirname, '../../../samples', name);
  const configuration = { db: { url: 'sqlite::memory:' } };
  const application = new SAMPLES[name]({ projectRoot, moduleRoot: join(projectRoot, 'src'), configuration });
  const routes = await application.inspect();
  return documentOf({ ...sourceOf(application), routes });
}

const SAMPLES = { orders: OrdersApplication, petclinic: PetclinicApplication } as const;

async function inspected(types: readonly unknown[], options: InspectOptions = {}): Promise<OpenApiDocument> {
  return documentOf(await inspectedSource(types, { authenticators: [namedByHeader], ...options }));
}

// biome-ignore lint/suspicious/noExplicitAny: parts of a document
function resolve(components: OpenApiDocument['components'], object: { readonly $ref?: string }): any {
  const [, , kind, name] = object.$ref?.split('/') ?? [];
  return kind && name ? components[kind]![name] : object;
}
