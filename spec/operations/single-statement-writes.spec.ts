import {
  createEntities,
  deleteEntities,
  EntityNotFoundError,
  EntityReferencedError,
  updateEntities,
} from '../../lib/operations';
import { CommitOutcomeUnknownError } from '../../lib/persistence';
import { parcelDomain } from '../support/domain/parcels';
import { useStore } from '../support/open-store';
import { placeOf, setting } from '../support/places';
import { allStatementsOf } from '../support/statements';
import { dialect } from '../support/test-database';

const types = parcelDomain();
const [Parcel, Label, , Depot] = types;

type Send = (sql: unknown, done: (error: Error) => void) => void;

/** Opens the parcels for the tests of a `describe`, and empties their tables before each. */
function openParcels() {
  const open = useStore(types);
  beforeEach(async () => {
    await Parcel.destroy({ where: {} });
    await Depot.destroy({ where: {} });
  });

  const place = () => placeOf(open.store, Parcel);
  return {
    store: () => open.store,
    place,
    create: (...payloads: Record<string, unknown>[]) =>
      createEntities(
        open.store,
        place(),
        payloads.map((values) => setting(values)),
      ),
    update: (id: unknown, values: Record<string, unknown>) =>
      updateEntities(open.store, place(), [Number(id)], setting(values)),
    remove: (id: unknown) => deleteEntities(open.store, place(), [Number(id)]),
  };
}

/** The first word of each statement that work sends. */
async function sent(work: () => Promise<unknown>): Promise<string[]> {
  return (await allStatementsOf(Parcel, work)).map((text) => text.trim().split(' ', 1)[0]!.replace(';', ''));
}

describe('the creation of roots without a transaction', () => {
  const { store, place, create } = openParcels();

  it('is one INSERT for up to 500 rows', async () => {
    expect(await sent(() => create({ code: 'A' }))).toEqual(['INSERT']);
    const several = Array.from({ length: 500 }, (_, index) => setting({ code: `A-${index}` }));
    // MySQL returns no keys, and INSERT and SELECT have to see the same rows.
    const { hasReturning } = store().dataSource.sequelize;
    const statements = hasReturning ? ['INSERT'] : ['START', 'INSERT', 'SELECT', 'COMMIT'];
    expect(await sent(() => createEntities(store(), place(), several))).toEqual(statements);

    const payloads = Array.from({ length: 1203 }, (_, index) => setting({ code: `B-${index}` }));
    const trees = await createEntities(store(), place(), payloads);

    for (const index of [0, 499, 500, 1202]) {
      expect((await Parcel.findById(trees[index]!.entity.get('id') as number))!.code).toBe(`B-${index}`);
    }
  });

  it('creates none of several if one is rejected', async () => {
    const codes = ['A', 'B', 'A'];

    const rejected = createEntities(
      store(),
      place(),
      codes.map((code) => setting({ code })),
    );

    await expect(rejected).rejects.toThrow();
    expect(await Parcel.count()).toBe(0);
  });

  it('reports an unknown outcome when the connection is lost', async () => {
    const manager = store().dataSource.sequelize.connectionManager;
    const connection = (await manager.getConnection({ type: 'read' })) as unknown as Record<'query' | 'all', Send>;
    const lost = Object.assign(new Error('lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
    const method = dialect === 'mysql' ? 'query' : 'all';
    jest.spyOn(manager, 'getConnection').mockResolvedValueOnce(connection as never);
    jest.spyOn(connection, method).mockImplementationOnce((_sql, done) => done(lost));

    // Several rows need a transaction on MySQL.
    const creation = create({ code: 'A' }, ...(dialect === 'sqlite' ? [{ code: 'B' }] : []));

    await expect(creation).rejects.toThrow(CommitOutcomeUnknownError);
    jest.restoreAllMocks();
  });
});

describe('the update of a root without a transaction', () => {
  const { store, update } = openParcels();

  it('is a SELECT and an UPDATE that increments the version', async () => {
    const { id } = await new Parcel({ code: 'A' }).persist();

    expect(await sent(() => update(id, { note: 'new' }))).toEqual(['SELECT', 'UPDATE']);
    expect(await sent(() => update(id, { note: 'new' }))).toEqual(['SELECT']);

    expect(await Parcel.findById(id)).toMatchObject({ note: 'new', version: 1 });
  });

  it('increments the version once for each of many concurrent updates', async () => {
    const { id } = await new Parcel({ code: 'A', pieces: 0 }).persist();
    const notes = Array.from({ length: 12 }, (_, index) => `note ${index}`);

    await Promise.all(notes.map((note) => update(id, { note })));

    const stored = (await Parcel.findById(id))!;
    expect(stored.version).toBe(12);
    expect(notes).toContain(stored.note);
  });

  it('locks the row if it has changed since it was read', async () => {
    const { id } = await new Parcel({ code: 'A' }).persist();
    const read = jest.spyOn(store().singleStatement, 'read').mockImplementationOnce(async (...args) => {
      const found = await store().singleStatement.read(...args);
      await Parcel.update({ version: 7, pieces: 9 } as never, { where: { id } });
      return found;
    });

    const [updated] = await update(id, { note: 'new' });
    read.mockRestore();

    expect(updated!.entity.get('pieces')).toBe(9);
    expect(await Parcel.findById(id)).toMatchObject({ note: 'new', pieces: 9, version: 8 });
  });
});

describe('the deletion of a root without a transaction', () => {
  const { store, remove } = openParcels();

  it('is a DELETE if the root has no children', async () => {
    const { id } = await new Parcel({ code: 'A' }).persist();

    expect(await sent(() => remove(id))).toEqual(['DELETE']);

    expect(await Parcel.count()).toBe(0);
    await expect(remove(id)).rejects.toThrow(EntityNotFoundError);
  });

  it('opens a transaction if children are deleted with the root', async () => {
    const { id } = await new Parcel({ code: 'A' }).persist();
    await new Label({ text: 'on top', parcelId: id }).persist();

    const words = await sent(() => remove(id));

    expect(words.at(0)).toBe('DELETE');
    expect(words.at(-1)).toBe('COMMIT');
    expect([await Parcel.count(), await Label.count()]).toEqual([0, 0]);
  });

  it('is rejected for a root that others refer to', async () => {
    const depot = await new Depot({ code: 'bern' }).persist();
    await new Parcel({ code: 'A', depotId: depot.id }).persist();

    const rejected = deleteEntities(store(), placeOf(store(), Depot), ['bern']);

    await expect(rejected).rejects.toThrow(EntityReferencedError);
    expect(await Depot.count()).toBe(1);
  });

  it('compares the key byte by byte, whatever the collation of its column', async () => {
    await new Depot({ code: 'bern' }).persist();
    const places = placeOf(store(), Depot);

    await expect(deleteEntities(store(), places, ['BERN'])).rejects.toThrow(EntityNotFoundError);
    await expect(deleteEntities(store(), places, ["x' OR '1'='1"])).rejects.toThrow(EntityNotFoundError);

    expect(await Depot.count()).toBe(1);
  });
});

describe('a write of one root', () => {
  const { create, update, remove } = openParcels();

  it('takes part in the surrounding unit of work', async () => {
    const { id } = await new Parcel({ code: 'A' }).persist();

    const failed = Parcel.unitOfWork(async () => {
      await create({ code: 'B' });
      await update(id, { note: 'new' });
      await remove(id);
      throw new Error('stop');
    });

    await expect(failed).rejects.toThrow('stop');
    expect((await Parcel.all()).map(({ code, note }) => [code, note])).toEqual([['A', null]]);
  });

  it('runs hooks, even those that were added after the start', async () => {
    const { id } = await new Parcel({ code: 'A' }).persist();
    const heard: string[] = [];
    for (const hook of ['beforeUpdate', 'beforeBulkDestroy'] as const) {
      Parcel.addHook(hook as 'beforeUpdate', hook, () => void heard.push(hook));
    }

    await update(id, { note: 'new' });
    await remove(id);
    for (const hook of ['beforeUpdate', 'beforeBulkDestroy'] as const) Parcel.removeHook(hook as 'beforeUpdate', hook);

    expect(heard).toEqual(['beforeUpdate', 'beforeBulkDestroy']);
  });
});
