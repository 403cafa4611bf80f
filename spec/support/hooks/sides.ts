import {
  AutoIncrement,
  Column,
  CreatedAt,
  DataType,
  Model,
  PrimaryKey,
  Sequelize,
  UpdatedAt,
} from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import { BaseDomain } from '../../../lib/persistence';
import { serve } from '../serve-shop';
import { createTestDatabase, dialect } from '../test-database';

/** A base class for plain Sequelize, with the columns of BaseDomain. */
class PlainBase extends Model {
  @PrimaryKey @AutoIncrement @Column(DataType.BIGINT) declare id: number;
  @CreatedAt @Column(DataType.DATE(3)) declare createdAt: Date;
  @UpdatedAt @Column(DataType.DATE(3)) declare updatedAt: Date;
}

export type Base = typeof PlainBase;

/** Notes a call of the code of a class. */
export type Note = (call: string) => void;

/** Defines the class `Sheet` on the base class of a side. Its table has the option `version`, as classes of BaseDomain have. */
export type SheetOn = (base: Base, note: Note) => Base;

type Values = Readonly<Record<string, unknown>>;

/** One class on plain Sequelize or on ours, and a way to write its rows. Each write is a transaction, and throws if it is rejected. */
export interface Side {
  readonly Sheet: Base;
  /** What the code of the class has noted so far. */
  readonly calls: string[];
  /** @returns the key */
  create(values: Values): Promise<number>;
  update(id: number, values: Values): Promise<unknown>;
  /** An update: of the routes, the PATCH in place of the PUT. */
  patch(id: number, values: Values): Promise<unknown>;
  remove(id: number): Promise<unknown>;
  restore(id: number): Promise<unknown>;
  close(): Promise<void>;
}

export const WAYS = ['a route', 'domain code'] as const;
export type Way = (typeof WAYS)[number];

/** The same scenario on plain Sequelize and on ours. */
export interface Compared<T> {
  readonly plain: T;
  readonly ours: T;
}

/** The same class on both sides during the tests of a `describe`. @returns a function that runs a scenario on both */
export function useSides(
  sheetOn: SheetOn,
  way: Way,
): <T>(scenario: (side: Side) => Promise<T>) => Promise<Compared<T>> {
  const sides: Side[] = [];
  beforeAll(async () => {
    sides.push(await plainSide(sheetOn, way));
    sides.push(await ourSide(sheetOn, way));
  });
  afterAll(async () => {
    for (const side of sides) await side.close();
  });
  return async (scenario) => {
    const [plain, ours] = sides as [Side, Side];
    return { plain: await scenario(plain), ours: await scenario(ours) };
  };
}

async function plainSide(sheetOn: SheetOn, way: Way): Promise<Side> {
  const { url, drop } = await createTestDatabase();
  const calls: string[] = [];
  const Sheet = sheetOn(PlainBase, (call) => void calls.push(call));
  const sequelize = new Sequelize(url.replace(/^mariadb:/, 'mysql:'), {
    logging: false,
    models: [Sheet],
    ...(dialect === 'sqlite' && { storage: url.slice('sqlite:'.length) }),
  });
  await sequelize.sync();
  const begin: Begin = (work) => sequelize.transaction((transaction) => work({ transaction }));
  const close = async () => {
    await sequelize.close();
    await drop();
  };
  const side = { Sheet, calls, ...byCode(Sheet, begin), close };
  return way === 'a route' ? { ...side, ...asRoutesDo(Sheet, begin) } : side;
}

async function ourSide(sheetOn: SheetOn, way: Way): Promise<Side> {
  const calls: string[] = [];
  const Sheet = sheetOn(BaseDomain as unknown as Base, (call) => void calls.push(call));
  AggregateRoot(Sheet as never);
  const { request, stop: close } = await serve([Sheet]);
  // The API documents, by which responses are checked, try out validators: once, by this request.
  await request('GET', '/sheets');
  const begin: Begin = (work) => BaseDomain.unitOfWork.call(Sheet, (transaction) => work({ transaction })) as never;
  if (way === 'domain code') return { Sheet, calls, ...byCode(Sheet, begin), close };
  const send = async (...parts: Parameters<typeof request>) => {
    const { status, body } = await request(...parts);
    if (status >= 400) throw new Error(String(status));
    return body;
  };
  return {
    Sheet,
    calls,
    create: async (values) => (await send('POST', '/sheets', values)).id,
    update: (id, values) => send('PUT', `/sheets/${id}`, values),
    patch: (id, values) => send('PATCH', `/sheets/${id}`, values),
    remove: (id) => send('DELETE', `/sheets/${id}`),
    restore: (id) => send('PUT', `/sheets/${id}/restore`),
    close,
  };
}

type Begin = <T>(work: (options: object) => Promise<T>) => Promise<T>;
type Writes = Omit<Side, 'Sheet' | 'calls' | 'close'>;

function byCode(Sheet: Base, begin: Begin): Writes {
  const withRow = (id: number, write: (row: Model, options: object) => Promise<unknown>) =>
    begin(async (options) => write((await Sheet.findByPk(id, { paranoid: false, ...options }))!, options));
  const update: Writes['update'] = (id, values) => withRow(id, (row, options) => row.update(values, options));
  return {
    create: (values) => begin(async (options) => (await Sheet.create(values, options)).id),
    update,
    patch: update,
    remove: (id) => withRow(id, (row, options) => row.destroy(options)),
    restore: (id) => withRow(id, (row, options) => row.restore(options)),
  };
}

/** The calls of Sequelize that a DELETE and a restore correspond to. */
function asRoutesDo(Sheet: Base, begin: Begin): Pick<Writes, 'remove' | 'restore'> {
  return {
    remove: (id) => begin((options) => Sheet.destroy({ where: { id }, individualHooks: true, ...options })),
    restore: (id) => byCode(Sheet, (work) => begin((options) => work({ ...options, silent: true }))).restore(id),
  };
}
