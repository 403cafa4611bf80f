import type { Sequelize } from 'sequelize-typescript';
import type { EntityMetadata, MetadataRegistry } from '../../lib/metadata';
import { billing } from '../support/domain/billing';
import { gallery } from '../support/domain/gallery';
import { library } from '../support/domain/library';
import { music } from '../support/domain/music';
import { ruled } from '../support/domain/ruled';
import { shop } from '../support/domain/shop';
import { unusualModels } from '../support/domain/unusual-models';
import { inspectedSource } from '../support/inspected';
import { RandomPayloads, textOf } from '../support/random-payloads';
import { namedByHeader } from '../support/security/named-by-header';
import { numbersFrom, seedOr } from '../support/seed';
import { type Served, serve } from '../support/serve-shop';

const SEED = seedOr(11);
const ATTEMPTS = 150;
const ENOUGH = 12;
const JSON_TYPE = { 'Content-Type': 'application/json' };

const domains = { billing, shop, ruled, unusualModels, library, music, gallery };

beforeAll(() => jest.spyOn(console, 'warn').mockImplementation());
afterAll(() => jest.restoreAllMocks());

describe.each(Object.entries(domains))('A read of the %s', (_, types) => {
  let served: Served;
  let paths: readonly string[];
  let byRows: readonly ApiResponse[];

  beforeAll(async () => {
    const { registry } = await inspectedSource(types, { authenticators: [namedByHeader] });
    served = await serve(types, { authenticators: [namedByHeader] });
    await seed(registry, served);
    paths = await pathsIn(registry, served);
    byRows = await responsesTo(served, paths);
  }, 60_000);
  afterAll(() => served.stop());

  it(`has the same response, byte by byte, from rows and from instances (seed ${SEED})`, async () => {
    const { sequelize } = types[0] as unknown as { sequelize: Sequelize };
    // A hook of reads makes the framework read instances.
    sequelize.addHook('beforeFind', 'seen', () => undefined);
    const byInstances = await responsesTo(served, paths);
    sequelize.removeHook('beforeFind', 'seen');

    expect(byRows).toEqual(byInstances);
    expect(byRows.filter(({ status }) => status === 200).length).toBeGreaterThan(paths.length / 2);
  }, 60_000);

  it(`is the JSON that JSON.stringify would write (seed ${SEED})`, () => {
    for (const { body, status } of byRows) if (status === 200) expect(JSON.stringify(JSON.parse(body))).toBe(body);
  });
});

async function seed({ aggregates }: MetadataRegistry, { address }: Served): Promise<void> {
  const random = new RandomPayloads(numbersFrom(SEED));
  for (const { root, resourceName } of aggregates) {
    let created = 0;
    for (let attempt = 0; attempt < ATTEMPTS && created < ENOUGH; attempt++) {
      const body = textOf(random.payload(root, 'create'));
      const { status } = await fetch(`${address}/${resourceName}`, { method: 'POST', body, headers: JSON_TYPE });
      if (status === 201) created++;
    }
  }
}

async function pathsIn({ aggregates }: MetadataRegistry, { address }: Served): Promise<string[]> {
  const paths: string[] = [];
  for (const { root, resourceName, paths: below } of aggregates) {
    const list = `/${resourceName}`;
    const shown = (await (await fetch(address + list)).json()) as Record<string, unknown>[];
    const keys = Array.isArray(shown) ? shown.map((one) => encodeURIComponent(String(one[root.key.wireName]))) : [];
    const all = namesBelow(root).map((name) => `expand=${name}`);
    const queries = ['', '?page=1', '?page=2&per_page=3', '?sort=-id', `?${all.join('&')}`];
    paths.push(...queries.map((query) => list + query), `${list}/${keys.join(',')},none`);
    const collections = below.filter(({ length }) => length === 1).map((path) => path[0]!.wireName);
    for (const key of keys.slice(0, 3)) {
      paths.push(`${list}/${key}`, `${list}/${key}?${all.join('&')}`);
      paths.push(...collections.map((name) => `${list}/${key}/${name}?per_page=5`));
    }
  }
  return paths;
}

function namesBelow({ collections, references }: EntityMetadata): string[] {
  return [...collections.values(), ...references.values()].map(({ wireName }) => wireName);
}

interface ApiResponse {
  readonly path: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

async function responsesTo({ address }: Served, paths: readonly string[]): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = [];
  for (const path of paths) {
    const { status, headers, ...response } = await textAt(address + path);
    // These two differ in each response.
    const { date: _, 'x-request-id': __, ...same } = Object.fromEntries(headers);
    responses.push({ path, status, headers: same, body: response.body.replace(/"request_id":"[^"]*"/, '') });
  }
  return responses;
}

async function textAt(url: string): Promise<{ status: number; headers: Headers; body: string }> {
  const response = await fetch(url);
  return { status: response.status, headers: response.headers, body: await response.text() };
}
