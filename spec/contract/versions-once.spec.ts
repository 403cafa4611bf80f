import 'reflect-metadata';
import { HasMany, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, Collection, type EntityId, unitOfWork } from '../../lib';
import { RequiredInteger, RequiredKeyOf } from '../support/columns';
import { versionOf } from '../support/entity-tags';
import { useServed } from '../support/serve-shop';

@Table({ tableName: 'reels' })
class Reel extends BaseDomain {
  @RequiredInteger declare length: number;
  @RequiredKeyOf(() => Film) declare filmId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'films' })
class Film extends BaseDomain {
  @RequiredInteger declare minutes: number;
  @RequiredInteger declare takes: number;
  @Collection() @HasMany(() => Reel) declare reels: Reel[];

  @Action({ value: 'cut' })
  async cut(way: string): Promise<void> {
    await ways[way]!(this);
    this.takes += 1;
  }

  @Action({ value: 'splice' })
  async splice(way: string): Promise<void> {
    await ways[way]!(this);
  }
}

/** The ways in which domain code writes a film, or a reel of it. */
const ways: Record<string, (film: Film) => Promise<unknown>> = {
  save: (film) => film.update({ minutes: film.minutes + 1 }),
  'save of another instance': async ({ id }) => {
    const other = (await Film.findById(id))!;
    await other.update({ minutes: other.minutes + 1 });
  },
  'static update': ({ id, minutes }) => Film.update({ minutes: minutes + 1 }, { where: { id } }),
  increment: (film) => film.increment('minutes'),
  'static increment': ({ id }) => Film.increment('minutes', { where: { id } }),
  decrement: (film) => film.decrement('minutes'),
  upsert: ({ id, minutes, takes }) => Film.upsert({ id, minutes: minutes + 1, takes }),
  'new reel': ({ id }) => Reel.create({ length: 1, filmId: id }),
  'reels at once': ({ id }) => Reel.bulkCreate([{ length: 1, filmId: id }]),
};
const names = Object.keys(ways);

const { request } = useServed([Film, Reel]);
let film: Film;
let path: string;
beforeEach(async () => {
  const { id } = await Film.create({ minutes: 90, takes: 1 });
  film = (await Film.findById(id))!;
  path = `/films/${id}`;
});

const stored = async () => (await Film.findById(film.id))!;

async function rise(write: () => Promise<unknown>): Promise<number> {
  const { version } = await stored();
  await write();
  return (await stored()).version - version;
}

describe('The version of a root rises by one in a unit of work', () => {
  it.each(names)('that writes it twice (%s)', async (way) => {
    expect(await rise(() => unitOfWork(() => ways[way]!(film).then(() => ways[way]!(film))))).toBe(1);
  });

  it.each(names)('that saves it before and after (%s)', async (way) => {
    const write = () =>
      unitOfWork(async () => {
        await film.update({ minutes: 80 });
        await ways[way]!(film);
        await film.update({ minutes: 70 });
      });

    expect(await rise(write)).toBe(1);
    expect(film).toMatchObject({ minutes: 70, version: (await stored()).version });
  });

  it('that increments several, one of which is saved already', async () => {
    const other = await Film.create({ minutes: 60, takes: 1 });
    const write = () =>
      unitOfWork(async () => {
        await film.update({ takes: 2 });
        await Film.increment('minutes', { where: { id: [film.id, other.id] } });
      });

    expect(await rise(write)).toBe(1);
    expect(await Film.findById(other.id)).toMatchObject({ minutes: 61, version: other.version + 1 });
  });

  it('of which a savepoint is released, or rolled back', async () => {
    const write = () =>
      unitOfWork(async () => {
        await Film.unitOfWork(() => film.update({ minutes: 80 }), { savepoint: true });
        await film.update({ minutes: 70 });
      });
    expect(await rise(write)).toBe(1);

    const undone = async () => {
      await film.update({ minutes: 60 });
      throw new Error('undone');
    };
    const writeAgain = () =>
      unitOfWork(async () => {
        await expect(Film.unitOfWork(undone, { savepoint: true })).rejects.toThrow('undone');
        await film.update({ minutes: 50 });
      });
    expect(await rise(writeAgain)).toBe(1);
    expect(film).toMatchObject({ minutes: 50, version: (await stored()).version });
  });
});

describe('The ETag of a response has the version that is stored', () => {
  it.each(names)('after an action, alone and in a batch (%s)', async (way) => {
    const step = { op: 'action', path: 'splice', value: { way } };
    const writes = [
      () => request('PUT', `${path}/splice`, { way }),
      () => batch([step]),
      () => batch([step, step]),
      () => batch([{ op: 'create', path: 'reels', value: { length: 2 } }, step]),
      () => batch([step, { op: 'update', path: '', value: { takes: 9 } }, step]),
    ];
    for (const write of writes) {
      const { version } = await stored();
      const response = await write();
      expect([response.status < 300, versionOf(response), (await stored()).version]).toEqual([
        true,
        version + 1,
        version + 1,
      ]);
    }
  });

  it.each(['save', 'static update', 'upsert', 'new reel', 'reels at once'])(
    'after an action that changes the root, too (%s)',
    async (way) => {
      const { version } = await stored();
      const response = await request('PUT', `${path}/cut`, { way });

      expect(await stored()).toMatchObject({ takes: 2, version: version + 1 });
      expect(versionOf(response)).toBe(version + 1);
    },
  );
});

function batch(steps: readonly object[]) {
  return request('PATCH', path, { steps }, { 'Content-Type': 'application/vnd.koaggregate.batch+json' });
}
