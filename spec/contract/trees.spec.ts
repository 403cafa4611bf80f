import 'reflect-metadata';
import { BelongsTo, DataType, HasMany, HasOne, Model, PrimaryKey, Table } from 'sequelize-typescript';
import { Action, AggregateRoot } from '../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../lib/persistence';
import { KeyOf, StringColumn } from '../support/columns';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

@AggregateRoot
@Table({ tableName: 'categories' })
class Category extends BaseDomain {
  @StringColumn(20) declare name: string | null;
  @KeyOf(() => Category) declare parentId: EntityId | null;
  @BelongsTo(() => Category, 'parentId') declare parent: Ref<Category> | null;
  @HasMany(() => Category, 'parentId') declare children: Category[];

  @Action({ value: 'move' })
  move(to: number): void {
    this.parentId = to;
  }

  @Action({ value: 'move_at_once' })
  async moveAtOnce(to: number): Promise<void> {
    await this.update({ parentId: to });
  }

  @Action({ value: 'move_all' })
  async moveAll(to: number): Promise<void> {
    await Category.update({ parentId: to }, { where: { parentId: this.id } });
  }
}

/** A chain: each has one successor at most. Clients choose the keys. */
@AggregateRoot
@Table({ tableName: 'stations' })
class Station extends Model {
  @PrimaryKey @StringColumn(10) declare code: string;
  @KeyOf(() => Station, DataType.STRING(10)) declare afterCode: string | null;
  @HasOne(() => Station, 'afterCode') declare next: Station | null;
}

/** Refers to itself without children: two may refer to each other. */
@AggregateRoot
@Table({ tableName: 'players' })
class Player extends BaseDomain {
  @KeyOf(() => Player) declare partnerId: EntityId | null;
  @BelongsTo(() => Player, 'partnerId') declare partner: Ref<Player> | null;
}

const served = useServed([Category, Station, Player]);

/** Categories each of which is the parent of the next. */
async function chain(length: number): Promise<Category[]> {
  const made: Category[] = [];
  for (let count = 0; count < length; count++) {
    made.push(await Category.create({ parentId: made.at(-1)?.id ?? null } as never));
  }
  return made;
}

const put = (keys: unknown, body: object): Promise<ApiResponse> => served.request('PUT', `/categories/${keys}`, body);
const parentOf = async ({ id }: Category) => (await Category.findByPk(id))!.parentId;
const cyclic = (value: unknown, field = 'parent_id') => ({
  status: 422,
  body: {
    field_errors: [{ field, message: 'would make the Category its own ancestor', invalid_value: value }],
  },
});

describe('An update of a node of a tree', () => {
  it.each(['PUT', 'PATCH'])('is 422 if it becomes its own parent, by %s', async (method) => {
    const [node] = await chain(1);

    const response = await served.request(method, `/categories/${node!.id}`, { parent_id: node!.id });

    expect(response).toMatchObject(cyclic(node!.id));
    expect(await parentOf(node!)).toBeNull();
  });

  it('is 422 if it becomes a child of one below it, by foreign key or reference', async () => {
    const [top, , below] = await chain(3);

    expect(await put(top!.id, { parent_id: below!.id })).toMatchObject(cyclic(below!.id));
    expect(await put(top!.id, { parent: { id: below!.id } })).toMatchObject(cyclic(below!.id));
    expect(await parentOf(top!)).toBeNull();
  });

  it('is 422 if one of several becomes its own ancestor, and changes none', async () => {
    const [top, middle] = await chain(2);
    const [other] = await chain(1);

    expect(await put(`${other!.id},${top!.id}`, { parent_id: middle!.id })).toMatchObject(cyclic(middle!.id));

    expect(await parentOf(other!)).toBeNull();
  });

  it('moves nodes with everything below them', async () => {
    const [top, middle, below] = await chain(3);
    const [other, another] = await chain(2);

    expect((await put(middle!.id, { parent_id: another!.id })).status).toBe(200);
    expect((await put(`${other!.id}`, { parent_id: top!.id })).status).toBe(200);

    expect(await parentOf(below!)).toBe(middle!.id);
  });

  it('is 422 in a step of a batch, which changes nothing', async () => {
    const [top, middle] = await chain(2);
    const steps = [
      { op: 'update', path: '', value: { name: 'changed' } },
      { op: 'update', path: '', value: { parent_id: middle!.id } },
    ];

    const response = await served.request('PATCH', `/categories/${top!.id}`, JSON.stringify({ steps }), {
      'Content-Type': 'application/vnd.koaggregate.batch+json',
    });

    expect(response.status).toBe(422);
    expect(JSON.stringify(response.body)).toContain('would make the Category its own ancestor');
    expect(await Category.findByPk(top!.id)).toMatchObject({ name: null, parentId: null });
  });

  it.each(['move', 'move_at_once'])('is 422 by the action %s', async (action) => {
    const [top, middle] = await chain(2);

    expect((await put(`${top!.id}/${action}`, { to: middle!.id })).status).toBe(422);

    expect(await parentOf(top!)).toBeNull();
  });

  it('is 422 by a static method of the class', async () => {
    const [top, middle, below] = await chain(3);

    expect((await put(`${top!.id}/move_all`, { to: below!.id })).status).toBe(422);

    expect(await parentOf(middle!)).toBe(top!.id);
  });

  it('goes up more levels than one query reads', async () => {
    const nodes = await chain(1);
    const rows = Array.from({ length: 450 }, (_, index) => ({ id: 1_000_000 + index }));
    await Category.bulkCreate(
      rows.map(({ id }, index) => ({ id, parentId: index === 0 ? nodes[0]!.id : id - 1 })) as never,
    );

    expect(await put(nodes[0]!.id, { parent_id: 1_000_449 })).toMatchObject(cyclic(1_000_449));
    expect((await put(1_000_449, { parent_id: nodes[0]!.id })).status).toBe(200);
  });
});

describe('A circle that is stored already', () => {
  async function circle(): Promise<Category[]> {
    const nodes = await chain(3);
    await Category.sequelize!.query(`UPDATE categories SET parent_id = ${nodes[2]!.id} WHERE id = ${nodes[0]!.id}`);
    return nodes;
  }

  it('can be left, and its nodes can be changed', async () => {
    const [first, second, third] = await circle();
    const [other] = await chain(1);

    expect((await put(third!.id, { name: 'third', parent_id: second!.id })).status).toBe(200);
    expect((await put(second!.id, { parent_id: other!.id })).status).toBe(200);
    expect((await put(third!.id, { parent_id: null })).status).toBe(200);
    expect((await served.request('DELETE', `/categories/${second!.id}`)).status).toBe(204);
    expect(await parentOf(first!)).toBe(third!.id);
  });

  it('takes further nodes, which are in no circle themselves', async () => {
    const [first] = await circle();
    const [other] = await chain(1);

    expect((await put(other!.id, { parent_id: first!.id })).status).toBe(200);
  });
});

describe('Two concurrent updates', () => {
  it('that put two nodes below each other make no circle', async () => {
    for (let round = 0; round < 5; round++) {
      const [[one], [other]] = [await chain(1), await chain(1)];

      const responses = await Promise.all([
        put(one!.id, { parent_id: other!.id }),
        put(other!.id, { parent_id: one!.id }),
      ]);

      expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });

  it('that move two trees below each other make no circle', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, other] = [await chain(3), await chain(3)];

      const responses = await Promise.all([
        put(one[0]!.id, { parent_id: other[2]!.id }),
        put(other[0]!.id, { parent_id: one[2]!.id }),
      ]);

      expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });
});

describe('The query for the ancestors', () => {
  it('is one, whatever the depth, and none for an update that keeps the parent', async () => {
    const nodes = await chain(6);
    const [other] = await chain(1);
    const recursive = async (body: object) => {
      const sent = await statementsOf(Category, () => put(other!.id, body));
      return sent.filter((text) => /WITH RECURSIVE/.test(text)).length;
    };

    expect(await recursive({ parent_id: nodes[5]!.id })).toBe(1);
    expect(await recursive({ name: 'other', parent_id: nodes[5]!.id })).toBe(0);
    expect(await recursive({ parent_id: null })).toBe(0);
  });
});

describe('A chain whose keys clients choose', () => {
  it('rejects a new node that is its own ancestor, alone or with others of the request', async () => {
    const create = async (body: object) => (await served.request('POST', '/stations', body)).status;

    expect(await create({ code: 'A', after_code: 'A' })).toBe(422);
    expect(
      await create([
        { code: 'B', after_code: null },
        { code: 'C', after_code: 'B' },
      ]),
    ).toBe(201);
    expect((await served.request('PUT', '/stations/B', { after_code: 'C' })).body.field_errors).toMatchObject([
      { field: 'after_code', message: 'would make the Station its own ancestor' },
    ]);
  });
});

describe('A reference of a class to itself without children', () => {
  it('may form a circle', async () => {
    const [one, other] = [await Player.create(), await Player.create()];
    await other.update({ partnerId: one.id });

    const response = await served.request('PUT', `/players/${one.id}`, { partner_id: other.id });

    expect(response.status).toBe(200);
  });
});
