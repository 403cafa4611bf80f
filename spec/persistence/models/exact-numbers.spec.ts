import { BelongsTo, Column, DataType, HasMany, Model, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import type { Ref } from '../../../lib/persistence';
import { KeyOf } from '../../support/columns';
import { useStore } from '../../support/open-store';

/** Its key is chosen by the client, and may exceed 2^53. */
@AggregateRoot
@Table({ tableName: 'ledgers', timestamps: false, underscored: true })
class Ledger extends Model {
  @Column({ type: DataType.BIGINT, primaryKey: true }) declare code: number | string;
  @Column(DataType.BIGINT) declare sortNo: number | string | null;
  @HasMany(() => Entry) declare entries: Entry[];
}

@Table({ tableName: 'entries', timestamps: false, underscored: true })
class Entry extends Model {
  @Column({ type: DataType.BIGINT, primaryKey: true }) declare no: number | string;
  @KeyOf(() => Ledger) declare ledgerCode: number | string;
  @Column(DataType.DECIMAL(12, 2)) declare amount: string;
  @BelongsTo(() => Ledger) declare ledger: Ref<Ledger> | null;
}

const CODE = '9007199254740993';
const NO = '9223372036854775807';
const ENTRY = { no: NO, ledgerCode: CODE, amount: '1.50' };
const withEntries = { include: [{ association: 'entries' }] };

const valuesOf = (row: Model | null) => row?.get({ plain: true });

describe('Numbers that a double cannot hold', () => {
  const open = useStore([Ledger, Entry]);

  beforeAll(async () => {
    await Ledger.bulkCreate([
      { code: 9, sortNo: 10 },
      { code: 10, sortNo: 9 },
      { code: CODE, sortNo: -1 },
    ]);
    await Entry.create(ENTRY);
  });

  it('stay exact in a foreign key, by which parent and children find each other', async () => {
    const entry = await Entry.findByPk(NO);

    expect(valuesOf(entry)).toEqual(ENTRY);
    expect(valuesOf(await entry!.$get('ledger'))).toMatchObject({ code: CODE });
    const [read] = await open.store.retrieval.find({ ...root('Ledger'), path: [], parentKeys: [] }, [CODE]);
    const [children] = await open.store.retrieval.childrenByParent(collection('entries'), [read!]);
    expect(children!.map((child) => [child.get('no'), child.get('ledgerCode')])).toEqual([[NO, CODE]]);
  });

  it('stay exact in associations that are read with their owner, at any depth', async () => {
    const ledger = await Ledger.findByPk(CODE, {
      include: [
        { association: 'entries', include: [{ association: 'ledger', include: [{ association: 'entries' }] }] },
      ],
    });

    const [entry] = ledger!.entries;
    expect(valuesOf(entry!)).toMatchObject({ ...ENTRY, ledger: { code: CODE, sortNo: -1, entries: [ENTRY] } });
    expect([entry!.changed(), ledger!.changed()]).toEqual([false, false]);
  });

  it.each([
    ['rows', { raw: true }, { 'entries.no': NO, 'entries.ledgerCode': CODE, 'entries.amount': '1.50' }],
    ['nested rows', { raw: true, nest: true }, { entries: ENTRY }],
    ['a query of its own', { include: [{ association: 'entries', separate: true }] }, { entries: [ENTRY] }],
    ['all attributes but one', { attributes: { exclude: ['sortNo'] } }, { entries: [ENTRY] }],
  ])('stay exact with an association read as %s', async (_, options, expected) => {
    const [found] = await Ledger.findAll({ where: { code: CODE }, ...withEntries, ...options });

    expect(found instanceof Ledger ? valuesOf(found) : found).toMatchObject({ code: CODE, ...expected });
  });

  it.each([
    ['the primary key', {}, 'code', [9, 10, CODE]],
    ['another column', {}, 'sortNo', [CODE, 10, 9]],
    ['a key beside an association', withEntries, 'code', [9, 10, CODE]],
    ['a column beside an association', withEntries, 'sortNo', [CODE, 10, 9]],
  ])('are ordered as numbers: by %s', async (_, options, name, expected) => {
    const read = (direction: string, limit: number) =>
      Ledger.findAll({ ...options, order: [[name, direction]], limit });

    expect((await read('ASC', 3)).map(({ code }) => code)).toEqual(expected);
    expect((await read('DESC', 2)).map(({ code }) => code)).toEqual([...expected].reverse().slice(0, 2));
    expect((await Ledger.findAll({ ...options, order: [name] })).map(({ code }) => code)).toEqual(expected);
  });

  function root(name: string) {
    return { aggregate: open.store.registry.aggregates.find(({ root: one }) => one.name === name)! };
  }

  function collection(name: string) {
    return root('Ledger').aggregate.root.collections.get(name)!;
  }
});
