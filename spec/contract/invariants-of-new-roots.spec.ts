import { BeforeCreate, Column, DataType, HasMany, HasOne, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId, Invariant } from '../../lib';
import { IntegerColumn, RequiredKeyOf, StringColumn } from '../support/columns';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { allStatementsOf } from '../support/statements';

/** What the invariant of plans has seen; undefined while nobody asks. */
let seen: unknown[] | undefined;

@AggregateRoot
@Table({ tableName: 'new_root_plans' })
class Plan extends BaseDomain {
  @Column(DataType.DECIMAL(10, 2)) declare budget: string | null;
  @Column(DataType.DATE) declare dueAt: Date | null;
  @Column(DataType.JSON) declare notes: unknown;
  @HasMany(() => Step) declare steps: Step[];
  @HasOne(() => Cover) declare cover: Cover | null;

  @Invariant('within-budget', 'The steps cost more than the budget.', { load: ['steps.parts', 'cover'] })
  isWithinBudget(): boolean {
    seen?.push(shapeOf(this));
    return this.steps.reduce((sum, { cost }) => sum + (cost ?? 0), 0) <= Number(this.budget ?? 0);
  }
}

@Table({ tableName: 'new_root_steps' })
class Step extends BaseDomain {
  @IntegerColumn declare cost: number | null;
  @RequiredKeyOf(() => Plan) declare planId: EntityId;
  @HasMany(() => Part) declare parts: Part[];
}

@Table({ tableName: 'new_root_parts' })
class Part extends BaseDomain {
  @StringColumn(20) declare name: string | null;
  @RequiredKeyOf(() => Step) declare stepId: EntityId;
}

@Table({ tableName: 'new_root_covers' })
class Cover extends BaseDomain {
  @StringColumn(20) declare colour: string | null;
  @RequiredKeyOf(() => Plan) declare planId: EntityId;
}

const shapeOf = (plan: Plan) => ({
  id: plan.id,
  budget: plan.budget,
  dueAt: plan.dueAt,
  version: plan.get('version'),
  changed: plan.changed(),
  isNewRecord: plan.isNewRecord,
  cover: plan.cover?.toJSON() ?? null,
  steps: plan.steps.map((step) => ({ ...step.toJSON(), parts: step.parts.map((part) => part.toJSON()) })),
});

/** Each invariant needs the stored row for a reason of its own. */
const late = (name: string) => ({ tableName: `new_root_${name}` });

@AggregateRoot
@Table(late('numbered'))
class Numbered extends BaseDomain {
  @IntegerColumn declare least: number;

  @Invariant('has-number', 'The number is too low.')
  hasNumber(): boolean {
    return Number(this.id) >= this.least;
  }
}

@AggregateRoot
@Table(late('spread'))
class Spread extends BaseDomain {
  @IntegerColumn declare least: number;

  @Invariant('has-number', 'The number is too low.')
  hasNumber(): boolean {
    return Number({ ...(this.get() as { id: number }) }.id) >= this.least;
  }
}

@AggregateRoot
@Table(late('limited'))
class Limited extends BaseDomain {
  @IntegerColumn declare most: number;

  @Invariant('few', 'There are too many.')
  async areFew(): Promise<boolean> {
    return (await Limited.count()) <= this.most;
  }
}

@AggregateRoot
@Table(late('promised'))
class Promised extends BaseDomain {
  @IntegerColumn declare most: number;

  @Invariant('few', 'There are too many.')
  areFew(): Promise<boolean> {
    return Promised.count().then((count) => count <= this.most);
  }
}

@AggregateRoot
@Table(late('prepared'))
class Prepared extends BaseDomain {
  @IntegerColumn declare level: number;

  @BeforeCreate
  static double(one: Prepared): void {
    one.level *= 2;
  }

  @Invariant('low', 'The level is too high.')
  isLow(): boolean {
    return this.level <= 10;
  }
}

@AggregateRoot
@Table(late('faulty'))
class Faulty extends BaseDomain {
  @StringColumn(20) declare fault: string;

  @Invariant('sound', 'It is not sound.')
  isSound(): boolean {
    if (this.fault === 'throws') throw new Error('broken');
    if (this.fault === 'writes') return Faulty.create({ fault: 'none' }).then(() => true) as unknown as boolean;
    return (this.fault === 'nothing' ? undefined : true) as boolean;
  }
}

const LATE = [Numbered, Spread, Limited, Promised];
const shop = useServed([Plan, Step, Part, Cover, ...LATE, Prepared, Faulty]);

async function created(path: string, body: unknown) {
  let response: ApiResponse | undefined;
  const statements = await allStatementsOf(Plan, async () => {
    response = await shop.request('POST', path, body);
  });
  return { ...response!, sent: statements.map((one) => /^\w+/.exec(one)![0].replace('START', 'BEGIN')) };
}

describe('The invariants of a new root', () => {
  it('are checked before it is inserted, if it has no children', async () => {
    expect(await created('/plans', { budget: '1.00' })).toMatchObject({ status: 201, sent: ['INSERT'] });
    expect(await created('/plans', [{}, { budget: '2.00' }])).toMatchObject({ status: 201 });
    const before = await Plan.count();

    const rejected = await created('/plans', [{ budget: '1.00' }, { budget: '-0.01' }]);

    expect(rejected).toMatchObject({ status: 422, body: { invariant: 'within-budget' } });
    expect(rejected.body.invariants).toHaveLength(1);
    expect(rejected.body.invariants[0]).not.toHaveProperty('id');
    expect(await Plan.count()).toBe(before);
  });

  it('see it with its children as they would read them', async () => {
    const steps = [
      { cost: 3, parts: [{ name: 'b' }, { name: 'a' }] },
      { cost: 1, parts: [] },
    ];
    const body = { budget: '4.00', due_at: '2026-01-31T08:30:00Z', steps, cover: { colour: 'red' } };
    seen = [];
    const { status, sent, body: plan } = await created('/plans', body);

    expect({ status, sent }).toMatchObject({ status: 201, sent: expect.not.arrayContaining(['SELECT']) });
    expect((await shop.request('PUT', `/plans/${plan.id}`, { notes: { read: true } })).status).toBe(200);
    const [asCreated, asRead] = seen as { version: number }[];
    expect(asCreated).toEqual({ ...asRead, version: 0 });
    seen = undefined;
    expect(await created('/plans', { ...body, budget: '3.99' })).toMatchObject({ status: 422 });
    expect(await Part.count()).toBe(2);
  });

  it('read it where a value has another form in the database', async () => {
    const { status, sent } = await created('/plans', { budget: '1.00', notes: { a: 1 } });

    expect({ status, sent }).toMatchObject({ status: 201, sent: expect.arrayContaining(['BEGIN', 'SELECT']) });
  });

  it.each(['/numbereds', '/spreads'])('may read the key that the database generates: %s', async (path) => {
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await created(path, { least: 1 })).toMatchObject({ status: 201, sent: ['BEGIN', 'INSERT', 'COMMIT'] });
      expect((await created(path, { least: 1_000_000 })).status).toBe(422);
    }
  });

  it.each(['/limiteds', '/promiseds'])('may be async, and count the new row: %s', async (path) => {
    for (const most of [1, 2]) {
      expect(await created(path, { most })).toMatchObject({
        status: 201,
        sent: ['BEGIN', 'INSERT', 'SELECT', 'COMMIT'],
      });
      expect((await created(path, { most })).status).toBe(422);
    }
  });

  it('see what hooks have set', async () => {
    expect(await created('/prepareds', { level: 5 })).toMatchObject({ status: 201, sent: ['INSERT'] });
    expect((await created('/prepareds', { level: 6 })).status).toBe(422);
    expect(await Prepared.count()).toBe(1);
  });

  it.each(['throws', 'writes', 'nothing'])('are a fault of the code if one %s', async (fault) => {
    expect((await created('/faulties', { fault })).status).toBe(500);
    expect(await Faulty.count()).toBe(0);
    expect((await created('/faulties', { fault: 'none' })).status).toBe(201);
    await Faulty.destroy({ where: {} });
  });
});
