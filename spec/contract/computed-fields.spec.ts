import Joi from 'joi';
import { BelongsToMany, Column, DataType, HasMany, Table } from 'sequelize-typescript';
import {
  Action,
  AggregateRoot,
  Application,
  BaseDomain,
  Collection,
  Computed,
  Constraint,
  type EntityId,
  Generated,
  Hidden,
  InvalidEntityError,
  type Request,
  Resource,
  type Response,
  Searchable,
  WriteOnly,
} from '../../lib';
import { Secure } from '../../lib/security';
import { IntegerColumn, KeyOf, RequiredString, StringColumn } from '../support/columns';
import { documentOf, sourceOf } from '../support/document-of';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { useServed } from '../support/serve-shop';
import { selectedColumns, statementsOf } from '../support/statements';

/** Whether the getter of a guild returns a promise, which no response can contain. */
let waits = false;

@AggregateRoot
@Table({ tableName: 'guilds' })
class Guild extends BaseDomain {
  @StringColumn(20) declare title: string;
  @StringColumn(20) declare motto: string | null;

  @Computed({ from: ['title'] })
  get heading(): string {
    return `The ${this.title}`;
  }

  /** Reads more columns than it names. */
  @Computed({ from: ['title'] })
  get slogan(): string {
    return this.title === 'Plain' ? '' : `${this.title}: ${this.motto}`;
  }

  @Computed({ from: [], type: String })
  get later(): Promise<string> | null {
    return waits ? Promise.reject(new Error('too late')) : null;
  }

  @Computed({ from: [], type: DataType.JSON })
  get twin(): unknown {
    return waits ? { of: [this] } : null;
  }
}

@Table({ tableName: 'tasks' })
class Task extends BaseDomain {
  @Searchable @StringColumn(20) declare place: string;
  @IntegerColumn declare minutes: number;
  @KeyOf(() => Person) declare personId: EntityId;

  @Computed
  @Column(DataType.VIRTUAL(DataType.STRING(40), ['place', 'minutes']))
  get label(): string {
    return `${this.place}, ${this.minutes} min`;
  }
}

/** A fast hash, good enough for a spec. */
const hashed = (password: string) => `#${[...password].reverse().join('')}`;

@AggregateRoot({ name: 'persons' })
@Table({ tableName: 'persons' })
class Person extends BaseDomain {
  @Searchable @RequiredString(20) declare firstName: string;
  @RequiredString(8) declare lastName: string;
  @Column(DataType.DATEONLY) declare bornOn: string | null;
  @Hidden @StringColumn(80) declare passwordHash: string | null;

  @Computed({ from: ['firstName', 'lastName'] })
  @Column(DataType.VIRTUAL(DataType.STRING(80)))
  get fullName(): string {
    return `${this.firstName} ${this.lastName}`;
  }

  set fullName(name: string) {
    [this.firstName, this.lastName] = name.split(' ') as [string, string];
  }

  @Computed({ from: ['bornOn'], type: DataType.INTEGER })
  get birthYear(): number | null {
    return this.bornOn === null ? null : Number(this.bornOn.slice(0, 4));
  }

  /** Computed from all columns of the row. */
  @Computed({ type: DataType.JSON })
  get summary(): { readonly givenName: string; readonly isOld: boolean; readonly since: Date } {
    return { givenName: this.firstName, isOld: Number(this.id) < 0, since: new Date(0) };
  }

  @Computed({ from: ['passwordHash'] })
  get hasPassword(): boolean {
    return this.passwordHash !== null;
  }

  @WriteOnly
  @Constraint(Joi.string().min(4))
  @Column(DataType.VIRTUAL(DataType.STRING(20)))
  set password(password: string | null) {
    if (password === 'password') {
      throw new InvalidEntityError([{ path: ['password'], message: 'is too easy', invalidValue: password }]);
    }
    this.setDataValue('passwordHash' as never, (password === null ? null : hashed(password)) as never);
  }

  /** An accessor without a column. */
  @WriteOnly
  @Computed({ type: Number })
  set born(year: number) {
    this.bornOn = `${year}-01-01`;
  }

  @Collection @HasMany(() => Task, 'personId') declare tasks: Task[];

  @Collection
  @BelongsToMany(() => Guild, { through: 'person_guilds', foreignKey: 'personId', otherKey: 'guildId' })
  declare guilds: Guild[];

  @Action({ value: 'rename', returns: Person })
  rename(name: string): Person {
    this.fullName = name;
    return this;
  }
}

@Resource(Guild)
class GuildResource extends Generated(Guild) {
  async readGuild(request: Request, response: Response): Promise<unknown> {
    if (request.getParameter('id') !== '1') return super.readGuild(request, response);
    return Guild.findById(1);
  }
}

const shop = useServed([Guild, Task, Person], { resources: [GuildResource], Class: Application });
const { request } = shop;
const ada = { first_name: 'Ada', last_name: 'King', born_on: '1815-12-10' };

async function create(path: string, body: object): Promise<string> {
  const { status, body: created } = await request('POST', path, body);
  expect([status, created]).toEqual([201, expect.anything()]);
  return `${path}/${created.id}`;
}

/** The columns that a request selects from a table. */
async function columnsOf(table: string, path: string): Promise<readonly string[]> {
  const sent = await statementsOf(Person, async () => expect((await request('GET', path)).status).toBe(200));
  return selectedColumns(sent, table);
}

describe('A computed field', () => {
  it('is in the responses to creates, reads, updates, lists, pages and actions', async () => {
    const created = await request('POST', '/persons', ada);
    const path = `/persons/${created.body.id}`;
    const shown = { full_name: 'Ada King', birth_year: 1815, has_password: false };

    expect(created.body).toMatchObject(shown);
    expect((await request('GET', path)).body).toMatchObject(shown);
    expect((await request('PATCH', path, { last_name: 'Byron' })).body.full_name).toBe('Ada Byron');
    expect((await request('GET', `/persons?first_name=Ada`)).body).toContainEqual(
      expect.objectContaining({ full_name: 'Ada Byron', birth_year: 1815 }),
    );
    expect((await request('GET', `/persons?page=1`)).body.data[0].full_name).toBe('Ada Byron');
    expect((await request('PUT', `${path}/rename`, { name: 'Ada King' })).body.full_name).toBe('Ada King');
  });

  it('follows the columns, and precedes the timestamps', async () => {
    const path = await create('/persons', ada);

    expect(Object.keys((await request('GET', path)).body)).toEqual([
      ...['id', 'first_name', 'last_name', 'born_on'],
      ...['full_name', 'birth_year', 'summary', 'has_password', 'created_at', 'updated_at'],
    ]);
  });

  it('is converted to plain values as a column is, and returns any JSON where its type allows', async () => {
    const path = await create('/persons', ada);

    expect((await request('GET', `${path}?include=summary`)).body).toEqual({
      summary: { givenName: 'Ada', isOld: false, since: '1970-01-01T00:00:00.000Z' },
    });
  });

  it('is written in XML, YAML and CSV', async () => {
    const path = await create('/persons', ada);
    const shown = (accept: string) =>
      request('GET', `${path}?include=full_name,birth_year`, undefined, { Accept: accept });

    expect((await shown('application/xml')).body).toContain(
      '<full_name>Ada King</full_name><birth_year>1815</birth_year>',
    );
    expect((await shown('application/yaml')).body).toBe('full_name: Ada King\nbirth_year: 1815\n');
    await create('/persons', { ...ada, first_name: 'Csv' });
    const list = '/persons?first_name=Csv&include=full_name,birth_year';
    const { body: csv } = await request('GET', list, undefined, { Accept: 'text/csv' });
    expect(csv).toBe('full_name,birth_year\r\nCsv King,1815\r\n');
  });

  it('is selected by include and exclude, and loads the columns that it names', async () => {
    const path = await create('/persons', ada);

    expect((await request('GET', `${path}?include=full_name`)).body).toEqual({ full_name: 'Ada King' });
    expect((await request('GET', `${path}?exclude=full_name,summary`)).body).not.toHaveProperty('full_name');
    expect(await columnsOf('persons', `${path}?include=full_name`)).toEqual(['id', 'firstName', 'lastName', 'version']);
    expect(await columnsOf('persons', '/persons?include=birth_year')).toEqual(['id', 'bornOn']);
    expect(await columnsOf('persons', `${path}?include=summary`)).toHaveLength(8);
  });

  it('loads the columns that a VIRTUAL type lists, below its parent and behind a join table', async () => {
    const tasks = [{ place: 'Bern', minutes: 5 }];
    const guilds = [{ title: 'Plain', motto: 'so' }];
    const path = await create('/persons', { ...ada, tasks, guilds });

    const { body } = await request('GET', `${path}?include=tasks.label,guilds.heading`);
    const { body: list } = await request('GET', '/persons?expand=tasks,guilds');

    expect(body).toEqual({ tasks: [{ label: 'Bern, 5 min' }], guilds: [{ heading: 'The Plain' }] });
    expect(list.at(-1)).toMatchObject({ tasks: [{ label: 'Bern, 5 min' }], guilds: [{ heading: 'The Plain' }] });
    expect(await columnsOf('tasks', '/persons?include=tasks.label')).toEqual(['id', 'place', 'minutes', 'personId']);
    expect(await columnsOf('guilds', `/persons?include=guilds.heading`)).not.toContain('motto');
    expect((await request('GET', `${path}/tasks`)).body[0].label).toBe('Bern, 5 min');
  });

  it('is part of a streamed list', async () => {
    await request(
      'POST',
      '/persons',
      Array.from({ length: 900 }, (_, index) => ({ ...ada, last_name: `n${index}` })),
    );
    await request(
      'POST',
      '/persons',
      Array.from({ length: 200 }, (_, index) => ({ ...ada, last_name: `m${index}` })),
    );

    const { body } = await request('GET', '/persons?include=full_name');

    expect(body.length).toBeGreaterThan(1100);
    expect(body.at(-1)).toEqual({ full_name: 'Ada m199' });
  });

  it('is part of instances that an override returns', async () => {
    await create('/guilds', { title: 'Plain' });
    const [{ id }] = (await request('GET', '/guilds?per_page=1')).body.data;
    await request('PATCH', `/guilds/${id}`, { title: 'Plain' });

    expect((await request('GET', `/guilds/${id}`)).body.heading).toBe('The Plain');
  });

  it('cannot be searched or sorted by', async () => {
    const searched = await request('GET', '/persons?full_name=Ada%20King');
    const below = await request('GET', '/persons?persons.tasks.label[like]=B*');
    const sorted = await request('GET', '/persons?sort=-full_name');

    expect([searched.status, below.status, sorted.status]).toEqual([400, 400, 400]);
    expect(searched.body.detail).toBe('"full_name" is a computed field: it has no column to search or sort by.');
    expect(below.body.detail).toContain('"tasks.label" is a computed field');
    expect(sorted.body).toMatchObject({ detail: searched.body.detail });
  });
});

describe('A computed field in a payload', () => {
  it('may be sent back as it was read, and changes nothing', async () => {
    const path = await create('/persons', ada);
    const { body: read } = await request('GET', path);

    expect((await request('PUT', path, read)).body).toEqual(read);
    expect((await request('PUT', path, { ...read, first_name: 'Augusta' })).body.full_name).toBe('Augusta King');
  });

  it('is rejected when it has no setter', async () => {
    const path = await create('/persons', ada);
    const created = await request('POST', '/persons', { ...ada, birth_year: 1815 });
    const updated = await request('PUT', path, { birth_year: 1816 });

    expect(created.body.field_errors).toEqual([
      { field: 'birth_year', message: 'is set by the server: leave it out', invalid_value: 1815 },
    ]);
    expect(updated.body.field_errors).toEqual([
      { field: 'birth_year', message: 'cannot be changed', invalid_value: 1816 },
    ]);
  });

  it('is passed to its setter, which may set the columns that it names', async () => {
    const created = await request('POST', '/persons', { full_name: 'Max Frisch', born: 1911 });
    const updated = await request('PUT', `/persons/${created.body.id}`, { full_name: 'Max Bill' });

    expect(created.body).toMatchObject({
      first_name: 'Max',
      last_name: 'Frisch',
      born_on: '1911-01-01',
      birth_year: 1911,
    });
    expect(updated.body).toMatchObject({ first_name: 'Max', last_name: 'Bill', full_name: 'Max Bill' });
    expect((await request('POST', '/persons', { born: 1911 })).body.field_errors).toEqual([
      { field: 'first_name', message: 'is required' },
      { field: 'last_name', message: 'is required' },
    ]);
  });

  it('is validated together with the columns that its setter sets', async () => {
    const path = await create('/persons', ada);
    const half = await request('POST', '/persons', { full_name: 'Max' });
    const several = await request('POST', '/persons', [ada, { full_name: 'Max' }]);
    const long = await request('PUT', path, { full_name: 'Max Dürrenmatt' });
    const wrong = await request('PUT', path, { full_name: 7, born: 'then' });

    expect(half.body.field_errors).toEqual([{ field: 'last_name', message: 'is required' }]);
    expect(several.body.field_errors).toEqual([{ field: '[1].last_name', message: 'is required' }]);
    expect(long.body.field_errors).toEqual([expect.objectContaining({ field: 'last_name' })]);
    expect(wrong.body.field_errors.map(({ field }: { field: string }) => field)).toEqual(['full_name', 'born']);
    expect((await request('GET', path)).body.full_name).toBe('Ada King');
  });

  it('that is write-only is stored by its setter, and never returned', async () => {
    const created = await request('POST', '/persons', { ...ada, password: 'secret' });
    const path = `/persons/${created.body.id}`;
    const stored = async () => (await Person.findById(created.body.id))!.passwordHash;

    expect(await stored()).toBe(hashed('secret'));
    expect(created.body).toMatchObject({ has_password: true });
    expect(JSON.stringify(created.body)).not.toContain('secret');
    expect((await request('PUT', path, { password: 'longer' })).status).toBe(200);
    expect(await stored()).toBe(hashed('longer'));
    expect((await request('PUT', path, { password: null })).body.has_password).toBe(false);
    expect((await request('GET', `${path}?include=password`)).status).toBe(400);
  });

  it('is validated before its setter is called, and its value is not echoed', async () => {
    const short = await request('POST', '/persons', { ...ada, password: 'abc' });
    const easy = await request('POST', '/persons', { ...ada, password: 'password' });

    expect(short.body.field_errors).toEqual([
      { field: 'password', message: 'length must be at least 4 characters long' },
    ]);
    expect([easy.status, easy.body.field_errors]).toEqual([422, [{ field: 'password', message: 'is too easy' }]]);
  });

  it('is converted from text in text formats', async () => {
    const form = await request('POST', '/persons', 'full_name=Max+Frisch&born=1911', {
      'Content-Type': 'application/x-www-form-urlencoded',
    });

    expect(form.body).toMatchObject({ first_name: 'Max', birth_year: 1911 });
  });

  it('increments the version of its root as other fields do', async () => {
    const path = await create('/persons', ada);
    const id = path.split('/').at(-1)!;
    const before = (await Person.findById(id))!.version;
    await request('PUT', path, { full_name: 'Ada King' });
    expect((await Person.findById(id))!.version).toBe(before);
    await request('PUT', path, { full_name: 'Ada Byron' });

    expect((await Person.findById(id))!.version).toBe(before + 1);
  });
});

describe('The documents of a computed field', () => {
  it('contain its declared type, and whether it can be written', () => {
    const { schemas } = documentOf(sourceOf(shop.application)).components;

    expect(schemas!.Person.properties).toMatchObject({
      full_name: { type: ['string', 'null'] },
      birth_year: { type: ['integer', 'null'], format: 'int32', readOnly: true },
      has_password: { type: ['boolean', 'null'], readOnly: true },
    });
    expect(schemas!.Person.properties).not.toHaveProperty('password');
    expect(schemas!.PersonCreate.properties).toMatchObject({
      full_name: { type: ['string', 'null'], maxLength: 80 },
      password: { type: ['string', 'null'], maxLength: 20, writeOnly: true },
      born: { type: ['number', 'null'], writeOnly: true },
    });
    expect(schemas!.PersonCreate.required).toBeUndefined();
    expect(schemas!.PersonCreate.allOf).toHaveLength(2);
  });
});

describe('A getter that throws', () => {
  it.each([
    ['slogan', 'it reads "motto", which was not loaded: add it to "from"'],
    ['later', 'it returns a promise, and getters of computed fields must be synchronous'],
    ['twin', 'it returns an entity: return a plain object with the fields to show'],
  ])('responds 500 without details, and the log names class and field: %s', async (name, reason) => {
    const path = await create('/guilds', { title: 'Plain', motto: 'more' });
    await Guild.update({ title: 'Loud' }, { where: { id: path.split('/').at(-1)! } });
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    waits = true;
    const { status, body } = await request('GET', `${path}?include=${name}`);
    waits = false;
    const logged = log.mock.calls.flat().map((one) => (one instanceof Error ? one.stack : String(one)));
    log.mockRestore();

    expect([status, body.detail]).toEqual([500, undefined]);
    expect(logged.join('\n')).toContain(`Guild.${name} failed: ${reason}`);
  });
});

describe('A computed field of a secured column', () => {
  @AggregateRoot
  @Table({ tableName: 'clerks' })
  class Clerk extends BaseDomain {
    @StringColumn(20) declare name: string;
    @Secure({ method: 'GET', permissions: ['pay.read'] }) @IntegerColumn declare pay: number;

    @Computed({ from: ['pay'] })
    get isRich(): boolean {
      return this.pay > 100;
    }

    @Computed({ from: ['name'] })
    get initial(): string {
      return this.name.charAt(0);
    }

    @Computed
    get words(): string {
      return `${this.name}: ${this.pay}`;
    }

    @Secure({ method: 'GET', permissions: ['shout.read'] })
    @Computed({ from: ['name'] })
    get shout(): string {
      return this.name.toUpperCase();
    }
  }

  const office = useServed([Clerk], { authenticators: [namedByHeader], authorizer: permittedByName });

  beforeAll(async () => {
    await office.request('POST', '/clerks', { name: 'Ada', pay: 200 });
  });

  it('is omitted together with the column; without named columns it is computed from all', async () => {
    const nobody = await office.request('GET', '/clerks/1', undefined, holding());
    const some = await office.request('GET', '/clerks/1', undefined, holding('pay.read'));
    const named = await office.request('GET', '/clerks/1?include=is_rich', undefined, holding());

    expect(Object.keys(nobody.body)).toEqual(['id', 'name', 'initial', 'created_at', 'updated_at']);
    expect(some.body).toMatchObject({ is_rich: true, words: 'Ada: 200', initial: 'A' });
    expect(some.body).not.toHaveProperty('shout');
    expect([named.status, named.body.detail]).toEqual([403, expect.stringContaining('"pay.read"')]);
  });

  it('cannot be guessed by sending values back', async () => {
    const guessed = await office.request('PUT', '/clerks/1', { is_rich: true }, holding());
    const searched = await office.request('GET', '/clerks?is_rich=true', undefined, holding());

    expect(guessed.status).toBe(403);
    expect(searched.body.detail).toContain('Unknown parameter');
    expect(searched.body.detail).not.toContain('computed');
  });
});
