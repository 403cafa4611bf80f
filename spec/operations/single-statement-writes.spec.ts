import {
  createEntities,
  deleteEntities,
  EntityNotFoundError,
  EntityReferredToError,
  updateEntities,
} from '../../lib/operations';
import { CommitOutcomeUnknownError } from '../../lib/persistence';
import { parcelDomain } from '../support/domain/parcels';
import { type OpenStore, openStore } from '../support/open-store';
import { placeOf, setting } from '../support/places';
import { allStatementsOf } from '../support/statements';
import { dialect } from '../support/test-database';

const types = parcelDomain();
const [Parcel, Label, , Depot] = types;

type Send = (sql: unknown, done: (error: Error) => void) => void;

describe('a write that concerns one root alone', () => {
  let open: OpenStore;

  beforeAll(async () => {
    open = await openStore(types);
  });
  afterAll(() => open.close());
  beforeEach(async () => {
    await Parcel.destroy({ where: {} });
    await Depot.destroy({ where: {} });
  });

  const place = () => placeOf(open.store, Parcel);
  const update = (id: unknown, values: Record<string, unknown>) =>
    updateEntities(open.store, place(), [Number(id)], setting(values));
  const remove = (id: unknown) => deleteEntities(open.store, place(), [Number(id)]);
  /** The first word of each statement. */
  const sent = async (work: () => Promise<unknown>) =>
    (await allStatementsOf(Parcel, work)).map((text) => text.trim().split(' ', 1)[0]!.replace(';', ''));

  it('is an INSERT, and creates as many as one statement takes', async () => {
    expect(await sent(() => createEntities(open.store, place(), [setting({ code: 'A' })]))).toEqual(['INSERT']);
    const several = Array.from({ length: 500 }, (_, index) => setting({ code: `A-${index}` }));
    expect(await sent(() => createEntities(open.store, place(), several))).toEqual(['INSERT']);

    const payloads = Array.from({ length: 1203 }, (_, index) => setting({ code: `B-${index}` }));
    const trees = await createEntities(open.store, place(), payloads);

    for (const index of [0, 499, 500, 1202]) {
      expect((await Parcel.findById(trees[index]!.entity.get('id') as number))!.code).toBe(`B-${index}`);
    }
  });

  it('creates none of several where one is refused', async () => {
    const codes = ['A', 'B', 'A'];

    const refused = createEntities(
      open.store,
      place(),
      codes.map((code) => setting({ code })),
    );

    await expect(refused).rejects.toThrow();
    expect(await Parcel.count()).toBe(0);
  });

  it('says that nobody knows whether it was carried out when the connection breaks meanwhile', async () => {
    const manager = open.store.dataSource.sequelize.connectionManager;
    const connection = (await manager.getConnection({ type: 'read' })) as unknown as Record<'query' | 'all', Send>;
    const lost = Object.assign(new Error('lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
    const method = dialect === 'mysql' ? 'query' : 'all';
    jest.spyOn(manager, 'getConnection').mockResolvedValueOnce(connection as never);
    jest.spyOn(connection, method).mockImplementationOnce((_sql, done) => done(lost));

    const create = createEntities(open.store, place(), [setting({ code: 'A' }), setting({ code: 'B' })]);

    await expect(create).rejects.toThrow(CommitOutcomeUnknownError);
    jest.restoreAllMocks();
  });

  it('is a SELECT and an UPDATE that raises the version', async () => {
    const { id } = await new Parcel({ code: 'A' }).persist();

    expect(await sent(() => update(id, { note: 'new' }))).toEqual(['SELECT', 'UPDATE']);
    expect(await sent(() => update(id, { note: 'new' }))).toEqual(['SELECT']);

    expect(await Parcel.findById(id)).toMatchObject({ note: 'new', version: 1 });
  });

  it('raises the version once for each of many updates at the same time', async () => {
    const { id } = await new Parcel({ code: 'A', pieces: 0 }).persist();
    const notes = Array.from({ length: 12 }, (_, index) => `note ${index}`);

    await Promise.all(notes.map((note) => update(id, { note })));

    const stored = (await Parcel.findById(id))!;
    expect(stored.version).toBe(12);
    expect(notes).toContain(stored.note);
  });

  it('locks the row when it has changed since it was read', async () => {
    const { id } = await new Parcel({ code: 'A' }).persist();
    const read = jest.spyOn(open.store.singleStatement, 'read').mockImplementationOnce(async (...asked) => {
      const found = await open.store.singleStatement.read(...asked);
      await Parcel.update({ version: 7, pieces: 9 } as never, { where: { id } });
      return found;
    });

    const [updated] = await update(id, { note: 'new' });
    read.mockRestore();

    expect(updated!.entity.get('pieces')).toBe(9);
    expect(await Parcel.findById(id)).toMatchObject({ note: 'new', pieces: 9, version: 8 });
  });

  it('is a DELETE where nothing hangs on the root', async () => {
    const { id } = await new Parcel({ code: 'A' }).persist();

    expect(await sent(() => remove(id))).toEqual(['DELETE']);

    expect(await Parcel.count()).toBe(0);
    await expect(remove(id)).rejects.toThrow(EntityNotFoundError);
  });

  it('takes a transaction where children go with the root', async () => {
    const { id } = await new Parcel({ code: 'A' }).persist();
    await new Label({ text: 'on top', parcelId: id }).persist();

    const words = await sent(() => remove(id));

    expect(words.at(0)).toBe('DELETE');
    expect(words.at(-1)).toBe('COMMIT');
    expect([await Parcel.count(), await Label.count()]).toEqual([0, 0]);
  });

  it('leaves a root that others refer to, and names them', async () => {
    const depot = await new Depot({ code: 'bern' }).persist();
    await new Parcel({ code: 'A', depotId: depot.id }).persist();

    const refused = deleteEntities(open.store, placeOf(open.store, Depot), ['bern']);

    await expect(refused).rejects.toThrow(EntityReferredToError);
    expect(await Depot.count()).toBe(1);
  });

  it('deletes the row with the very key, whatever the collation takes for the same', async () => {
    await new Depot({ code: 'bern' }).persist();
    const places = placeOf(open.store, Depot);

    await expect(deleteEntities(open.store, places, ['BERN'])).rejects.toThrow(EntityNotFoundError);
    await expect(deleteEntities(open.store, places, ["x' OR '1'='1"])).rejects.toThrow(EntityNotFoundError);

    expect(await Depot.count()).toBe(1);
  });

  it('takes part in a unit of work that surrounds it', async () => {
    const { id } = await new Parcel({ code: 'A' }).persist();

    const failed = Parcel.unitOfWork(async () => {
      await createEntities(open.store, place(), [setting({ code: 'B' })]);
      await update(id, { note: 'new' });
      await remove(id);
      throw new Error('stop');
    });

    await expect(failed).rejects.toThrow('stop');
    expect((await Parcel.all()).map(({ code, note }) => [code, note])).toEqual([['A', null]]);
  });

  it('runs the hooks of the class, also those that were added late', async () => {
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
