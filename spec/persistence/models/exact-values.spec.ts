import { col, fn, literal } from 'sequelize';
import { AfterFind, BelongsToMany, Column, DataType, HasMany, Model, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import { BaseDomain, type EntityId } from '../../../lib/persistence';
import { KeyOf, PrimaryKeyOf } from '../../support/columns';
import { useStore } from '../../support/open-store';

const seenByHooks: unknown[] = [];

@AggregateRoot
@Table({ tableName: 'exact_accounts' })
class Account extends BaseDomain {
  @Column(DataType.STRING) declare code: string;
  @Column(DataType.BIGINT) declare total: number | string;
  @Column({ type: DataType.BIGINT, field: 'no_in_bank' }) declare bankNo: number | string;
  @Column(DataType.DECIMAL(12, 2)) declare price: string;
  @BelongsToMany(() => Fund, { through: () => Share }) declare funds: (Fund & { Share: Share })[];
  @HasMany(() => Payment) declare payments: Payment[];

  @AfterFind
  static note(found: Account | Account[] | null): void {
    for (const one of [found].flat()) seenByHooks.push(one?.total, one?.price);
  }
}

@Table({ tableName: 'exact_payments' })
class Payment extends BaseDomain {
  @KeyOf(() => Account) declare accountId: EntityId;
  @Column(DataType.BIGINT) declare amount: number | string;
}

@AggregateRoot
@Table({ tableName: 'exact_funds' })
class Fund extends BaseDomain {
  @Column(DataType.BIGINT) declare weight: number | string;
}

@Table({ tableName: 'exact_shares', timestamps: false })
class Share extends Model {
  @PrimaryKeyOf(() => Account) declare accountId: EntityId;
  @PrimaryKeyOf(() => Fund) declare fundId: EntityId;
  @Column(DataType.BIGINT) declare count: number | string;
  @Column({ type: DataType.BIGINT, field: 'no_of_share' }) declare shareNo: number | string;
  @Column(DataType.DECIMAL(8, 2)) declare rate: string;
}

const WIDE = '9007199254740993';
const WIDER = '9007199254740995';
const SHARE = { count: WIDE, shareNo: WIDER, rate: '1.50' };
const raw = { raw: true } as const;

let account: Account;

useStore([Account, Payment, Fund, Share]);

beforeAll(async () => {
  account = await Account.create({ code: 'a', total: WIDE, bankNo: WIDER, price: '0.10' });
  await Account.create({ code: 'b', total: 10, bankNo: 9, price: '0.20' });
  await Payment.create({ accountId: account.id, amount: WIDE });
  await account.$add('funds', await Fund.create({ weight: WIDER }), { through: SHARE });
});

describe('Values of a join table that a double cannot hold', () => {
  const read = async (include: object) => (await Account.findByPk(account.id, { include: [include] } as object))!;

  it('stay exact, and do not count as changed', async () => {
    const [fund] = (await read({ association: 'funds' })).funds;

    expect(fund).toMatchObject({ weight: WIDER });
    expect(fund!.Share.get()).toEqual({ accountId: account.id, fundId: fund!.id, ...SHARE });
    expect([fund!.changed(), fund!.Share.changed()]).toEqual([false, false]);
  });

  it('stay exact when only some of them are selected, under their names or others', async () => {
    const through = { attributes: ['count', ['no_of_share', 'no'], ['rate', 'price']] };
    const [fund] = (await read({ association: 'funds', attributes: ['weight'], through })).funds;

    expect(fund!.Share.get()).toEqual({ count: WIDE, no: WIDER, price: '1.50' });
  });

  it('stay exact in rows, and in pages', async () => {
    const include = [{ association: 'funds', attributes: [] }];
    const [row] = await Account.findAll({ where: { code: 'a' }, attributes: ['id'], include, ...raw });
    const page = await Account.findAll({ include: ['funds'], order: ['code'], limit: 1 });

    expect(row).toMatchObject({
      'funds.Share.count': WIDE,
      'funds.Share.shareNo': WIDER,
      'funds.Share.rate': '1.50',
    });
    expect(page.map(({ funds }) => funds[0]!.Share.get())).toMatchObject([SHARE]);
  });
});

describe('Values under another name that a double cannot hold', () => {
  const ATTRIBUTES = [
    ['total', 'sum'],
    ['no_in_bank', 'no'],
    ['price', 'cost'],
  ] as [string, string][];

  it.each([
    ['rows', raw],
    ['instances', {}],
  ])('stay exact in %s', async (_, options) => {
    const found = await Account.findAll({ attributes: ATTRIBUTES, order: ['code'], ...options });

    expect(found.map((one) => (one instanceof Account ? one.get() : one))).toEqual([
      { sum: WIDE, no: WIDER, cost: '0.10' },
      { sum: 10, no: 9, cost: '0.20' },
    ]);
  });

  it('stay exact in an association, and are ordered as numbers', async () => {
    const include = [{ association: 'payments', attributes: [['amount', 'sum']] as [string, string][] }];
    const [found] = await Account.findAll({ attributes: ['id', 'code'], include, order: ['code'], limit: 1 });
    const ordered = await Account.findAll({ attributes: [['total', 'sum']], order: [['sum', 'ASC']], ...raw });

    expect(found!.payments.map((payment) => payment.get('sum'))).toEqual([WIDE]);
    expect(ordered).toEqual([{ sum: 10 }, { sum: WIDE }]);
  });
});

describe('Results of expressions that a double cannot hold', () => {
  it.each([
    ['the highest value', [fn('MAX', col('total')), 'x'], WIDE],
    ['a sum', [fn('SUM', col('no_in_bank')), 'x'], '9007199254741004'],
    ['a sum of decimals', [fn('SUM', col('price')), 'x'], '0.30'],
    ['a literal', [literal('MAX(total + 2)'), 'x'], WIDER],
  ] as const)('stay exact: %s', async (_, attribute, expected) => {
    const [found] = await Account.findAll({ attributes: [attribute as unknown as [string, string]], ...raw });

    expect(found).toEqual({ x: expected });
  });

  it('stay exact by group, where HAVING and ORDER BY compare them as numbers', async () => {
    const attributes = ['code', [fn('MAX', col('total')), 'highest']] as [string, [never, string]];
    const having = literal('highest > 5');
    const options = { attributes, group: ['code'], having, order: [[literal('highest'), 'ASC']] as never, ...raw };

    expect(await Account.findAll(options)).toEqual([
      { code: 'b', highest: 10 },
      { code: 'a', highest: WIDE },
    ]);
  });

  it('stay exact without duplicates', async () => {
    const attributes = [[fn('DISTINCT', col('total')), 'total']] as [[never, string]];

    expect(await Account.findAll({ attributes, order: [['total', 'ASC']], ...raw })).toEqual([
      { total: 10 },
      { total: WIDE },
    ]);
  });
});

describe('Results of sum(), max() and min() that a double cannot hold', () => {
  it.each([
    ['max', 'total', WIDE],
    ['min', 'total', 10],
    ['sum', 'bankNo', '9007199254741004'],
    ['sum', 'price', 0.3],
    ['max', 'price', 0.2],
  ] as const)('stay exact: %s of %s', async (method, field, expected) => {
    expect(await Account[method](field)).toBe(expected);
  });

  it('stay exact by group, and as text', async () => {
    const groups = await Account.count({ attributes: ['total'], group: ['total'] });

    expect(groups).toEqual(
      expect.arrayContaining([
        { total: WIDE, count: 1 },
        { total: 10, count: 1 },
      ]),
    );
    expect(await Account.max('total', { dataType: 'string' })).toBe(WIDE);
    expect(await Account.max('total', { where: { code: 'none' } })).toBeNull();
  });
});

describe('Values that a double cannot hold', () => {
  it('stay exact for hooks, and without them', async () => {
    seenByHooks.length = 0;
    await Account.findOne({ where: { code: 'a' } });
    const [unhooked] = await Account.findAll({ where: { code: 'a' }, hooks: false, ...raw } as object);

    expect(seenByHooks).toEqual([WIDE, '0.10']);
    expect(unhooked).toMatchObject({ total: WIDE, price: '0.10' });
  });

  it.each([
    ['a literal', literal('total DESC, code')],
    ['a column', [[col('total'), 'DESC']]],
    ['a literal with a direction', [[literal('`total`'), 'DESC']]],
  ])('are ordered as numbers by %s', async (_, order) => {
    const found = await Account.findAll({ where: { total: [10, 9, WIDE] }, order: order as never });
    await Account.create({ code: 'c', total: 9, bankNo: 9, price: '0' });
    const more = await Account.findAll({ order: order as never });
    await Account.destroy({ where: { code: 'c' } });

    expect(found.map(({ total }) => total)).toEqual([WIDE, 10]);
    expect(more.map(({ total }) => total)).toEqual([WIDE, 10, 9]);
  });
});
