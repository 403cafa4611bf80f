import { join } from 'node:path';
import { DocumentsPlugin } from '../../../lib/apidocs/documents-plugin';
import { OrdersApplication } from '../../../samples/orders/src/orders-application';
import { PetclinicApplication } from '../../../samples/petclinic/src/petclinic-application';
import { validatorOf } from '../../support/document-check';
import { documentOf, type OpenApiDocument, sourceOf } from '../../support/document-of';
import { carts } from '../../support/domain/carts';
import { CLUB } from '../../support/domain/club';
import { gallery } from '../../support/domain/gallery';
import { library } from '../../support/domain/library';
import { music } from '../../support/domain/music';
import { ruled } from '../../support/domain/ruled';
import { shop } from '../../support/domain/shop';
import { university } from '../../support/domain/university';
import { unusualModels } from '../../support/domain/unusual-models';
import { inspectedSource } from '../../support/inspected';
import { inspectedDocument } from '../../support/inspected-document';
import { type Complaints, complaintsAbout } from '../../support/openapi-tools';
import { secured } from '../../support/security/secured';

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

const domains = { shop, carts, ruled, unusualModels, library, music, gallery, club: CLUB };

const documents: Record<string, OpenApiDocument> = {};

beforeAll(async () => {
  for (const [domain, types] of Object.entries(domains)) documents[domain] = await inspectedDocument(types);
}, 60_000);

describe.each(Object.keys(domains))('The OpenAPI document of the %s', (domain) => {
  it('has examples that match their schemas', () => {
    const document = documents[domain]!;
    const ajv = validatorOf(document);

    const misfits = Object.entries(document.components.schemas!).flatMap(([name, { examples = [] }]) => {
      const validate = ajv.compile({ $ref: `document#/components/schemas/${name}` });
      return examples.filter((example: unknown) => !validate(example)).map(() => [name, validate.errors]);
    });

    expect(misfits).toEqual([]);
  });

  it('has no $ref inside of allOf, because Swagger UI cannot resolve one that refers back to itself', () => {
    const { paths, components } = documents[domain]!;

    const referring = JSON.stringify({ paths, components }, (key, value) =>
      key === 'allOf' && JSON.stringify(value).includes('"$ref"') ? 'refers' : value,
    );

    expect(referring).not.toContain('"allOf":"refers"');
  });

  it('has a unique operation id and a declared tag for each operation', () => {
    const { paths, tags } = documents[domain]!;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    const names = tags.map(({ name }) => name);

    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.filter((one) => !names.includes(one.tags[0]))).toEqual([]);
  });
});

/** Linters require contact and license. */
const info = {
  title: 'The shop',
  version: '2.1.0',
  contact: { name: 'The shop', url: 'https://example.org/', email: 'shop@example.org' },
  license: { name: 'MIT', identifier: 'MIT' },
};

/** One process checks all documents, because the tools start slowly. */
describe('The OpenAPI documents of all domains', () => {
  it(
    'pass two validators and two linters, and generate types that compile',
    async () => {
      const settings = { security: secured, apidocs: { info } };
      const all = await Promise.all(Object.values(domains).map((types) => inspectedDocument(types, { settings })));
      const documents = [...all, await sampleDocument('orders'), await sampleDocument('petclinic')];
      const invalid = twiceNamed(documents.reduce((one, other) => (sizeOf(other) < sizeOf(one) ? other : one)));

      const [complaintsOfInvalid, ...complaints] = await complaintsAbout([invalid, ...documents]);

      expect(Object.entries(complaintsOfInvalid!).filter(([, lines]) => lines.length === 0)).toEqual([]);
      expect(complaints).toEqual(documents.map(() => NO_COMPLAINTS));
    },
    TOOLS_TIMEOUT_MS,
  );

  it('have the info of the configuration', async () => {
    const { info: documentInfo } = await inspectedDocument(shop, { settings: { apidocs: { info } } });

    expect(documentInfo).toEqual({ ...info, description: expect.stringContaining('snake_case') });
    expect((await inspectedDocument(shop)).info).toMatchObject({ title: 'Shop', version: '1' });
  });

  it.each([
    [{ contact: { email: 'nobody' } }, 'apidocs.info.contact.email'],
    [{ license: { url: 'https://example.org/' } }, 'apidocs.info.license.name'],
    [{ license: { name: 'MIT', identifier: 'MIT', url: 'https://example.org/' } }, 'apidocs.info.license'],
    [{ version: 2 }, 'apidocs.info.version'],
    [{ contact: { url: 'javascript:alert(1)' } }, 'apidocs.info.contact.url'],
  ])('reject an invalid info at startup: %j', async (invalidInfo, key) => {
    await expect(inspectedDocument(shop, { settings: { apidocs: { info: invalidInfo } } })).rejects.toThrow(key);
  });
});

describe('The OpenAPI document of 17 classes', () => {
  it('is smaller than 315 KB', async () => {
    const source = await inspectedSource(university);
    const routes = source.routes.filter(({ resource }) => resource !== DocumentsPlugin.name);
    const document = documentOf({ ...source, routes });

    expect(university).toHaveLength(17);
    expect(university.filter(({ name }) => !document.components.schemas![name])).toEqual([]);
    expect(Object.keys(document.paths).length).toBeGreaterThan(30);
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThan(315_000);
  });
});

describe.each(Object.keys(domains))('The bodies in the OpenAPI document of the %s', (domain) => {
  it('have a schema for each media type', () => {
    const { paths, components } = documents[domain]!;
    const bodies = [components.responses!, components.requestBodies!].flatMap((section) => Object.values(section));
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const inline = operations.flatMap(({ requestBody, responses }) => [requestBody ?? {}, ...Object.values(responses)]);

    const contents = [...bodies, ...inline].flatMap(({ content = {} }) => Object.entries<{ schema?: object }>(content));
    const empty = contents.filter(([, { schema = {} }]) => !Object.keys(schema).length);

    expect(contents.length).toBeGreaterThan(50);
    expect(empty).toEqual([]);
  });
});

const sizeOf = (document: OpenApiDocument) => JSON.stringify(document).length;

/** The document with an operation that has the id of another, and a response without description. */
function twiceNamed(document: OpenApiDocument): OpenApiDocument {
  const [path, methods] = Object.entries(document.paths).find(([, { get, post }]) => get && post)!;
  const get = { operationId: methods.post!.operationId, responses: { 200: {} } };
  return { ...document, paths: { ...document.paths, [path]: { ...methods, get } } } as OpenApiDocument;
}

/** The document of a sample with its own configuration. */
async function sampleDocument(name: keyof typeof SAMPLES): Promise<OpenApiDocument> {
  const projectRoot = join(__dirname, '../../../samples', name);
  const configuration = { db: { url: 'sqlite::memory:' } };
  const application = new SAMPLES[name]({ projectRoot, moduleRoot: join(projectRoot, 'src'), configuration });
  const routes = await application.inspect();
  return documentOf({ ...sourceOf(application), routes });
}

const SAMPLES = { orders: OrdersApplication, petclinic: PetclinicApplication } as const;
