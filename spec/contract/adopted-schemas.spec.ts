import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Model } from 'sequelize';
import { ROOT_RULE } from '../../lib/cli/from-database/roots';
import { CLASSIC_MODELS } from '../support/adopted/classic-models';
import { EMPLOYEES } from '../support/adopted/employees';
import { FILM_RENTAL } from '../support/adopted/film-rental';
import { forSqlite } from '../support/adopted/for-sqlite';
import { MUSIC_STORE } from '../support/adopted/music-store';
import { PET_CLINIC } from '../support/adopted/pet-clinic';
import { SHIPPING_LINE } from '../support/adopted/shipping-line';
import { TRADERS } from '../support/adopted/traders';
import { WORLD } from '../support/adopted/world';
import { compilerMessages } from '../support/compiler-messages';
import { type CommandResult, koaggregate } from '../support/koaggregate';
import { prepare, type Served, serve } from '../support/serve-shop';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

jest.setTimeout(60_000);

const SUPPORT = join(__dirname, '..', 'support');
const OUT = join(SUPPORT, `adopted-${process.pid}-${dialect}`);

beforeAll(() => mkdirSync(OUT));
afterAll(() => rmSync(OUT, { recursive: true, force: true }));

/** A generated application, and what the command printed. */
interface Adopted {
  readonly printed: CommandResult;
  readonly served: Served;
  /** The values of a field in a list, by the path of the list. */
  values(path: string, field: string): Promise<unknown[]>;
  stop(): Promise<void>;
}

async function adopt(name: string, schema: readonly string[], ...words: string[]): Promise<Adopted> {
  const database = await createTestDatabase();
  await prepare(database.url, dialect === 'sqlite' ? schema.map(forSqlite) : schema);
  const printed = await generate(database, name, ...words);
  if (printed.code !== 0) throw new Error(printed.err);
  const served = await serve(undefined as never, {
    database,
    packagesToScan: [relative(SUPPORT, join(OUT, name))],
    properties: { 'hbm2ddl.auto': 'validate' },
  });
  return {
    printed,
    served,
    values: async (path, field) => {
      const { status, body } = await served.request('GET', path);
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
      return body.map((row: Record<string, unknown>) => row[field]);
    },
    stop: async () => {
      await served.stop();
      await database.drop();
    },
  };
}

const generate = (database: TestDatabase, name: string, ...words: string[]) =>
  koaggregate('generate-models', '--project', OUT, '--out', name, '--from-database', database.url, ...words);

/** A generated application for the tests of a `describe`. */
function useAdopted(name: string, schema: readonly string[], ...words: string[]): () => Adopted {
  let adopted: Adopted | undefined;
  beforeAll(async () => {
    adopted = await adopt(name, schema, ...words);
  });
  afterAll(() => adopted?.stop());
  return () => adopted!;
}

describe('The schema of a film rental', () => {
  const adopted = useAdopted('film-rental', FILM_RENTAL);

  it('is searched by indexed columns and foreign keys, also through associations', async () => {
    const { values } = adopted();

    expect(await values('/films?title=ACADEMY DINOSAUR', 'film_id')).toEqual([1]);
    expect(await values('/films?original_language_id=2', 'film_id')).toEqual([2]);
    expect(await values('/languages?films.title[like]=A*', 'language_id')).toEqual([1]);
    expect(await values('/languages?films_as_original_language.title[like]=A*', 'language_id')).toEqual([2]);
    expect(await values('/actors/1/films', 'title')).toEqual(['AMELIA HELLFIGHTERS']);
  });

  it('names a circle of references after its columns', async () => {
    const { body: store } = await adopted().served.request('GET', '/stores/1?expand=manager,staff');
    const { body: staff } = await adopted().served.request('GET', '/staff/1?expand=store,store_as_manager');

    expect(store).toMatchObject({ manager: { first_name: 'Mike' }, staff: [{ first_name: 'Mike' }] });
    expect(staff).toMatchObject({ store: { store_id: 1 }, store_as_manager: { store_id: 1 } });
  });

  it('takes a password and does not show it, as the output says', async () => {
    const { printed, served } = adopted();
    const { body } = await served.request('GET', '/staff/1');
    const changed = await served.request('PATCH', '/staff/1', { password: 'new' });
    const search = await served.request('GET', '/staff?password=new');

    expect(printed.out).toContain('Staff.password (password) is @WriteOnly and not searchable, because of its name.');
    expect(body).not.toHaveProperty('password');
    expect([changed.status, search.status]).toEqual([200, 400]);
    expect(changed.body).not.toHaveProperty('password');
  });

  const itOnServers = dialect === 'sqlite' ? it.skip : it;

  itOnServers('has the time of the last update where the database sets it', async () => {
    const { request } = adopted().served;
    const given = await request('PATCH', '/actors/1', { last_update: '2006-02-15T04:34:33Z' });
    const { body: before } = await request('GET', '/films/1');
    const { body: after } = await request('PATCH', '/films/1', { title: 'ACE' });

    expect(given.status).toBe(422);
    expect(Date.parse(after.last_update)).toBeGreaterThanOrEqual(Date.parse(before.last_update));
  });
});

describe('The schema of a seller of model cars', () => {
  const adopted = useAdopted('classic-models', CLASSIC_MODELS);

  it('is searched by foreign keys with natural keys', async () => {
    const { values } = adopted();

    expect(await values('/products?product_line=Ships', 'product_code')).toEqual(['S18_3029']);
    expect(await values('/employees?reports_to=1002', 'last_name')).toEqual(['Patterson']);
    expect(await values('/customers?sales_rep_employee_number=1165', 'customer_number')).toEqual([103]);
    expect(await values('/orders/10100/products', 'product_code')).toEqual(['S10_1949']);
  });

  it('names references after their columns, and other sides after their classes', async () => {
    const { request } = adopted().served;
    const employee = await request('GET', '/employees/1056?expand=manager,reports,office,customers');
    const customer = await request('GET', '/customers/103?expand=sales_rep,orders');
    const product = await request('GET', '/products/S18_3029?expand=product_line_ref');

    expect(employee.body).toMatchObject({
      ...{ reports_to: 1002, manager: { last_name: 'Murphy' }, reports: [{ last_name: 'Jennings' }] },
      ...{ office: { city: 'San Francisco' }, customers: [] },
    });
    expect(customer.body).toMatchObject({ sales_rep: { last_name: 'Jennings' }, orders: [{ status: 'Shipped' }] });
    expect(product.body).toMatchObject({ product_line: 'Ships', product_line_ref: { product_line: 'Ships' } });
  });
});

describe('The schema of a music store', () => {
  const adopted = useAdopted('music-store', MUSIC_STORE);

  it('is listed, and searched by foreign keys', async () => {
    const { values } = adopted();

    expect(await values('/artists', 'name')).toEqual(['AC/DC', 'Accept']);
    expect(await values('/albums?artist_id=2', 'title')).toEqual(['Balls to the Wall']);
    expect(await values('/customers?support_rep_id=2', 'customer_id')).toEqual([1]);
    expect(await values('/employees?manager.reports_to[null]=true&reports_to=1', 'last_name')).toEqual(['Edwards']);
    expect(await values('/playlists/1/tracks?album_id=1', 'name')).toEqual(['Dog Eat Dog']);
  });
});

describe('The schema of a world', () => {
  const adopted = useAdopted('world', WORLD);

  it('is listed, and searched by foreign keys', async () => {
    const { values, served } = adopted();

    expect(await values('/cities?country_code=NLD', 'name')).toEqual(['Amsterdam', 'Rotterdam']);
    expect(await values('/countries?cities.country_code=AFG', 'code')).toEqual(['AFG']);
    expect((await served.request('GET', '/cities/1?expand=country')).body.country.name).toBe('Afghanistan');
  });
});

describe('The schema of a personnel file', () => {
  const adopted = useAdopted('employees', EMPLOYEES);

  it('makes a table whose key is that of a parent a single child, and says so', async () => {
    const { printed, served } = adopted();
    const badge = await served.request('GET', '/employees/10001/badge');

    expect(printed.out).toContain(
      'Badge, a child of Employee (badges), because its primary key begins with emp_no, the key of employees',
    );
    expect(badge.body).toMatchObject({ label: 'blue' });
  });

  it('names two many-to-many associations of the same classes after their join tables', async () => {
    const { values } = adopted();

    expect(await values('/employees/10002/departments', 'from_date')).toEqual(['1996-08-03']);
    expect(await values('/employees/10002/departments_through_dept_manager', 'from_date')).toEqual(['1997-01-01']);
    expect(await values('/departments?dept_name=Sales', 'dept_no')).toEqual(['d007']);
  });
});

describe('The schema of a pet clinic', () => {
  const adopted = useAdopted('pet-clinic', PET_CLINIC);

  it('has the visits below their pet, and the pets as roots', async () => {
    const { values, printed } = adopted();

    expect(printed.out).toContain('Visit, a child of Pet (visits), because pet_id is NOT NULL with ON DELETE CASCADE');
    expect(await values('/pets/2/visits', 'visit_date')).toEqual(['2013-01-02']);
    expect(await values('/pets?owner_id=2&type_id=2', 'name')).toEqual(['Rosy', 'Jewel']);
    expect(await values('/owners?last_name=Davis', 'id')).toEqual([2]);
    expect(await values('/vets/2/specialties', 'name')).toEqual(['radiology']);
  });
});

describe('The schema of traders', () => {
  const adopted = useAdopted('traders', TRADERS);

  it('names collections by several foreign keys after their columns', async () => {
    const { values } = adopted();

    expect(await values('/people/1/deals_as_seller', 'code')).toEqual(['D-1']);
    expect(await values('/people/2/deals_as_buyer', 'code')).toEqual(['D-1']);
    expect(await values('/deals?seller_id=2', 'code')).toEqual(['D-2']);
    expect(await values('/deals?created_at[gt]=2020-06-01T00:00:00Z', 'code')).toEqual(['D-2']);
    expect(await values('/deals?deal_lines.product=oil', 'code')).toEqual(['D-1']);
  });

  it('names tables of one noun without numbers', async () => {
    expect(await adopted().values('/people', 'name')).toEqual(['Ada', 'Ben']);
    expect(await adopted().values('/person_rows', 'note')).toEqual(['old']);
  });

  it('hides secrets, also where a foreign key refers to one', async () => {
    const { served, printed } = adopted();
    const seal = await served.request('GET', '/deals/1/seal');
    const login = await served.request('GET', '/logins/1');
    const sessions = await served.request('GET', '/sessions?person_id=1');

    expect(seal.body).toMatchObject({ deal_id: 1, shipping: 'sea' });
    expect(Object.keys({ ...seal.body, ...login.body })).not.toContain('pin_code');
    expect(JSON.stringify([seal.body, login.body, sessions.body])).not.toMatch(/4711|aabbccdd|aa11bb22/);
    expect(login.body).toMatchObject({ token_id: 2 });
    expect(printed.out.match(/^.* is @WriteOnly/gm)).toHaveLength(4);
  });

  it('counts the writes by lock_version, sets the times, and deletes softly with the children', async () => {
    const { request } = adopted().served;
    const created = await request('POST', '/deals', { code: 'D-3', seller_id: 1, deal_lines: [{ product: 'rum' }] });
    const path = `/deals/${created.body.id}`;
    const changed = await request('PATCH', path, { code: 'D-4' }, { 'If-Match': created.headers.get('ETag')! });
    const stale = await request('PATCH', path, { code: 'D-5' }, { 'If-Match': created.headers.get('ETag')! });
    const deleted = await request('DELETE', path);
    const gone = await request('GET', path);
    const restored = await request('PUT', `${path}/restore`);

    expect(created.body).toMatchObject({ created_at: expect.any(String), updated_at: expect.any(String) });
    expect([created, changed].map(({ headers }) => headers.get('ETag'))).toEqual([
      expect.stringMatching(/^"0-/),
      expect.stringMatching(/^"1-/),
    ]);
    expect(changed.body.code).toBe('D-4');
    expect([stale.status, deleted.status, gone.status, restored.status]).toEqual([412, 204, 404, 200]);
    expect(await adopted().values(`${path}/deal_lines`, 'product')).toEqual(['rum']);
  });

  it('deletes for good where a restore could not bring back the children, as the output says', () => {
    expect(adopted().printed.out).toContain(
      'Folder has no soft deletes by deleted_at, because each Paper is deleted for good with its Folder.',
    );
  });

  it('says which tables are roots, and why', () => {
    expect(adopted().printed.out.split('\n')).toEqual(
      expect.arrayContaining([
        'traders/deal.ts  Deal, an aggregate root (deals)',
        'traders/deal-line.ts  DealLine, a child of Deal (deal_lines), because deal_id is NOT NULL with ON DELETE CASCADE',
        'traders/seal.ts  Seal, a child of Deal (seals), because its primary key begins with deal_id, the key of deals',
        'traders/quote.ts  Quote, an aggregate root (quotes) that is only listed, because its primary key (paper_id, day) has several columns',
        ROOT_RULE,
      ]),
    );
  });

  it('lists and searches a table with a primary key of several columns, and has no route with a key for it', async () => {
    const { values, served } = adopted();
    const { body } = await served.request('GET', '/quotes?paper_id=1&expand=paper&sort=-day');
    const { status } = await served.request('GET', '/quotes/1');

    expect(await values('/quotes', 'day')).toEqual(['2024-05-01', '2024-05-02']);
    expect(body[0]).toEqual({
      paper_id: 1,
      day: '2024-05-02',
      price: '3.50',
      paper: { id: 1, folder_id: 2, author_id: 1 },
    });
    expect(status).toBe(404);
  });
});

describe('The schema of a shipping line', () => {
  const adopted = useAdopted('shipping-line', SHIPPING_LINE, '--views');
  const isServer = dialect !== 'sqlite';

  it('has a class for each of its 24 tables and 2 views, and lists all of their rows', async () => {
    const { served, printed } = adopted();
    const { aggregates, entities } = served.application.registry!;
    const sequelize = (entities[0]!.type as unknown as typeof Model).sequelize!;
    const counts: (readonly [name: string, listed: number, stored: number])[] = [];
    for (const { root, resourceName } of aggregates) {
      const table = (root.type as unknown as typeof Model).getTableName() as string;
      const [[row]] = await sequelize.query(`SELECT COUNT(*) AS count FROM \`${table}\``);
      const { body } = await served.request('GET', `/${resourceName}`);
      counts.push([resourceName, body.length, Number((row as { count: number }).count)]);
    }

    expect(printed.err).toBe('');
    expect(printed.out.match(/^shipping-line\/.*$/gm)).toHaveLength(26);
    expect(counts.map(([name, count]) => [name, count])).toEqual(counts.map(([name, , count]) => [name, count]));
    expect(counts.every(([, count]) => count > 0)).toBe(true);
  });

  it('says which rows are only listed, and why', () => {
    const lines = adopted()
      .printed.out.split('\n')
      .filter((line) => line.includes('only listed'));

    expect(lines.map((line) => line.replace(/^\S+ {2}/, ''))).toEqual([
      'Berth, an aggregate root (berths) that is only listed, because its primary key (port_code, berth_no) has several columns',
      'CargoOnBoard, an aggregate root (cargo_on_board) that is only listed, because it is a view',
      'OpenBooking, an aggregate root (open_bookings) that is only listed, because it is a view',
      'PortCall, an aggregate root (port_calls) that is only listed, because its primary key (voyage_id, seq) has several columns',
      'Rate, an aggregate root (rates) that is only listed, because its primary key (from_port, to_port, cargo_kind_id) has several columns',
      'Weather, an aggregate root (weather) that is only listed, because its primary key (port_code, day) has several columns',
    ]);
  });

  it('is searched in composite keys, views, tenants, trees and a circle of foreign keys', async () => {
    const { values } = adopted();

    expect(await values('/berths?port_code=NLRTM', 'berth_no')).toEqual([1, 2]);
    expect(await values('/port_calls?voyage.tenant_id=1', 'seq')).toEqual([1, 2]);
    expect(await values('/rates?cargo_kind.parent_id=1', 'price')).toEqual(['80.00']);
    expect(await values('/open_bookings?ship=Aurora', 'ref')).toEqual(['B-1']);
    expect(await values('/cargo_on_boards', 'tons')).toEqual(['3.000', '12.500', '12.500']);
    expect(await values('/bookings?tenant.code=north&voyage_id=2', 'total')).toEqual(['7.00']);
    expect(await values('/crews?mentor_id=1', 'last_name')).toEqual(['Ismael']);
    expect(await values('/ships?master.mentor_id[null]=true&type_code=BOX', 'name')).toEqual(['Aurora']);
  });

  it('is written: a booking with its lines, a ship with its equipment, and what is deleted softly', async () => {
    const { request } = adopted().served;
    const payload = {
      tenant_id: 1,
      shipper_id: 1,
      voyage_id: 1,
      ref: 'B-3',
      booking_lines: [{ cargo_kind_id: 2, tons: 1 }],
    };
    const booking = await request('POST', '/bookings', payload);
    const equipment = isServer ? ['ice class', 'crane'] : 'ice class,crane';
    const ship = await request('PATCH', '/ships/9321483', { equipment });
    const deleted = await request('DELETE', `/bookings/${booking.body.id}`);
    const restored = await request('PUT', `/bookings/${booking.body.id}/restore`);

    expect(booking.status).toBe(201);
    expect(ship.body.equipment).toEqual(isServer ? ['crane', 'ice class'] : equipment);
    expect([deleted.status, restored.status]).toEqual([204, 200]);
  });
});

describe('The option --roots', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    await prepare(database.url, dialect === 'sqlite' ? PET_CLINIC.map(forSqlite) : PET_CLINIC);
  });
  afterAll(() => database.drop());

  it('decides alone which tables are roots', async () => {
    const { out } = await generate(database, 'roots', '--roots', 'owners,types,vets');

    expect(out.split('\n').sort()).toEqual([
      'roots/owner.ts  Owner, an aggregate root (owners), because --roots names it',
      'roots/pet.ts  Pet, in a collection of Type and Owner (pets)',
      'roots/specialty.ts  Specialty, in a collection of Vet (specialties)',
      'roots/type.ts  Type, an aggregate root (types), because --roots names it',
      'roots/vet-specialty.ts  VetSpecialty, the join table vet_specialties',
      'roots/vet.ts  Vet, an aggregate root (vets), because --roots names it',
      'roots/visit.ts  Visit, in a collection of Pet (visits)',
    ]);
  });

  it.each([
    ['visit', 'Unknown table "visit" (the nearest is "visits"). Known tables: owners, pets, '],
    ['vet_specialties', 'The table vet_specialties of --roots cannot be a root: it is a join table.'],
  ])('rejects %s', async (name, problem) => {
    expect(await generate(database, 'none', '--roots', `owners,${name}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining(problem),
    });
  });
});

it('Classes of all these schemas compile', () => {
  expect(compilerMessages(readdirSync(OUT).map((folder) => join(OUT, folder)))).toEqual([]);
}, 60_000);
