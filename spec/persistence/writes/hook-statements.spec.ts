import { BeforeSave, BeforeUpdate, Column, DataType, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import { createEntities } from '../../../lib/operations';
import { BaseDomain } from '../../../lib/persistence';
import { RequiredString } from '../../support/columns';
import { useStore } from '../../support/open-store';
import { placeOf, setting } from '../../support/places';
import { allStatementsOf } from '../../support/statements';

/** Its hook sends nothing, so that a create of one is a statement without a transaction. */
@AggregateRoot
@Table({ tableName: 'hooked_entries' })
class Entry extends BaseDomain {
  @RequiredString(20) declare text: string;

  @BeforeSave
  static trim(entry: Entry): void {
    entry.text = entry.text.trim();
  }
}

/** It has a hook of updates alone. */
@AggregateRoot
@Table({ tableName: 'updated_labels' })
class Label extends BaseDomain {
  @RequiredString(20) declare text: string;

  @BeforeUpdate
  static see(): void {}
}

/** What the hook of a case does. */
let inHook = async (_case: Case): Promise<void> => {};

@AggregateRoot
@Table({ tableName: 'hooked_cases' })
class Case extends BaseDomain {
  @RequiredString(20) declare title: string;

  @BeforeSave
  static run(one: Case): Promise<void> {
    return inHook(one);
  }
}

/** Its constructor takes whatever it is given, and keeps what its getter shows. */
@AggregateRoot
@Table({ tableName: 'constructed_tags' })
class Tag extends BaseDomain {
  declare seen: string;

  constructor(...args: never[]) {
    super(...(args as []));
    Object.defineProperty(this, 'seen', { value: `seen ${this.getDataValue('name' as never)}` });
  }

  @Column(DataType.STRING(20))
  get name(): string {
    return this.seen;
  }
}

describe('A hook that runs an operation', () => {
  const open = useStore([Entry, Case, Label]);
  const create = (type: typeof Entry | typeof Case | typeof Label, values: object) =>
    createEntities(open.store, placeOf(open.store, type), [setting(values as never)]);
  beforeEach(() => Promise.all([Entry.destroy({ where: {} }), Case.destroy({ where: {} })]));

  it('has it undone with the write that the hook rejects', async () => {
    inHook = async () => {
      await create(Entry, { text: ' written ' });
      throw new Error('rejected');
    };

    await expect(create(Case, { title: 'A' })).rejects.toThrow('rejected');
    expect([await Entry.count(), await Case.count()]).toEqual([0, 0]);
  });

  it('has it stored with the write', async () => {
    inHook = async () => void (await create(Entry, { text: ' written ' }));

    await create(Case, { title: 'B' });

    expect([await Entry.count(), await Case.count()]).toEqual([1, 1]);
  });

  it('costs other writes of its class no transaction', async () => {
    expect(await allStatementsOf(Label, () => create(Label, { text: 'one' }))).toHaveLength(1);
  });
});

describe('A getter of a class with a constructor of any arguments', () => {
  const open = useStore([Tag]);

  it('runs on an instance that was constructed with the values of its row', async () => {
    await Tag.sequelize!.query(
      "INSERT INTO constructed_tags (name, created_at, updated_at, version) VALUES ('a', NOW, NOW, 0)".replaceAll(
        'NOW',
        "'2026-01-01 00:00:00'",
      ),
    );
    const [row] = await open.store.retrieval.chunk(placeOf(open.store, Tag), 10);

    expect(row!.get('name')).toBe('seen a');
  });
});
