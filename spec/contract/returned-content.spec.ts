import { Column, DataType, HasMany, Table } from 'sequelize-typescript';
import {
  Action,
  AggregateRoot,
  Application,
  BaseDomain,
  ConflictException,
  type EntityId,
  type Filter,
  Generated,
  Hidden,
  type Request,
  Resource,
  type Response,
} from '../../lib';
import type { ApplicationOptions } from '../../lib/rest';
import { KeyOf } from '../support/columns';
import { type ApiResponse, serve, useServed } from '../support/serve-shop';

const SECRET = 'four-times-left';

@Table({ tableName: 'vault_boxes' })
class VaultBox extends BaseDomain {
  @Hidden @Column declare boxSecret: string;
  @KeyOf(() => Vault) declare vaultId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'vaults' })
class Vault extends BaseDomain {
  @Column declare shortName: string;
  @Column(DataType.JSON) declare settings: object | null;
  @Hidden @Column declare doorSecret: string;
  @HasMany(() => VaultBox) declare boxes: VaultBox[];

  @Action({ value: 'show' })
  show(kind: string): unknown {
    return SHAPES[kind]!(this);
  }

  @Action({ value: 'tell' })
  async *tell(): AsyncGenerator<unknown> {
    yield this;
    yield new Report(this);
  }
}

class Report {
  readonly madeAt = new Date(0);
  readonly parts: readonly unknown[];

  constructor(readonly theVault: Vault) {
    this.parts = [{ innerVault: theVault, 'SKU-A': 1 }];
  }
}

class Shelf {
  constructor(readonly topVault: Vault) {}

  *[Symbol.iterator](): Iterator<Vault> {
    yield this.topVault;
  }
}

/** The names of an object, and those in its JSON: `same_name` is there, so that `sameName` stays as it is. */
const NAMES = [
  ['camelKey', 'camel_key'],
  ['customerURL', 'customer_url'],
  ['snake_key', 'snake_key'],
  ['SKU-A', 'SKU-A'],
  ['2024-01', '2024-01'],
  ['Some Key', 'Some Key'],
  ['PascalKey', 'PascalKey'],
  ['sameName', 'sameName'],
  ['same_name', 'same_name'],
] as const;
const numbered = (side: 0 | 1) => Object.fromEntries(NAMES.map((names, index) => [names[side], index]));

/** The content that a method returns, by name, from an action and from a hand-written route. */
const SHAPES: Readonly<Record<string, (vault: Vault) => unknown>> = {
  instance: (vault) => new Report(vault),
  instances: (vault) => [[new Report(vault)], { aReport: new Report(vault) }],
  map: (vault) =>
    new Map<string, unknown>([
      ['camelKey', vault],
      ['SKU-A', { innerVault: vault }],
      ['Some Key', 1],
    ]),
  set: (vault) => ({ allVaults: new Set([vault]) }),
  literal: (vault) => ({ ...numbered(0), deepKey: [{ 'x-y': { innerKey: vault } }] }),
  saysItself: (vault) => ({ toJSON: () => ({ camelKey: vault, deepKey: { other: [vault] } }) }),
  saysItsFields: (vault) =>
    new (class extends Report {
      toJSON(): this {
        return this;
      }
    })(vault),
  iterable: (vault) => ({ aShelf: new Shelf(vault) }),
  promises: (vault) => ({ vault, theItems: [{}, { theOwner: failing(), other: failing() }] }),
  method: (vault) => new Map([['in', { aVault: vault, show: () => vault }]]),
};

const failing = (): Promise<never> => Promise.reject(new Error('no owner'));

const cycle = (): unknown => {
  const order: Record<string, unknown> = { lineItems: [{ sku: 'A' }] };
  (order.lineItems as object[]).push({ theOrder: order });
  return { order };
};

@Resource(Vault)
class VaultResource extends Generated(Vault) {
  async show({ pathParameters, query }: Request): Promise<unknown> {
    return SHAPES[query.kind![0]!]!((await Vault.findById(pathParameters.id!))!);
  }

  async *stream(): AsyncGenerator<unknown> {
    for (const vault of await Vault.all()) yield new Report(vault);
  }

  async refuse(): Promise<never> {
    const [vault] = await Vault.all();
    const extensions = {
      vault,
      byName: new Map([['camelKey', vault]]),
      aReport: new Report(vault!),
      of: { oneKey: 1 },
    };
    throw new ConflictException('Not now.', { extensions });
  }

  circle(): unknown {
    return cycle();
  }

  async readVault(request: Request, response: Response): Promise<unknown> {
    const read = (await super.readVault(request, response)) as object;
    return { ...read, extraVault: await Vault.findById(request.pathParameters.id!) };
  }
}

/** Adds an entity to the content of a generated route. */
const meddling: Filter = {
  async doFilter(request, response, chain) {
    if (request.getHeader('x-meddle') === 'before') response.setContent({ early: await Vault.first() });
    await chain.doFilter(request, response);
    if (request.getHeader('x-meddle') !== 'yes') return;
    const page = response.getContent() as { data: object[] };
    page.data.push((await Vault.first())!);
  },
};

const logged: string[] = [];

class VaultApplication extends Application {
  constructor(options: ApplicationOptions) {
    const logger = {
      info: () => undefined,
      warn: () => undefined,
      error: (...parts: unknown[]) => logged.push(parts.join(' ')),
    };
    super({ ...options, logger });
  }

  override addFilters(): void {
    this.addFilter(meddling);
  }

  override defineRoutes(): void {
    const vaults = this.resource(VaultResource);
    vaults.builder('{id}/shown').action('GET', 'show').action('POST', 'show');
    vaults.builder('/vault_stream').action('GET', 'stream');
    vaults.builder('/refusals').action('GET', 'refuse');
    vaults.builder('/circles').action('GET', 'circle');
  }
}

let id: EntityId;
let shown: ApiResponse['body'];

const served = useServed([Vault, VaultBox], { Class: VaultApplication, resources: [VaultResource] });

beforeAll(async () => {
  const settings = { camelKey: { innerKey: 1 }, 'SKU-A': 2 };
  ({ id } = await new Vault({ shortName: 'main', doorSecret: SECRET, settings }).persist());
  await new VaultBox({ boxSecret: SECRET, vaultId: id }).persist();
  [shown] = (await served.request('GET', '/vaults')).body;
});
beforeEach(() => void logged.splice(0));

const fromAction = (kind: string) => served.request('PUT', `/vaults/${id}/show`, { kind });
const fromRoute = (kind: string) => served.request('GET', `/vaults/${id}/shown?kind=${kind}`);

describe('The content that a method returns', () => {
  const report = () => ({
    made_at: '1970-01-01T00:00:00.000Z',
    parts: [{ inner_vault: shown, 'SKU-A': 1 }],
    the_vault: shown,
  });
  const expected: Readonly<Record<string, () => unknown>> = {
    instance: report,
    instances: () => [[report()], { a_report: report() }],
    map: () => ({ camelKey: shown, 'SKU-A': { inner_vault: shown }, 'Some Key': 1 }),
    set: () => ({ all_vaults: [shown] }),
    literal: () => ({ ...numbered(1), deep_key: [{ 'x-y': { inner_key: shown } }] }),
    saysItself: () => ({ camelKey: shown, deepKey: { other: [shown] } }),
    saysItsFields: () => ({ madeAt: report().made_at, parts: [{ innerVault: shown, 'SKU-A': 1 }], theVault: shown }),
    iterable: () => ({ a_shelf: { top_vault: shown } }),
  };

  it.each(Object.keys(expected))(
    'contains entities as the generated routes return them, with the same names in actions and hand-written routes: %s',
    async (kind) => {
      const [action, route] = [await fromAction(kind), await fromRoute(kind)];

      expect([action.status, route.status]).toEqual([200, 200]);
      expect(action.body).toEqual(expected[kind]!());
      expect(route.body).toEqual(action.body);
      expect(JSON.stringify([action.body, route.body])).not.toContain(SECRET);
    },
  );

  it.each(['application/xml', 'application/yaml', 'text/csv'])('has no hidden fields in %s', async (mediaType) => {
    const { status, body } = await served.request('GET', `/vaults/${id}/shown?kind=instance`, undefined, {
      Accept: mediaType,
    });

    expect(status).toBe(200);
    expect(body).toContain('short_name');
    expect(body).not.toMatch(new RegExp(`${SECRET}|door_?secret`, 'i'));
  });

  it('may be a stream of instances with entities in them', async () => {
    const route = await served.request('GET', '/vault_stream');
    const action = await served.request('PUT', `/vaults/${id}/tell`);

    expect(route.body).toEqual([report()]);
    expect(action.body).toEqual([shown, report()]);
  });

  it('may be in the members of a problem, whose names are kept', async () => {
    const { status, body } = await served.request('GET', '/refusals');

    expect(status).toBe(409);
    expect(body).toMatchObject({
      detail: 'Not now.',
      vault: shown,
      byName: { camelKey: shown },
      aReport: { theVault: shown, parts: [{ innerVault: shown, 'SKU-A': 1 }] },
      of: { oneKey: 1 },
    });
    expect(JSON.stringify(body)).not.toContain(SECRET);
  });

  it('responds 500 when it contains itself, and the log names the place', async () => {
    const { status, body } = await served.request('GET', '/circles');

    expect([status, body.detail]).toEqual([500, undefined]);
    expect(logged.join()).toContain(
      'The content contains itself at order.lineItems[1].theOrder: return only the parts',
    );
  });
});

describe('Content of domain code that cannot be written', () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  beforeAll(() => void process.on('unhandledRejection', note));
  afterAll(() => void process.off('unhandledRejection', note));

  it.each([
    ['an action', (kind: string) => fromAction(kind)],
    ['a hand-written route', (kind: string) => fromRoute(kind)],
    ['a hand-written write', (kind: string) => served.request('POST', `/vaults/${id}/shown?kind=${kind}`, {})],
  ])('is 500 that is logged with its path, from %s', async (_, request) => {
    const [promises, method] = [await request('promises'), await request('method')];

    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([promises.status, method.status]).toEqual([500, 500]);
    expect(logged.join('\n')).toContain('The content has a promise at theItems[1].theOwner: await it');
    expect(logged.join('\n')).toContain('The content has a function at in.show: return only');
    expect(unhandled).toEqual([]);
  });
});

describe('The content of a generated method', () => {
  it('may be extended by an override, which keeps names in JSON columns and writes entities', async () => {
    const { body } = await served.request('GET', `/vaults/${id}`);

    expect(body).toEqual({ ...shown, extra_vault: shown });
    expect(body.settings).toEqual({ camelKey: { innerKey: 1 }, 'SKU-A': 2 });
  });

  it('may be extended by a filter, which writes entities', async () => {
    const { status, body } = await served.request('GET', '/vaults?page=1', undefined, { 'X-Meddle': 'yes' });

    expect(status).toBe(200);
    expect(body.data).toEqual([shown, shown]);
    const path = `${served.address}/vaults/${id}`;
    const headers = { 'X-Meddle': 'before', Prefer: 'return=minimal', 'Content-Type': 'application/json' };
    const early = [
      await fetch(`${served.address}/vaults`, { headers }),
      await fetch(path, { method: 'PATCH', headers, body: '{}' }),
    ];
    for (const response of early) expect([200, 204]).toContain(response.status);
    expect(await early[0]!.json()).toEqual({ early: shown });
    expect(await early[1]!.text()).not.toContain(SECRET);
  });
});

describe('toJSON of a model', () => {
  @AggregateRoot
  @Table({ tableName: 'talkers' })
  class Talker extends BaseDomain {
    @Column declare word: string;
    @Hidden @Column declare secretWord: string;

    override toJSON(): object {
      return { ...this.dataValues };
    }
  }

  @AggregateRoot
  @Table({ tableName: 'open_talkers' })
  class OpenTalker extends BaseDomain {
    @Column declare word: string;

    override toJSON(): object {
      return { said: this.word };
    }
  }

  it('stops the start when the class hides columns', async () => {
    const message =
      'Talker.toJSON may show the hidden columns (secretWord) wherever a Talker is converted to JSON: remove it.';

    await expect(serve([Talker])).rejects.toMatchObject({
      code: 'TO_JSON_REVEALS',
      message: expect.stringContaining(message),
    });
  });

  it('is not called for responses when it hides none', async () => {
    const one = await serve([OpenTalker]);

    const { body } = await one.request('POST', '/open_talkers', { word: 'hello' });
    await one.stop();

    expect(body).toMatchObject({ word: 'hello' });
    expect(body).not.toHaveProperty('said');
  });
});
