import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv-draft-04';
import { Application } from '../../lib';
import type { ApplicationOptions } from '../../lib/rest';
import { CLUB } from '../support/domain/club';
import { shop } from '../support/domain/shop';
import { namedByHeader } from '../support/security/named-by-header';
import { type Served, serve, useServed } from '../support/serve-shop';

const SCHEMAS = join(__dirname, '..', 'support', 'schemas', 'swagger-1.2');
const BASE = 'https://raw.githubusercontent.com/OAI/OpenAPI-Specification/master/schemas/v1.2/';

function validator(): (name: string) => ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  for (const file of readdirSync(SCHEMAS).filter((name) => name.endsWith('.json'))) {
    ajv.addSchema(JSON.parse(readFileSync(join(SCHEMAS, file), 'utf8')));
  }
  return (name) => ajv.getSchema(`${BASE}${name}.json#`)!;
}

class ClubApplication extends Application {
  constructor(options: ApplicationOptions) {
    super({ ...options, authenticators: [namedByHeader] });
  }
}
class ShopApplication extends Application {}

const schemaOf = validator();

describe.each<[string, () => Promise<Served>]>([
  ['a shop', () => serve(shop, { Class: ShopApplication })],
  ['a club with permissions', () => serve(CLUB, { Class: ClubApplication })],
])('GET {base_url}/api/<application-name>/api-docs of %s', (_, start) => {
  let served: Served;
  // biome-ignore lint/suspicious/noExplicitAny: documents are asserted part by part
  const read = async (path: string): Promise<any> => (await served.request('GET', `/api/shop/api-docs${path}`)).body;

  beforeAll(async () => {
    served = await start();
  });
  afterAll(() => served.stop());

  it('matches the published schema of resource listings, and lists every resource once, sorted', async () => {
    const listing = await read('');
    const validate = schemaOf('resourceListing');

    expect([validate(listing), validate.errors]).toEqual([true, null]);
    const paths = listing.apis.map(({ path }: { path: string }) => path);
    expect(paths).toEqual([...new Set(paths)].sort());
    expect(paths.length).toBeGreaterThan(2);
  });

  it('links to declarations that match the published schema, with sorted operations and existing models', async () => {
    const { apis } = await read('');

    for (const { path } of apis) {
      const declaration = await read(path);
      const validate = schemaOf('apiDeclaration');
      expect([path, validate(declaration), validate.errors]).toEqual([path, true, null]);
      expect(declaration.basePath).toBe(served.address);
      expect(declaration.resourcePath).toBe(path);
      const routes = declaration.apis.map((api: { path: string }) => api.path);
      expect(routes).toEqual([...routes].sort());
      const referred = [...JSON.stringify(declaration).matchAll(/"(?:type|\$ref|responseModel)":"([A-Z]\w*)"/g)].map(
        ([, name]) => name!,
      );
      for (const name of referred) expect(Object.keys(declaration.models)).toContain(name);
    }
  });

  it('is cached by clients until it changes', async () => {
    for (const path of ['', '/nothing-of-the-kind']) {
      const { status, headers } = await served.request('GET', `/api/shop/api-docs${path}`);
      if (path !== '') {
        expect(status).toBe(404);
        continue;
      }
      const again = await served.request('GET', '/api/shop/api-docs', undefined, {
        'If-None-Match': headers.get('ETag')!,
      });
      expect([status, again.status]).toEqual([200, 304]);
    }
  });
});

describe('A declaration of Swagger 1.2', () => {
  // biome-ignore lint/suspicious/noExplicitAny: documents are asserted part by part
  let clubs: any;

  const settings = { security: { basic: {} } };
  const served = useServed(CLUB, { Class: ClubApplication, settings });

  beforeAll(async () => {
    clubs = (await served.request('GET', '/api/shop/api-docs/clubs')).body;
  });

  const operation = (path: string, method: string) =>
    clubs.apis
      .find((api: { path: string }) => api.path === path)
      .operations.find((one: { method: string }) => one.method === method);

  it('has a nickname for each operation, the name of its method, and its permissions', () => {
    const create = operation('/clubs', 'POST');

    expect(create).toMatchObject({ nickname: 'createClub', type: 'Club', authorizations: { basic: [] } });
    expect(create.notes).toContain('club.post');
    expect(create.notes).toContain('The body may be an array of these');
    expect(create.responseMessages.map(({ code }: { code: number }) => code)).toEqual(
      expect.arrayContaining([201, 401, 403, 422]),
    );
  });

  it('describes a list as an array of the model, and the search operators in its notes', () => {
    const [list, read] = [operation('/clubs', 'GET'), operation('/clubs/{id}', 'GET')];

    expect(list).toMatchObject({ type: 'array', items: { $ref: 'Club' } });
    expect(read).toMatchObject({ type: 'Club' });
    expect(list.notes).toMatch(/`ne`, `gt`, `gte`, .* and `null`/);
    expect(operation('/clubs', 'POST').notes).not.toContain('`gte`');
  });

  it('has parameters at their real places, with their types', () => {
    const list = operation('/clubs', 'GET').parameters;
    const named = (name: string) => list.find((parameter: { name: string }) => parameter.name === name);

    expect(named('per_page')).toMatchObject({
      paramType: 'query',
      type: 'integer',
      minimum: '1',
      maximum: '100',
      required: false,
    });
    expect(named('name')).toMatchObject({ paramType: 'query', type: 'string', allowMultiple: true });
    expect(named('teams.players.name')).toMatchObject({ paramType: 'query' });
    expect(named('include')).toMatchObject({ paramType: 'query', type: 'string', allowMultiple: true });
    const update = operation('/clubs/{id}', 'PUT').parameters;
    expect(update).toContainEqual(expect.objectContaining({ paramType: 'path', name: 'id', required: true }));
    expect(update).toContainEqual(expect.objectContaining({ paramType: 'body', type: 'ClubUpdate', required: true }));
  });

  it('has models with required and read-only fields, and no hidden ones', () => {
    const { Club, ClubUpdate, TeamCreate } = clubs.models;

    expect(Club.properties.id).toMatchObject({ type: 'integer' });
    expect(Club.properties.teams).toEqual({ type: 'array', items: { $ref: 'Team' }, description: expect.anything() });
    expect(Object.keys(ClubUpdate.properties)).toEqual(expect.arrayContaining(['name', 'teams']));
    expect(TeamCreate ?? ClubUpdate).toBeDefined();
    expect(JSON.stringify(clubs)).not.toContain('secret');
  });

  it('describes an action by its arguments', () => {
    const { parameters, nickname } = operation('/clubs/{id}/rename', 'PUT');

    const body = parameters.find(({ paramType }: { paramType: string }) => paramType === 'body');
    expect(nickname).toBe('renameClub');
    expect(clubs.models[body.type]).toMatchObject({ required: ['name'], properties: { name: { type: 'string' } } });
  });
});

describe('The declarations of an application with a path of its own', () => {
  it.each([
    ['basePath', { basePath: '/v1' }, '/v1'],
    ['mounts', { mounts: { ShopApplication: '/shop' } }, '/shop'],
    ['both', { basePath: '/v1', mounts: { ShopApplication: '/shop' } }, '/v1/shop'],
  ])('have that path as basePath, and list all operations: %s', async (_, container, path) => {
    const { address, request, stop } = await serve(shop, { Class: ShopApplication, container });

    const listing = await request('GET', `${path}/api/shop/api-docs`);
    const orders = await request('GET', `${path}/api/shop/api-docs/orders`);
    await stop();

    expect(listing.body.apis.map((api: { path: string }) => api.path)).toContain('/orders');
    expect(orders.body.basePath).toBe(address + path);
    const { operations } = orders.body.apis.find((api: { path: string }) => api.path === '/orders');
    expect(operations.map(({ nickname }: { nickname: string }) => nickname)).toEqual(['listOrders', 'createOrder']);
  });

  it('have the host and the scheme that the proxy wrote in basePath, not those of the client', async () => {
    const server = { proxy: true, connectors: [{ port: 0, scheme: 'http' }] };
    const { request, stop } = await serve(shop, { Class: ShopApplication, container: { server } });

    const orders = await request('GET', '/api/shop/api-docs/orders', undefined, {
      'X-Forwarded-Host': 'evil.example, shop.example',
      'X-Forwarded-Proto': 'http, https',
    });
    await stop();

    expect(orders.body.basePath).toBe('https://shop.example');
  });
});
