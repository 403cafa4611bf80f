import { BelongsToMany, Column, DataType, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, Collection } from '../../lib/metadata';
import { BaseDomain, type EntityId } from '../../lib/persistence';
import { KeyOf, StringColumn } from '../support/columns';
import { useServed } from '../support/serve-shop';
import { selectedColumns, statementsOf } from '../support/statements';

/** Virtual fields are for domain code, and in no response. */

const called: string[] = [];

@AggregateRoot
@Table({ tableName: 'skills' })
class Skill extends BaseDomain {
  @StringColumn(20) declare title: string;
  @StringColumn(20) declare remark: string | null;

  @Column(DataType.VIRTUAL)
  get label(): string {
    called.push('label');
    return `${this.title} (${this.remark})`;
  }
}

@Table({ tableName: 'stints' })
class Stint extends BaseDomain {
  @StringColumn(20) declare place: string;
  @StringColumn(20) declare remark: string | null;
  @KeyOf(() => Worker) declare workerId: EntityId;

  @Column(DataType.VIRTUAL)
  get text(): string {
    called.push('text');
    return this.place;
  }
}

@AggregateRoot
@Table({ tableName: 'workers' })
class Worker extends BaseDomain {
  @StringColumn(20) declare givenName: string;
  @StringColumn(20) declare familyName: string;

  @Column(DataType.VIRTUAL)
  get fullName(): string {
    called.push('fullName');
    return `${this.givenName} ${this.familyName}`;
  }

  set fullName(name: string) {
    called.push('set');
    [this.givenName, this.familyName] = name.split(' ') as [string, string];
  }

  @Collection @HasMany(() => Stint, 'workerId') declare stints: Stint[];

  @Collection
  @BelongsToMany(() => Skill, { through: 'worker_skills', foreignKey: 'workerId', otherKey: 'skillId' })
  declare skills: Skill[];
}

/** One of its columns has a getter. */
@AggregateRoot
@Table({ tableName: 'passes' })
class Pass extends BaseDomain {
  @Column(DataType.STRING(20))
  get code(): string {
    called.push('code');
    return `${this.getDataValue('series' as never)}-${this.getDataValue('code' as never)}`;
  }

  @StringColumn(20) declare series: string;
  @StringColumn(20) declare remark: string | null;
}

const shop = useServed([Skill, Stint, Worker, Pass]);

beforeAll(async () => {
  const worker = { given_name: 'Ada', family_name: 'King', stints: [{ place: 'Bern' }], skills: [{ title: 'sums' }] };
  await shop.request('POST', '/workers', worker);
  await shop.request('POST', '/passes', { code: '7', series: 'A' });
});
beforeEach(() => {
  called.length = 0;
});

/** The columns that a request selects from a table. */
async function columnsOf(table: string, path: string): Promise<readonly string[]> {
  const sent = await statementsOf(Worker, async () => expect((await shop.request('GET', path)).status).toBe(200));
  return selectedColumns(sent, table);
}

describe('A virtual field with a getter', () => {
  it('does not load columns that are not selected, by key and in lists', async () => {
    expect(await columnsOf('workers', '/workers/1?include=given_name')).toEqual(['id', 'givenName', 'version']);
    expect(await columnsOf('workers', '/workers?include=given_name')).toEqual(['id', 'givenName']);
    expect(called).toEqual([]);
  });

  it('does not load them for children, or behind a join table', async () => {
    const path = '/workers?include=given_name,stints.place,skills.title';

    expect(await columnsOf('stints', path)).toEqual(['id', 'place', 'workerId']);
    expect(await columnsOf('skills', path)).toEqual(expect.arrayContaining(['title']));
    expect(await columnsOf('skills', path)).not.toContain('remark');
    expect(called).toEqual([]);
  });

  it('is called by no read, and is in no response', async () => {
    const { body } = await shop.request('GET', '/workers/1');
    expect(called).toEqual([]);
    const changed = await shop.request('PATCH', '/workers/1', { family_name: 'Lovelace' });
    const created = await shop.request('POST', '/workers', { given_name: 'Jo', family_name: 'Dee' });

    expect(Object.keys(body)).toEqual(['id', 'given_name', 'family_name', 'created_at', 'updated_at']);
    expect([changed.body.family_name, created.body.family_name]).toEqual(['Lovelace', 'Dee']);
    expect(Object.keys(changed.body)).toEqual(Object.keys(body));
  });

  it('is available to domain code, with its setter', async () => {
    const worker = await Worker.create({ fullName: 'Max Frisch' });
    await worker.updateAttributes({ fullName: 'Max Bill' });

    const { body } = await shop.request('GET', `/workers/${worker.id}`);

    expect(body).toMatchObject({ given_name: 'Max', family_name: 'Bill' });
    expect((await Worker.findById(worker.id))!.fullName).toBe('Max Bill');
    expect(called).toEqual(['set', 'set', 'fullName']);
  });
});

describe('A column with a getter', () => {
  it('has all columns loaded when it is returned', async () => {
    expect(await columnsOf('passes', '/passes/1?include=code')).toHaveLength(7);
    expect((await shop.request('GET', '/passes/1?include=code')).body).toEqual({ code: 'A-7' });
  });

  it('does not load the whole row when it is not returned', async () => {
    expect(await columnsOf('passes', '/passes/1?include=remark')).toEqual(['id', 'remark', 'version']);
    expect(called).toEqual([]);
  });
});
