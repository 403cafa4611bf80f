import { AllowNull, Column, DataType, ForeignKey, HasMany, HasOne, Table } from 'sequelize-typescript';
import {
  Action,
  AggregateRoot,
  Application,
  BaseDomain,
  Collection,
  ConflictException,
  type EntityId,
  Generated,
  Invariant,
  type Request,
  Resource,
  type Response,
} from '../../lib';
import { Scope, Secure } from '../../lib/security';
import { Order, OrderItem, Shipment, shop } from '../support/domain/shop';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type Answer, type Served, serve } from '../support/serve-shop';
import { allStatementsOf, statementsOf } from '../support/statements';

const BATCH = 'application/vnd.koaggregate.batch+json';

@Table({ tableName: 'yard_bikes' })
class Bike extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare name: string;

  @ForeignKey(() => Shed)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare shedId: EntityId;
}

@Table({ tableName: 'yard_sheds' })
class Shed extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare name: string;

  @Column(DataType.JSON)
  declare plan: unknown;

  @ForeignKey(() => Yard)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare yardId: EntityId;

  @HasMany(() => Bike)
  declare bikes: Bike[];
}

@Table({ tableName: 'yard_gates' })
class Gate extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.INTEGER)
  declare width: number;

  @ForeignKey(() => Yard)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare yardId: EntityId;
}

@Table({ tableName: 'yard_trees' })
class Tree extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare kind: string;

  @ForeignKey(() => Yard)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare yardId: EntityId;
}

/** A user named `guest` has no yard but its own. */
@Scope((principal) => (principal?.name.includes('guest') ? { name: 'guest' } : undefined))
@AggregateRoot
@Table({ tableName: 'yards' })
class Yard extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare name: string;

  @Column(DataType.INTEGER)
  declare visits: number | null;

  @Secure({ permissions: ['shed.write'], method: 'POST' })
  @Secure({ permissions: ['shed.write'], method: 'PUT' })
  @Secure({ permissions: ['shed.delete'], method: 'DELETE' })
  @HasMany(() => Shed)
  declare sheds: Shed[];

  @HasOne(() => Gate)
  declare gate: Gate | null;

  @Collection({ create: false, update: false, delete: false })
  @HasMany(() => Tree)
  declare trees: Tree[];

  @Invariant('few-sheds', 'There are too many sheds.', { load: ['sheds'] })
  hasFewSheds(): boolean {
    return this.sheds.length <= 3;
  }

  @Action({ value: 'visit' })
  async visit(times: number): Promise<{ visits: number }> {
    if (times < 0) throw new ConflictException('Nobody visits less than never.');
    this.visits = (this.visits ?? 0) + times;
    return { visits: this.visits };
  }

  /** Writes by statements of its own. */
  @Action({ value: 'empty', path: 'sheds' })
  async empty(shed: Shed): Promise<void> {
    await Bike.destroy({ where: { shedId: shed.id } });
  }
}

@AggregateRoot({ concurrency: 'required', update: false, create: true, delete: true })
@Table({ tableName: 'strict_yards' })
class StrictYard extends BaseDomain {
  @Column(DataType.STRING(20))
  declare name: string | null;

  @HasMany(() => StrictShed)
  declare sheds: StrictShed[];
}

@Table({ tableName: 'strict_sheds' })
class StrictShed extends BaseDomain {
  @Column(DataType.STRING(20))
  declare name: string | null;

  @ForeignKey(() => StrictYard)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare strictYardId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'lone_yards' })
class LoneYard extends BaseDomain {
  @Column(DataType.STRING(20))
  declare name: string | null;
}

@AggregateRoot({ update: false })
@Table({ tableName: 'closed_yards' })
class ClosedYard extends BaseDomain {
  @Column(DataType.STRING(20))
  declare name: string | null;
}

const yards = [Bike, Shed, Gate, Tree, Yard, StrictShed, StrictYard, LoneYard, ClosedYard];

@Resource(Yard)
class YardResource extends Generated(Yard) {
  async createYardShedBike(request: Request, response: Response): Promise<unknown> {
    const { name } = request.getContent() as { readonly name: string };
    if (name === 'stolen') {
      response.setStatus(409).setContent({ detail: 'It is stolen.' });
      return undefined;
    }
    await super.createYardShedBike(request, response);
    return undefined;
  }
}

/** Holds deletes while a header says so. */
class HeldYards extends Application {
  override addFilters(): void {
    this.addGuard({
      concerns: (route) => route?.method === 'DELETE',
      admit({ headers }) {
        if (headers['x-hold'] !== undefined) throw new ConflictException('Deletes are on hold.');
        return undefined;
      },
    });
  }
}

const tagOf = ({ headers }: Answer): string => headers.get('ETag')!;
const versionOf = (answer: Answer): number => Number(/^"(\d+)-/.exec(tagOf(answer))![1]);

describe('PATCH /orders/{id} with a batch', () => {
  let api: Served;
  let path: string;
  let items: readonly number[];

  beforeAll(async () => {
    api = await serve(shop, { settings: { idempotency: { key: 'optional' }, bulk: { maxItems: 6 } } });
  });

  afterAll(() => api.stop());

  let number = 0;
  beforeEach(async () => {
    const order_items = [
      { sku: 'pen', quantity: 1 },
      { sku: 'ink', quantity: 2 },
    ];
    const made = await api.request('POST', '/orders', { code: `B-${++number}`, order_items });
    path = `/orders/${made.body.id}`;
    items = made.body.order_items.map(({ id }: { id: number }) => id);
  });

  const send = (steps: unknown, headers: Record<string, string> = {}) =>
    api.request('PATCH', path, { steps }, { ...headers, 'Content-Type': BATCH });

  const whole = async () => (await api.request('GET', `${path}?expand=order_items,order_items.shipments,tags`)).body;

  /** A batch that is refused leaves all as it was. */
  async function refused(steps: unknown, headers?: Record<string, string>): Promise<Answer> {
    const before = await whole();
    const answer = await send(steps, headers);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await whole()).toEqual(before);
    return answer;
  }

  it('runs creates, updates and deletes in order, at every depth, and returns the result of each step', async () => {
    const answer = await send([
      { op: 'create', path: 'order_items', local_id: 'a', value: { sku: 'cap', quantity: 3 } },
      { op: 'update', path: `order_items/${items[0]}`, value: { quantity: 7 } },
      { op: 'create', path: 'order_items/{a}/shipments', local_id: 's', value: { carrier: 'snail' } },
      { op: 'update', path: 'order_items/{a}/shipments/{s}', value: { carrier: 'post' } },
      { op: 'delete', path: `order_items/${items[1]}` },
      { op: 'update', path: '', value: { status: 'shipped' } },
    ]);

    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('application/json');
    const { steps } = answer.body;
    expect(steps.map(({ status }: { status: number }) => status)).toEqual([201, 200, 201, 200, 204, 200]);
    expect(steps[0].body).toMatchObject({ id: steps[0].id, sku: 'cap', quantity: 3 });
    expect(steps[3].body).toMatchObject({ id: steps[2].id, carrier: 'post' });
    expect(steps[4]).toEqual({ status: 204 });
    const order = await whole();
    expect(order).toMatchObject({ status: 'shipped' });
    const shown = order.order_items.map(({ sku, quantity }: OrderItem) => [sku, quantity]);
    expect(shown).toEqual([
      ['pen', 7],
      ['cap', 3],
    ]);
    expect(order.order_items[1].shipments).toMatchObject([{ id: steps[2].id, carrier: 'post' }]);
  });

  it('raises the version once, and returns the ETag of the next read', async () => {
    const before = versionOf(await api.request('GET', path));
    const answer = await send([
      { op: 'update', path: '', value: { total: 5 } },
      { op: 'create', path: 'order_items', value: { sku: 'cap', quantity: 3 } },
      { op: 'update', path: '', value: { total: 6 } },
      { op: 'delete', path: `order_items/${items[1]}` },
    ]);

    expect(versionOf(answer)).toBe(before + 1);
    expect(versionOf(await api.request('GET', path))).toBe(before + 1);
    const next = await send([{ op: 'update', path: '', value: { total: 7 } }], { 'If-Match': tagOf(answer) });
    expect([next.status, versionOf(next)]).toEqual([200, before + 2]);
    const same = await send([{ op: 'update', path: '', value: { total: 7 } }]);
    expect(versionOf(await api.request('GET', path))).toBe(versionOf(same));
  });

  it('responds 412 before the first step when If-Match names another version', async () => {
    const tag = tagOf(await api.request('GET', path));
    await api.request('PUT', path, { total: 1 });

    const answer = await refused([{ op: 'update', path: '', value: { total: 2 } }], { 'If-Match': tag });
    expect([answer.status, answer.body.step]).toEqual([412, undefined]);
    expect(tagOf(answer)).toMatch(/\.none"$/);
  });

  it('runs all steps or none, and names the step that failed', async () => {
    const good = { op: 'update', path: `order_items/${items[0]}`, value: { quantity: 9 } };
    const wrong = await refused([good, { op: 'create', path: 'order_items', value: { sku: 'x', quantity: 'many' } }]);
    expect(wrong.status).toBe(422);
    expect(wrong.body).toMatchObject({ step: 1, detail: expect.stringMatching(/^Step 1: /) });
    expect(wrong.body.field_errors[0].field).toBe('steps[1].value.quantity');

    const nested = { sku: 'x', quantity: 1, shipments: [{ carrier: 'a' }, {}] };
    const deep = await refused([good, { op: 'create', path: 'order_items', value: nested }]);
    expect(deep.body.field_errors[0].field).toBe('steps[1].value.shipments[1].carrier');

    const missing = await refused([good, { op: 'delete', path: 'order_items/999999' }]);
    expect([missing.status, missing.body.step]).toEqual([404, 1]);
    const gone = await refused([
      { op: 'delete', path: `order_items/${items[0]}` },
      { op: 'update', path: `order_items/${items[0]}`, value: { quantity: 1 } },
    ]);
    expect([gone.status, gone.body.step]).toEqual([404, 1]);

    const other = await api.request('POST', '/orders', { code: `T-${number}` });
    const taken = await refused([good, { op: 'update', path: '', value: { code: other.body.code } }]);
    expect([taken.status, taken.body.step]).toEqual([409, 1]);
  });

  it('responds 404 when the root does not exist, and 400 for several ids', async () => {
    const steps = [{ op: 'update', path: '', value: { total: 1 } }];
    const at = (place: string) => api.request('PATCH', place, { steps }, { 'Content-Type': BATCH });

    expect((await at('/orders/999999')).status).toBe(404);
    expect((await at('/orders/none')).status).toBe(404);
    expect((await at(`${path},999999`)).status).toBe(400);
  });

  it.each([
    ['no object', [], undefined],
    ['no steps', {}, undefined],
    ['steps that are no array', { steps: {} }, undefined],
    ['no step', { steps: [] }, undefined],
    ['another member', { steps: [{ op: 'delete', path: 'order_items/1' }], more: 1 }, undefined],
    ['a step that is none', { steps: [1] }, 0],
    ['another member of a step', { steps: [{ op: 'delete', path: 'order_items/1', ref: 1 }] }, 0],
    ['an unknown op', { steps: [{ op: 'read', path: 'order_items/1' }] }, 0],
    ['an op of prototypes', { steps: [{ op: 'constructor', path: '' }] }, 0],
    ['no path', { steps: [{ op: 'delete' }] }, 0],
    ['a path without end', { steps: [{ op: 'delete', path: 'x'.repeat(2001) }] }, 0],
    ['a value of a delete', { steps: [{ op: 'delete', path: 'order_items/1', value: {} }] }, 0],
    ['no value of a create', { steps: [{ op: 'create', path: 'order_items' }] }, 0],
    ['a local id of an update', { steps: [{ op: 'update', path: '', value: {}, local_id: 'a' }] }, 0],
    ['a local id of several', { steps: [{ op: 'create', path: 'order_items', value: [{}], local_id: 'a' }] }, 0],
    ['a malformed local id', { steps: [{ op: 'create', path: 'order_items', value: {}, local_id: 'a/b' }] }, 0],
    ['a local id that is not known', { steps: [{ op: 'delete', path: 'order_items/{a}' }] }, 0],
    ['an empty key', { steps: [{ op: 'delete', path: 'order_items/' }] }, 0],
    ['several keys', { steps: [{ op: 'delete', path: 'order_items/1,2' }] }, 0],
    ['a half-encoded key', { steps: [{ op: 'delete', path: 'order_items/%2' }] }, 0],
  ])('responds 400 to %s', async (_, body, step: number | undefined) => {
    const answer = await api.request('PATCH', path, body, { 'Content-Type': BATCH });

    expect(answer.status).toBe(400);
    expect(answer.body.step).toBe(step);
  });

  it('responds 400 to a local id that is defined twice, used too early, or of another collection', async () => {
    const create = { op: 'create', path: 'order_items', local_id: 'a', value: { sku: 'x', quantity: 1 } };
    const ship = { op: 'create', path: 'order_items/{a}/shipments', local_id: 'b', value: { carrier: 'a' } };
    const stepOf = async (...steps: unknown[]) => {
      const { status, body } = await refused(steps);
      return [status, body.step];
    };

    expect(await stepOf(create, create)).toEqual([400, 1]);
    expect(await stepOf(ship, create)).toEqual([400, 0]);
    expect(await stepOf(create, ship, { op: 'delete', path: 'order_items/{b}' })).toEqual([400, 2]);
  });

  it.each([
    'orders',
    '/order_items',
    '../orders/1',
    'order_items/..',
    'order_items/../..',
    'order_items/%2e%2e',
    'order_items/1%2Fshipments',
    'order_items//shipments',
    'constructor',
    '__proto__',
    'tags/1/name',
  ])('rejects the path %s, which leads to no entity of the aggregate', async (place) => {
    for (const op of ['delete', 'update', 'create', 'action']) {
      const { status, body } = await refused([{ op, path: place, ...(op !== 'delete' && { value: {} }) }]);
      expect([400, 404]).toContain(status);
      expect(body.step).toBe(0);
    }
  });

  it('does not reach a child of another root, and cannot delete the root', async () => {
    const order_items = [{ sku: 'cup', quantity: 1 }];
    const other = await api.request('POST', '/orders', { code: `O-${number}`, order_items });
    const [{ id }] = other.body.order_items;

    const foreign = await refused([{ op: 'update', path: `order_items/${id}`, value: { quantity: 5 } }]);
    expect([foreign.status, foreign.body.step]).toEqual([404, 0]);
    const root = await refused([{ op: 'delete', path: '' }]);
    expect([root.status, root.body.step]).toEqual([404, 0]);
    const created = await refused([{ op: 'create', path: '', value: { code: 'X' } }]);
    expect([created.status, created.body.step]).toEqual([404, 0]);
    expect((await api.request('GET', `/orders/${other.body.id}/order_items/${id}`)).body.quantity).toBe(1);
  });

  it('links and unlinks entities', async () => {
    const answer = await send([
      { op: 'create', path: 'tags', local_id: 't', value: { name: `red ${number}` } },
      { op: 'create', path: 'tags', value: { name: `blue ${number}` } },
      { op: 'delete', path: 'tags/{t}' },
    ]);

    expect(answer.status).toBe(200);
    expect((await whole()).tags).toMatchObject([{ name: `blue ${number}` }]);
    expect((await api.request('GET', `/tags/${answer.body.steps[0].id}`)).status).toBe(200);
  });

  it('accepts as many steps and elements as bulk.maxItems', async () => {
    const steps = (count: number) => Array.from({ length: count }, () => ({ op: 'update', path: '', value: {} }));
    expect((await send(steps(6))).status).toBe(200);
    expect((await refused(steps(7))).status).toBe(413);
    const several = [1, 2, 3, 4, 5, 6].map((quantity) => ({ sku: 'x', quantity }));
    expect((await refused([{ op: 'create', path: 'order_items', value: several }])).status).toBe(413);
    const answer = await send([{ op: 'create', path: 'order_items', value: several.slice(1) }]);
    expect(answer.body.steps[0]).toMatchObject({ status: 201, body: [{ quantity: 2 }, {}, {}, {}, {}] });
  });

  it('responds 204 with the ETag and no body to return=minimal', async () => {
    const answer = await send([{ op: 'update', path: '', value: { total: 8 } }], { Prefer: 'return=minimal' });

    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(answer.headers.get('Preference-Applied')).toBe('return=minimal');
    expect(tagOf(answer)).toMatch(/\.none"$/);
  });

  it('runs once for one Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': `"batch-${number}"` };
    const steps = [{ op: 'create', path: 'order_items', value: { sku: 'once', quantity: 1 } }];
    const first = await send(steps, key);
    const again = await send(steps, key);

    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect([again.status, again.body, tagOf(again)]).toEqual([200, first.body, tagOf(first)]);
    expect((await whole()).order_items).toHaveLength(3);
    expect((await send([{ ...steps[0], value: { sku: 'two', quantity: 1 } }], key)).status).toBe(422);
  });

  it('can be previewed: paths are those of the rows, and nothing is changed', async () => {
    const before = [await whole(), tagOf(await api.request('GET', path))];
    const answer = await send(
      [
        { op: 'update', path: `order_items/${items[0]}`, value: { quantity: 4 } },
        { op: 'create', path: 'order_items', local_id: 'n', value: { sku: 'new', quantity: 1 } },
        { op: 'create', path: 'order_items/{n}/shipments', value: { carrier: 'post' } },
        { op: 'delete', path: `order_items/${items[1]}` },
      ],
      { Prefer: 'preview' },
    );

    expect([await whole(), tagOf(await api.request('GET', path))]).toEqual(before);
    expect([answer.status, answer.body.status, answer.body.violations]).toEqual([200, 200, []]);
    const changes = answer.body.changes as { path: string; before: unknown; after: unknown }[];
    expect(changes).toContainEqual({ path: `order_items[id=${items[0]}].quantity`, before: 1, after: 4 });
    expect(changes).toContainEqual(
      expect.objectContaining({ path: `order_items[id=${items[1]}]`, before: expect.anything(), after: null }),
    );
    expect(changes.filter((one) => one.before === null)).toHaveLength(2);

    const wrong = await send([{ op: 'update', path: '', value: { total: 'much' } }], { Prefer: 'preview' });
    expect([wrong.status, wrong.body.status, wrong.body.violations[0].field]).toEqual([
      200,
      422,
      'steps[0].value.total',
    ]);
  });

  it('leaves other media types as they were, and 415 lists the media type of batches', async () => {
    expect((await api.request('PATCH', path, { total: 3 })).body.total).toBe('3.00');
    const merged = await api.request('PATCH', path, { total: 4 }, { 'Content-Type': 'application/merge-patch+json' });
    expect(merged.status).toBe(200);
    const upper = await api.request(
      'PATCH',
      path,
      { steps: [{ op: 'update', path: '', value: { total: 5 } }] },
      {
        'Content-Type': `${BATCH.toUpperCase()}; charset=utf-8`,
      },
    );
    expect(upper.body.steps).toHaveLength(1);
    const other = await api.request('PATCH', path, 'x', { 'Content-Type': 'text/html' });
    expect([other.status, other.headers.get('Accept')]).toEqual([415, expect.stringContaining(BATCH)]);
    const put = await api.request('PUT', path, { steps: [] }, { 'Content-Type': BATCH });
    expect(put.status).toBe(422);
    expect((await api.request('PATCH', path, '', { 'Content-Type': BATCH })).status).toBe(400);
    expect((await api.request('PATCH', `${path}?expand=tags`, { steps: [{}] }, { 'Content-Type': BATCH })).status).toBe(
      400,
    );
  });

  it('locks the root before its steps, and checks its version after them', async () => {
    const step = { op: 'update', path: `order_items/${items[0]}`, value: { quantity: 8 } };
    const alone = await statementsOf(Order, () =>
      api.request('PUT', `${path}/order_items/${items[0]}`, { quantity: 7 }),
    );
    const one = await statementsOf(Order, () => send([step]));
    const several = await statementsOf(Order, () =>
      send([10, 11].map((quantity) => ({ ...step, value: { quantity } }))),
    );
    const transactions = await allStatementsOf(Order, () => send([step, step, step]));

    expect(one).toHaveLength(alone.length + 2);
    expect(several).toHaveLength(2 * alone.length + 3);
    expect(transactions.filter((text) => /^COMMIT/.test(text))).toHaveLength(1);
  });

  it('waits for a concurrent batch on the same root', async () => {
    const before = versionOf(await api.request('GET', path));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, quantity) =>
        send([
          { op: 'create', path: 'order_items', local_id: 'x', value: { sku: 'p', quantity } },
          { op: 'create', path: 'order_items/{x}/shipments', value: { carrier: 'a' } },
        ]),
      ),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(versionOf)).size).toBe(12);
    expect(versionOf(await api.request('GET', path))).toBe(before + 12);
    expect(await Shipment.count()).toBeGreaterThanOrEqual(12);
  });
});

describe('The steps of a batch', () => {
  let api: Served;
  let path: string;
  let id: number;

  const ALL = holding('shed.write', 'shed.delete');

  beforeAll(async () => {
    api = await serve(yards, {
      Class: HeldYards,
      resources: [YardResource],
      authenticators: [namedByHeader],
      authorizer: permittedByName,
      settings: { idempotency: { key: 'optional' } },
    });
  });

  afterAll(() => api.stop());

  beforeEach(async () => {
    const made = await api.request('POST', '/yards', { name: 'own', sheds: [{ name: 'old' }] }, ALL);
    path = `/yards/${made.body.id}`;
    id = made.body.sheds[0].id;
  });

  const send = (steps: unknown, headers: Record<string, string> = ALL, place = path) =>
    api.request('PATCH', place, { steps }, { ...headers, 'Content-Type': BATCH });

  const whole = async () => (await api.request('GET', `${path}?expand=sheds,sheds.bikes,gate`, undefined, ALL)).body;

  it('may run actions, on the root and on created entities, and save a single child', async () => {
    const before = versionOf(await api.request('GET', path, undefined, ALL));
    const answer = await send([
      { op: 'action', path: 'visit', value: { times: 3 } },
      { op: 'create', path: 'sheds', local_id: 'n', value: { name: 'new', plan: { roofKind: 'flat' } } },
      { op: 'create', path: 'sheds/{n}/bikes', value: { name: 'tandem' } },
      { op: 'action', path: 'sheds/{n}/empty' },
      { op: 'update', path: 'gate', value: { width: 2 } },
      { op: 'action', path: 'visit', value: { times: 2 } },
      { op: 'update', path: 'gate', value: { width: 3 } },
    ]);

    expect(answer.status).toBe(200);
    const { steps } = answer.body;
    expect(steps.map(({ status }: { status: number }) => status)).toEqual([200, 201, 201, 204, 201, 200, 200]);
    expect(steps[0].body).toEqual({ visits: 3 });
    expect(steps[1].body.plan).toEqual({ roofKind: 'flat' });
    expect(await whole()).toMatchObject({ visits: 5, gate: { width: 3 }, sheds: [{}, { name: 'new', bikes: [] }] });
    expect(versionOf(answer)).toBe(before + 1);
    expect(versionOf(await api.request('GET', path, undefined, ALL))).toBe(before + 1);
  });

  it('require the permissions of their own routes: 403 or 401 names the step, and nothing is written', async () => {
    const before = await whole();
    const visit = { op: 'action', path: 'visit', value: { times: 1 } };
    const create = { op: 'create', path: 'sheds', value: { name: 'x' } };
    const remove = { op: 'delete', path: `sheds/${id}` };

    const forbidden = await send([visit, create, remove], holding('shed.write'));
    expect([forbidden.status, forbidden.body.step]).toEqual([403, 2]);
    const unknown = await send([visit, create], {});
    expect([unknown.status, unknown.body.step]).toEqual([401, 1]);
    expect(unknown.headers.get('WWW-Authenticate')).toContain('Named');
    // Of a nested child the payload asks.
    const nested = await send([{ op: 'update', path: '', value: { sheds: [{ name: 'y' }] } }], holding('other'));
    expect([nested.status, nested.body.step]).toEqual([403, 0]);
    expect(await whole()).toEqual(before);
    expect((await send([visit], {})).status).toBe(200);
    expect((await send([create], holding('shed.write'))).status).toBe(200);
  });

  it('pass the guards that the application puts in front of their routes', async () => {
    const remove = { op: 'delete', path: `sheds/${id}` };

    const held = await send([{ op: 'action', path: 'visit', value: { times: 1 } }, remove], { ...ALL, 'X-Hold': '1' });

    expect([held.status, held.body.step, held.body.detail]).toEqual([409, 1, 'Step 1: Deletes are on hold.']);
    expect((await whole()).visits ?? 0).toBe(0);
  });

  it('find only rows in the scope of the request', async () => {
    const guest = { 'X-User': 'guest shed.write' };
    const foreign = await send([{ op: 'update', path: `sheds/${id}`, value: { name: 'x' } }], guest);
    expect([foreign.status, foreign.body.step]).toEqual([404, undefined]);
    const own = await api.request('POST', '/yards', { name: 'guest' }, guest);
    const leaving = await send([{ op: 'update', path: '', value: { name: 'own' } }], guest, `/yards/${own.body.id}`);
    expect([leaving.status, leaving.body.step]).toEqual([403, 0]);
  });

  it('cannot use routes that are not exposed, or that read', async () => {
    const tree = await Tree.create({ kind: 'oak', yardId: Number(path.split('/')[2]) } as never);
    for (const step of [
      { op: 'create', path: 'trees', value: { kind: 'elm' } },
      { op: 'update', path: `trees/${tree.id}`, value: { kind: 'elm' } },
      { op: 'delete', path: `trees/${tree.id}` },
      { op: 'action', path: 'trees' },
    ]) {
      const answer = await send([step]);
      expect([answer.status, answer.body.step]).toEqual([404, 0]);
    }
  });

  it('may break an invariant temporarily, since it is checked once at the end', async () => {
    const create = { op: 'create', path: 'sheds', value: { name: 'x' } };
    const before = await whole();
    const broken = await send([create, create, create]);
    expect([broken.status, broken.body.invariant, broken.body.step]).toEqual([422, 'few-sheds', undefined]);
    expect(await whole()).toEqual(before);
    expect((await send([create, create, create, { op: 'delete', path: `sheds/${id}` }])).status).toBe(200);
    expect((await whole()).sheds).toHaveLength(3);
  });

  it('fail with the error of an action, and with the error response of an override', async () => {
    const before = await whole();
    const thrown = await send([
      { op: 'update', path: `sheds/${id}`, value: { name: 'x' } },
      { op: 'action', path: 'visit', value: { times: -1 } },
    ]);
    expect([thrown.status, thrown.body.step, thrown.body.detail]).toEqual([
      409,
      1,
      'Step 1: Nobody visits less than never.',
    ]);
    const answered = await send([{ op: 'create', path: `sheds/${id}/bikes`, value: { name: 'stolen' } }]);
    expect([answered.status, answered.body.detail]).toEqual([409, 'Step 0: It is stolen.']);
    expect(await whole()).toEqual(before);
    const kept = await send([{ op: 'create', path: `sheds/${id}/bikes`, local_id: 'b', value: { name: 'new' } }]);
    expect(kept.body.steps[0]).toMatchObject({ status: 201, body: { name: 'new' } });
  });

  it('call overrides also in a preview and with an Idempotency-Key', async () => {
    const steps = [
      { op: 'create', path: `sheds/${id}/bikes`, value: { name: 'new' } },
      { op: 'update', path: `sheds/${id}`, value: { name: 'full' } },
    ];
    const before = await whole();
    const tried = await send(steps, { ...ALL, Prefer: 'preview' });
    expect([tried.status, tried.body.status]).toEqual([200, 200]);
    expect(tried.body.changes).toContainEqual({ path: `sheds[id=${id}].name`, before: 'old', after: 'full' });
    const stolen = [steps[1], { ...steps[0], value: { name: 'stolen' } }];
    const refused = await send(stolen, { ...ALL, Prefer: 'preview' });
    expect(refused.body).toMatchObject({ status: 409, detail: 'Step 1: It is stolen.', changes: [] });
    expect(await whole()).toEqual(before);

    const key = { ...ALL, 'Idempotency-Key': `"overridden-${id}"` };
    const first = await send(steps, key);
    const again = await send(steps, key);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect((await whole()).sheds[0].bikes).toHaveLength(1);
  });

  it('require one If-Match where it is required, even when no other route accepts PATCH', async () => {
    const made = await api.request('POST', '/strict_yards', { name: 'a' });
    const place = `/strict_yards/${made.body.id}`;
    const steps = [
      { op: 'create', path: 'sheds', local_id: 's', value: { name: 'x' } },
      { op: 'update', path: 'sheds/{s}', value: { name: 'y' } },
    ];

    expect((await send(steps, {}, place)).status).toBe(428);
    expect((await send(steps, { 'If-Match': tagOf(made) }, place)).status).toBe(200);
    expect((await send(steps, { 'If-Match': tagOf(made) }, place)).status).toBe(412);
    const plain = await api.request('PATCH', place, { name: 'b' });
    expect([plain.status, plain.headers.get('Accept')]).toEqual([415, BATCH]);
    expect((await send([{ op: 'update', path: '', value: {} }], { 'If-Match': '*' }, place)).status).toBe(404);
  });

  it('are available while any write inside the aggregate is exposed', async () => {
    const lone = await api.request('POST', '/lone_yards', {});
    const steps = [{ op: 'update', path: '', value: { name: 'x' } }];
    expect((await send(steps, {}, `/lone_yards/${lone.body.id}`)).status).toBe(200);
    const closed = await api.request('POST', '/closed_yards', {});
    expect((await send(steps, {}, `/closed_yards/${closed.body.id}`)).status).toBe(405);
  });
});

describe('batches.allowed: false', () => {
  it('removes the batch routes', async () => {
    const api = await serve(shop, { settings: { batches: { allowed: false } } });
    try {
      const made = await api.request('POST', '/orders', { code: 'N-1' });
      const steps = [{ op: 'update', path: '', value: { total: 1 } }];
      const answer = await api.request('PATCH', `/orders/${made.body.id}`, { steps }, { 'Content-Type': BATCH });

      expect([answer.status, answer.body.field_errors[0].field]).toEqual([422, 'steps']);
    } finally {
      await api.stop();
    }
  });
});
