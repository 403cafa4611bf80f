import { HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId } from '../../../lib';
import { SampleEntities } from '../../../lib/testing/samples/sample-entities';
import type { TestClient } from '../../../lib/testing/test-client';
import { AggregateWalk, type WalkStep } from '../../../lib/testing/walk/aggregate-walk';
import { AggregateModel } from '../../../lib/testing/walk/model-node';
import { IntegerColumn, RequiredKeyOf, RequiredString } from '../../support/columns';
import { inspectedSource } from '../../support/inspected';

@Table({ tableName: 'walked_tracks' })
class Track extends BaseDomain {
  @RequiredString(20) declare title: string;
  @RequiredKeyOf(() => Album) declare albumId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'walked_albums' })
class Album extends BaseDomain {
  @RequiredString(20) declare title: string;
  @IntegerColumn declare year: number | null;
  @HasMany(() => Track) declare tracks: Track[];
}

interface Row {
  readonly id: string;
  values: Record<string, unknown>;
  readonly tracks: Row[];
}

/** Changes one thing that the application below does. */
interface Fault {
  readonly stored?: (values: Record<string, unknown>) => Record<string, unknown>;
  readonly afterCreate?: (rows: Row[]) => void;
  readonly updated?: (row: Row, changes: Record<string, unknown>, rows: readonly Row[]) => void;
  readonly deleted?: (rows: Row[], row: Row) => void;
  readonly listed?: (rows: readonly Row[]) => readonly Row[];
  readonly statuses?: Readonly<Record<string, number>>;
}

/** An application in memory with the routes of albums and their tracks. */
function albumsApplication(fault: Fault = {}): TestClient {
  const albums: Row[] = [];
  let count = 0;
  const remove = (rows: Row[], row: Row) => rows.splice(rows.indexOf(row), 1);
  const content = ({ id, values }: Row) => ({ id, ...values });
  const find = (path: string) => {
    const [, , albumId, tracks, trackId] = path.split('/');
    const album = albums.find(({ id }) => id === albumId);
    const rows = tracks === undefined ? albums : album?.tracks;
    const id = tracks === undefined ? albumId : trackId;
    return { rows, row: rows?.find((row) => row.id === id), hasKey: id !== undefined };
  };
  const response = (method: string, status: number, body?: unknown) => ({
    status: fault.statuses?.[method] ?? status,
    body,
    text: JSON.stringify(body ?? ''),
  });
  const send = (method: string, path: string, values: Record<string, unknown> = {}) => {
    const { rows, row, hasKey } = find(path);
    if (!rows || (hasKey && !row)) return response(method, 404);
    if (method === 'POST') {
      const created = { id: String(++count), values: fault.stored?.(values) ?? values, tracks: [] };
      if (!fault.statuses?.POST) rows.push(created);
      fault.afterCreate?.(rows);
      return response(method, 201, content(created));
    }
    if (method === 'PUT') {
      if (fault.updated) fault.updated(row!, values, rows);
      else Object.assign(row!.values, values);
      return response(method, 200, content(row!));
    }
    if (method === 'DELETE') {
      (fault.deleted ?? remove)(rows, row!);
      return response(method, 204);
    }
    return response(method, 200, row ? content(row) : (fault.listed?.(rows) ?? rows).map(content));
  };
  const client = {
    get: async (path: string) => send('GET', path),
    post: async (path: string, values: Record<string, unknown>) => send('POST', path, values),
    put: async (path: string, values: Record<string, unknown>) => send('PUT', path, values),
    delete: async (path: string) => send('DELETE', path),
  };
  return client as unknown as TestClient;
}

type Step = readonly [WalkStep, number];

/** Two albums, each with tracks, and then updates, deletes and lists of albums and tracks. */
const STEPS: readonly Step[] = [
  ['create', 0],
  ['create', 0],
  ['create', 1],
  ['create', 2],
  ['create', 1],
  ['list', 0],
  ['list', 1],
  ['update', 0],
  ['update', 1],
  ['update', 3],
  ['delete', 2],
  ['list', 1],
  ['delete', 0],
  ['list', 0],
  ['create', 1],
];

/** Runs the steps whose condition holds, and returns the model. */
async function walkThrough(fault: Fault = {}, steps: readonly Step[] = STEPS): Promise<AggregateModel> {
  const { registry } = await inspectedSource([Track, Album]);
  const client = albumsApplication(fault);
  const walk = new AggregateWalk(registry.aggregate(Album), '/albums', client, new SampleEntities(registry));
  const model = new AggregateModel();
  for (const [kind, choice] of steps) {
    const command = walk.command(kind, choice);
    if (command.check(model)) await command.run(model, client);
  }
  return model;
}

beforeAll(() => jest.spyOn(console, 'warn').mockImplementation());
afterAll(() => jest.restoreAllMocks());

describe('A random walk', () => {
  it('accepts an application that does what the model says, at each depth', async () => {
    const model = await walkThrough();

    expect(model.roots.map(({ key, children }) => [key, children.map((child) => child.key)])).toEqual([
      ['2', ['4', '6']],
    ]);
  });

  it.each<[string, Fault, RegExp]>([
    ['a create loses a field', { stored: ({ title: _, ...others }) => others }, /Expected values to be strictly deep/],
    ['a create changes a field', { stored: (values) => ({ ...values, title: 'x' }) }, /Expected values/],
    [
      'a create stores a second row',
      { afterCreate: (rows) => rows.push({ ...rows[0]!, id: 'twin' }) },
      /different entities/,
    ],
    [
      'a create removes the first row',
      { afterCreate: (rows) => rows.splice(0, rows.length - 1) },
      /different entities/,
    ],
    ['an update changes nothing', { updated: () => undefined }, /Expected values/],
    ['an update loses the other fields', { updated: (row) => Object.assign(row, { values: {} }) }, /Expected values/],
    [
      'an update changes each row of the list',
      { updated: (_, changes, rows) => rows.forEach(({ values }) => void Object.assign(values, changes)) },
      /Expected values/,
    ],
    ['a delete leaves the row', { deleted: () => undefined }, /^\/albums\/1\/tracks\/5 still exists/],
    ['a delete removes a neighbour', { deleted: (rows) => rows.splice(0) }, /different entities/],
    ['a list omits the last row', { listed: (rows) => rows.slice(0, -1) }, /different entities/],
    [
      'a list is that of all rows',
      { listed: (rows) => [...rows, ...rows.flatMap(({ tracks }) => tracks)] },
      /different/,
    ],
    ['a create is rejected by an error', { statuses: { POST: 500 } }, /^POST returned 500: \{"id":"1"/],
    ['a create returns another status', { statuses: { POST: 200 } }, /^POST returned 200/],
    ['an update is not found', { statuses: { PUT: 404 } }, /^PUT returned 404/],
    ['a delete is forbidden', { statuses: { DELETE: 403 } }, /^DELETE returned 403/],
    ['a list fails', { statuses: { GET: 503 } }, /^GET returned 503/],
    ['a rejected update has changed the row', { statuses: { PUT: 422 } }, /Expected values/],
    ['a rejected delete has removed the row', { statuses: { DELETE: 409 } }, /different entities/],
  ])('fails when %s', async (_, fault, message) => {
    await expect(walkThrough(fault)).rejects.toThrow(message);
  });

  it.each<[string, Fault]>([
    ['an update', { updated: () => undefined, statuses: { PUT: 409 } }],
    ['a delete', { deleted: () => undefined, statuses: { DELETE: 422 } }],
  ])('accepts that the domain rejects %s without a change', async (_, fault) => {
    await expect(walkThrough(fault)).resolves.toBeDefined();
  });

  it('has no step without an entity to act on', async () => {
    const model = await walkThrough({}, [
      ['update', 0],
      ['delete', 5],
    ]);

    expect(model.nodes).toEqual([]);
  });

  it('names each step with its choice, for the report of a failure', async () => {
    const { registry } = await inspectedSource([Track, Album]);
    const samples = new SampleEntities(registry);
    const walk = new AggregateWalk(registry.aggregate(Album), '/albums', albumsApplication(), samples);

    expect(String(walk.command('create', 17))).toBe('create 17');
  });
});
