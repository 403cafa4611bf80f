import { BeforeUpdate, BeforeValidate, Column, DataType, HasMany, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, Collection, Hidden } from '../../lib/metadata';
import { BaseDomain, type EntityId } from '../../lib/persistence';
import { RequiredKeyOf, RequiredString, StringColumn } from '../support/columns';
import { useServed } from '../support/serve-shop';

interface Notes {
  list: number[];
}

@Table({ tableName: 'in_place_drawers' })
class Drawer extends BaseDomain {
  @Column(DataType.JSON) declare content: Notes;
  @RequiredKeyOf(() => Desk) declare deskId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'in_place_desks' })
class Desk extends BaseDomain {
  @Column(DataType.JSON) declare notes: Notes;
  @Column(DataType.DATE(3)) declare boughtAt: Date;
  @Hidden @Column(DataType.BLOB) declare plan: Buffer | null;
  @Collection @HasMany(() => Drawer) declare drawers: Drawer[];

  @Action({ value: 'note' })
  note(value: number): Desk {
    this.notes.list.push(value);
    return this;
  }

  @Action({ value: 'postpone' })
  postpone(): Desk {
    this.boughtAt.setUTCFullYear(2030);
    return this;
  }

  @Action({ value: 'draw' })
  draw(): Desk {
    this.plan!.write('new');
    return this;
  }

  @Action({ value: 'fill', path: 'drawers' })
  fill(drawer: Drawer, value: number): Drawer {
    drawer.content.list.push(value);
    return drawer;
  }

  @Action({ value: 'fill_all' })
  async fillAll(value: number): Promise<Drawer[]> {
    const drawers = await this.collection('drawers');
    for (const drawer of drawers) drawer.content.list.push(value);
    return drawers;
  }

  @Action({ value: 'fill_included' })
  async fillIncluded(value: number): Promise<void> {
    const found = await Desk.findByPk(this.id as string, { include: [Drawer] });
    for (const drawer of found!.drawers) drawer.content.list.push(value);
  }

  /** Saves once between two changes. */
  @Action({ value: 'note_twice' })
  async noteTwice(value: number): Promise<Desk> {
    this.notes.list.push(value);
    await this.save();
    this.notes.list.push(value);
    return this;
  }

  @Action({ value: 'note_and_fail' })
  async noteAndFail(value: number): Promise<Desk> {
    const failing = Desk.sequelize!.transaction(async () => {
      this.notes.list.push(value);
      await this.save();
      throw new Error('rolled back');
    });
    await failing.catch(() => undefined);
    return this;
  }

  @Action({ value: 'look' })
  look(): number {
    this.notes.list.push(1);
    return this.notes.list.pop()!;
  }
}

/** Its hooks set fields and change values in place. */
@AggregateRoot
@Table({ tableName: 'in_place_papers' })
class Paper extends BaseDomain {
  @RequiredString(20) declare title: string;
  @StringColumn(20) declare upper: string | null;
  @Column(DataType.JSON) declare history: { titles: string[] };
  @Column(DataType.JSON) declare words: { list: string[] };

  @BeforeValidate
  static setUpper(paper: Paper): void {
    paper.upper = paper.title.toUpperCase();
    paper.words ??= { list: [] };
    paper.words.list.splice(0, paper.words.list.length, ...paper.title.split(' '));
  }

  @BeforeUpdate
  static remember(paper: Paper): void {
    paper.history.titles.push(paper.title);
  }
}

const served = useServed([Desk, Drawer, Paper]);
const { request } = served;

/** A new desk with two drawers, as a client reads it. */
async function newDesk(): Promise<{ id: number; path: string; drawer: string; tag: string | null }> {
  const drawers = [{ content: { list: [1] } }, { content: { list: [2] } }];
  const payload = { notes: { list: [7] }, bought_at: '2020-01-02T03:04:05.678Z', drawers };
  const { status, body } = await request('POST', '/desks', payload);
  expect(status).toBe(201);
  await Desk.update({ plan: Buffer.from('old plan') }, { where: { id: body.id } });
  const path = `/desks/${body.id}`;
  return { id: body.id, path, drawer: `${path}/drawers/${body.drawers[0].id}`, tag: await tagOf(path) };
}

async function tagOf(path: string): Promise<string | null> {
  return (await request('GET', path)).headers.get('ETag');
}

async function contentsOf(path: string): Promise<number[][]> {
  const { body } = await request('GET', `${path}/drawers`);
  return body.map(({ content }: Drawer) => content.list);
}

describe('A value that an action changes in place', () => {
  it.each([
    ['JSON', 'note', { value: 9 }, { notes: { list: [7, 9] } }],
    ['a date', 'postpone', {}, { bought_at: '2030-01-02T03:04:05.678Z' }],
    ['JSON, before and after the method saves', 'note_twice', { value: 9 }, { notes: { list: [7, 9, 9] } }],
    ['JSON, in a savepoint that is rolled back', 'note_and_fail', { value: 9 }, { notes: { list: [7, 9] } }],
  ])('is stored, and the version incremented: %s', async (_, action, payload, changed) => {
    const { path, tag } = await newDesk();

    const { status, body } = await request('PUT', `${path}/${action}`, payload);

    const after = await request('GET', path);
    expect([status, after.body]).toEqual([200, body]);
    expect(body).toMatchObject(changed);
    expect(after.headers.get('ETag')).not.toBe(tag);
  });

  it('is stored if it is bytes', async () => {
    const { id, path } = await newDesk();

    await request('PUT', `${path}/draw`, {});

    expect(String((await Desk.findById(id))!.plan)).toBe('new plan');
  });

  it('is stored in the child that the action receives, and increments the version of the root', async () => {
    const { path, drawer, tag } = await newDesk();

    const { body } = await request('PUT', `${drawer}/fill`, { value: 9 });

    expect(body.content).toEqual({ list: [1, 9] });
    expect((await request('GET', drawer)).body).toEqual(body);
    expect(await tagOf(path)).not.toBe(tag);
  });

  it.each(['fill_all', 'fill_included'])('is stored in children that the method reads: %s', async (action) => {
    const { path, tag } = await newDesk();

    await request('PUT', `${path}/${action}`, { value: 9 });

    expect(await contentsOf(path)).toEqual([
      [1, 9],
      [2, 9],
    ]);
    expect(await tagOf(path)).not.toBe(tag);
  });

  it('is not stored if it is the same again in the end', async () => {
    const { id, path } = await newDesk();
    const { updatedAt } = (await Desk.findById(id))!;

    const { body } = await request('PUT', `${path}/look`, {});

    expect(body).toBe(1);
    expect((await Desk.findById(id))!.updatedAt).toEqual(updatedAt);
  });
});

describe('A value that domain code changes in place', () => {
  it('is stored by save(), in the unit of work that has read the entity', async () => {
    const { id, path } = await newDesk();

    await Desk.unitOfWork(async () => {
      const desk = (await Desk.findById(id))!;
      desk.notes.list.push(8);
      await desk.save();
      desk.notes.list.push(9);
      await desk.save();
    });

    expect((await request('GET', path)).body.notes).toEqual({ list: [7, 8, 9] });
  });

  it('is left out by save({ fields }) of other fields, and stored by the next save()', async () => {
    const { id, path } = await newDesk();
    const stored: unknown[] = [];

    await Desk.unitOfWork(async () => {
      const desk = (await Desk.findById(id))!;
      desk.notes.list.push(8);
      desk.boughtAt.setUTCFullYear(2031);
      await desk.save({ fields: ['boughtAt'] });
      stored.push((await Desk.findById(id))!.notes);
      await desk.save();
    });

    expect(stored).toEqual([{ list: [7] }]);
    const { body } = await request('GET', path);
    expect(body).toMatchObject({ notes: { list: [7, 8] }, bought_at: '2031-01-02T03:04:05.678Z' });
  });
});

describe('A hook before an update', () => {
  const paper = { title: 'one two', history: { titles: [] } };

  it('has stored what it sets in beforeValidate, and what it changes in place', async () => {
    const created = await request('POST', '/papers', paper);

    const { status, body } = await request('PUT', `/papers/${created.body.id}`, { title: 'three four' });

    const changes = { upper: 'THREE FOUR', history: { titles: ['three four'] }, words: { list: ['three', 'four'] } };
    expect([created.status, status]).toEqual([201, 200]);
    expect(body).toMatchObject(changes);
    expect((await request('GET', `/papers/${created.body.id}`)).body).toEqual(body);
  });

  it('has it stored by an update of domain code too, outside of a unit of work', async () => {
    const { body } = await request('POST', '/papers', paper);
    const found = (await Paper.findById(body.id))!;

    await found.updateAttributes({ title: 'five' });

    const stored = (await request('GET', `/papers/${body.id}`)).body;
    expect(stored).toMatchObject({ upper: 'FIVE', history: { titles: ['five'] }, words: { list: ['five'] } });
  });

  it('has what it sets validated', async () => {
    const { body } = await request('POST', '/papers', paper);

    const { status, body: problem } = await request('PUT', `/papers/${body.id}`, { title: 'ß'.repeat(15) });

    expect([status, problem.field_errors]).toEqual([422, [expect.objectContaining({ field: 'upper' })]]);
    expect((await request('GET', `/papers/${body.id}`)).body).toMatchObject({ title: 'one two', upper: 'ONE TWO' });
  });
});
