import { BelongsTo, Column, DataType, ForeignKey, HasMany, Table } from 'sequelize-typescript';
import {
  Action,
  AggregateRoot,
  Application,
  BaseDomain,
  Generated,
  type Ref,
  RenamedFrom,
  type Request,
  Resource,
  type Response,
  Searchable,
} from '../../lib';
import { contractChanges } from '../../lib/cli/contract/contract-changes';
import { IntegerColumn, RequiredInteger, RequiredString, StringColumn } from '../support/columns';
import { documentOf, type OpenApiDocument, sourceOf } from '../support/document-of';
import { inspectedSource } from '../support/inspected';
import { useServed } from '../support/serve-shop';

const UNTIL = { until: '2097-06-30', since: '2026-11-01' };

@AggregateRoot
@Table({ tableName: 'renamed_guests' })
class Guest extends BaseDomain {
  @Searchable @RenamedFrom('mail', UNTIL) @RequiredString(60) declare email: string;
  @Searchable @RenamedFrom('telephoneNumber', { until: '2096-01-31' }) @StringColumn(20) declare phone: string | null;
  @RenamedFrom('visits', UNTIL) @HasMany(() => Stay) declare stays: Stay[];

  @Action({ value: 'call', returns: Guest })
  async call(): Promise<Guest> {
    return this;
  }
}

@Table({ tableName: 'renamed_stays' })
class Stay extends BaseDomain {
  @Searchable @RenamedFrom('chamber', { until: '2000-12-31' }) @RequiredInteger declare room: number;
  @ForeignKey(() => Guest) declare guestId: number;
  @BelongsTo(() => Guest) declare guest: Ref<Guest>;
}

@AggregateRoot
@Table({ tableName: 'unrenamed_notes' })
class Note extends BaseDomain {
  @Column(DataType.STRING) declare text: string | null;
}

@Resource(Guest)
class GuestResource extends Generated(Guest) {
  async take(request: Request, response: Response): Promise<void> {
    const guest = request.getContentAs(Guest);
    response.setContent({ taken: guest.email, rooms: guest.stays.map(({ room }) => room) });
  }
}

/** A club before its members and visits are renamed. */
function earlierModels(): readonly unknown[] {
  @AggregateRoot
  @Table({ tableName: 'earlier_members' })
  class Member extends BaseDomain {
    @Searchable @RequiredString(60) declare mail: string;
    @HasMany(() => Entry) declare visits: Entry[];
  }

  @Table({ tableName: 'earlier_entries' })
  class Entry extends BaseDomain {
    @Searchable @IntegerColumn declare room: number;
    @ForeignKey(() => Member) declare memberId: number;
  }
  return [Member, Entry];
}

function laterModels(): readonly unknown[] {
  @AggregateRoot
  @Table({ tableName: 'later_members' })
  class Member extends BaseDomain {
    @Searchable @RenamedFrom('mail', UNTIL) @RequiredString(60) declare email: string;
    @RenamedFrom('visits', UNTIL) @HasMany(() => Entry) declare stays: Entry[];
  }

  @Table({ tableName: 'later_entries' })
  class Entry extends BaseDomain {
    @Searchable @IntegerColumn declare room: number;
    @ForeignKey(() => Member) declare memberId: number;
  }
  return [Member, Entry];
}

const warnings: string[] = [];

class GuestsApplication extends Application {
  override registerPlugins(): void {
    super.registerPlugins();
    this.logger.warn = (line) => warnings.push(line);
  }

  override defineRoutes(): void {
    this.resource(GuestResource).builder('taken').action('POST', 'take');
  }
}

let document: OpenApiDocument;

const served = useServed([Guest, Stay, Note], { resources: [GuestResource], Class: GuestsApplication });
const { request } = served;

beforeAll(async () => {
  document = documentOf(sourceOf(served.application));
});
beforeEach(() => Guest.destroy({ where: {}, transaction: null }));

async function create(values: object = {}) {
  const { status, body } = await request('POST', '/guests', { email: 'ada@x.org', ...values });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
}

const codes = async (path: string) => (await request('GET', path)).body.map(({ email }: { email: string }) => email);

describe('A field marked @RenamedFrom', () => {
  it('is in responses by both names', async () => {
    const { id } = await create({ phone: '1' });

    const { body } = await request('GET', `/guests/${id}`);

    expect(body).toMatchObject({ email: 'ada@x.org', mail: 'ada@x.org', phone: '1', telephone_number: '1' });
    expect((await request('GET', '/guests?page=1')).body.data[0]).toMatchObject({ mail: 'ada@x.org' });
  });

  it('is accepted by either name, whether required or not', async () => {
    const created = await request('POST', '/guests', { mail: 'bob@x.org', telephone_number: '2' });

    expect(created).toMatchObject({ status: 201, body: { email: 'bob@x.org', phone: '2' } });
    const updated = await request('PUT', `/guests/${created.body.id}`, { mail: 'eve@x.org' });
    expect(updated).toMatchObject({ status: 200, body: { email: 'eve@x.org', mail: 'eve@x.org' } });
    const patched = await request('PATCH', `/guests/${created.body.id}`, { phone: '3' });
    expect(patched).toMatchObject({ status: 200, body: { telephone_number: '3' } });
  });

  it('is accepted by both names with one value, as a client sends back what it has read', async () => {
    const { id, ...read } = await create();

    const { status } = await request('PUT', `/guests/${id}`, { ...read, email: 'new@x.org', mail: 'new@x.org' });

    expect(status).toBe(200);
  });

  it('is rejected with 422 by both names with different values, which are both named', async () => {
    const { status, body } = await request('POST', '/guests', { email: 'a@x.org', mail: 'b@x.org' });

    expect(status).toBe(422);
    expect(body.field_errors).toEqual([{ field: 'email', message: expect.stringMatching(/"email".*"mail"/) }]);
    expect(await Guest.count()).toBe(0);
  });

  it('is searched, sorted and selected by either name', async () => {
    await create({ email: 'b@x.org', phone: '1', stays: [{ room: 7 }] });
    await create({ email: 'a@x.org', phone: '2' });

    expect(await codes('/guests?mail=a@x.org')).toEqual(['a@x.org']);
    expect(await codes('/guests?telephone_number[gt]=1')).toEqual(['a@x.org']);
    expect(await codes('/guests?guests.mail=b@x.org')).toEqual(['b@x.org']);
    expect(await codes('/guests?sort=mail')).toEqual(['a@x.org', 'b@x.org']);
    expect(await codes('/guests?sort=-mail')).toEqual(['b@x.org', 'a@x.org']);
    expect(await codes('/guests?visits.chamber=7')).toEqual(['b@x.org']);
    expect(await codes('/guests?or=(mail:a@x.org,visits.chamber:7)')).toHaveLength(2);
  });

  it('is included and excluded with its other name', async () => {
    await create({ email: 'b@x.org' });

    const { body } = await request('GET', '/guests?include=mail&sort=id');
    expect(body[0]).toEqual({ email: 'b@x.org', mail: 'b@x.org' });
    expect((await request('GET', '/guests?exclude=mail')).body[0]).not.toHaveProperty('email');
  });

  it('is not renamed within a value of `or`', async () => {
    await create({ email: 'b@x.org', phone: 'x(mail)' });

    const response = await request('GET', '/guests?or=(phone:x(mail),phone:1)');

    expect(response.body).toMatchObject([{ phone: 'x(mail)' }]);
  });

  it('is accepted by either name in every format', async () => {
    const xml = '<guest><mail>x@x.org</mail></guest>';
    const forms = [
      ['application/xml', xml],
      ['text/csv', 'mail,telephone_number\r\nc@x.org,5\r\n'],
      ['application/yaml', 'mail: y@x.org\n'],
      ['application/x-www-form-urlencoded', 'mail=f%40x.org'],
    ] as const;

    for (const [type, body] of forms) {
      expect((await request('POST', '/guests', body, { 'Content-Type': type })).status).toBe(201);
    }

    expect(await codes('/guests?sort=email')).toEqual(['c@x.org', 'f@x.org', 'x@x.org', 'y@x.org']);
    const csv = await request('GET', '/guests?sort=email', undefined, { Accept: 'text/csv' });
    expect(csv.body.split('\r\n')[0]).toContain('email,mail,phone,telephone_number');
  });

  it('is accepted by either name in arrays, batches and previews, and by methods that take the entity', async () => {
    const [one, other] = (await request('POST', '/guests', [{ mail: '1@x.org' }, { email: '2@x.org' }])).body;
    await request('PUT', `/guests/${one.id},${other.id}`, { telephone_number: '9' });
    expect(await Guest.count({ where: { phone: '9' } })).toBe(2);

    const steps = [{ op: 'update', path: '', value: { mail: 'batch@x.org' } }];
    const type = { 'Content-Type': 'application/vnd.koaggregate.batch+json' };
    expect((await request('PATCH', `/guests/${one.id}`, { steps }, type)).status).toBe(200);
    expect((await request('GET', `/guests/${one.id}`)).body.email).toBe('batch@x.org');

    const preview = await request('PUT', `/guests/${one.id}`, { mail: 'p@x.org' }, { Prefer: 'preview' });
    expect(preview.body.changes).toContainEqual(expect.objectContaining({ path: 'email', after: 'p@x.org' }));

    const taken = await request('POST', '/guests/taken', { mail: 't@x.org', visits: [{ chamber: 3 }] });
    expect(taken.body).toEqual({ taken: 't@x.org', rooms: [3] });
  });
});

describe('A collection marked @RenamedFrom', () => {
  it('is in payloads and responses by either name, with the old names of nested elements', async () => {
    const created = await create({ visits: [{ chamber: 1 }] });

    expect(created.stays).toMatchObject([{ room: 1, chamber: 1 }]);
    expect(created.visits).toEqual(created.stays);
    const read = await request('GET', `/guests/${created.id}?expand=visits`);
    expect(read.body).toMatchObject({ stays: [{ room: 1 }], visits: [{ chamber: 1 }] });
  });

  it('has routes at both paths', async () => {
    const { id } = await create();

    const created = await request('POST', `/guests/${id}/visits`, { chamber: 5 });

    expect(created).toMatchObject({ status: 201, body: { room: 5, chamber: 5 } });
    expect(created.headers.get('location')).toContain(`/guests/${id}/visits/${created.body.id}`);
    for (const path of ['stays', 'visits']) {
      const one = `/guests/${id}/${path}/${created.body.id}`;
      expect((await request('GET', `/guests/${id}/${path}`)).body).toHaveLength(1);
      expect((await request('PUT', one, { room: 6 })).body).toMatchObject({ room: 6 });
      expect((await request('GET', one)).status).toBe(200);
    }
    expect((await request('DELETE', `/guests/${id}/visits/${created.body.id}`)).status).toBe(204);
  });
});

describe('The headers Deprecation and Sunset', () => {
  it('contain the earliest dates of the old names in a response', async () => {
    const { id } = await create();

    const { headers } = await request('GET', `/guests/${id}`);

    expect(headers.get('deprecation')).toBe(`@${Date.parse('2026-11-01T00:00:00Z') / 1000}`);
    expect(headers.get('sunset')).toBe('Tue, 31 Jan 2096 23:59:59 GMT');
  });

  it('are sent with lists, creates, updates and actions', async () => {
    const { id } = await create();
    const responses = [
      await request('GET', '/guests'),
      await request('GET', '/guests?page=1'),
      await request('POST', '/guests', { email: 'n@x.org' }),
      await request('PUT', `/guests/${id}`, { email: 'm@x.org' }),
      await request('PUT', `/guests/${id}/call`),
    ];

    expect(responses.map(({ headers }) => headers.has('deprecation'))).toEqual(responses.map(() => true));
  });

  it('are sent when only the old name is used, and not when neither name is', async () => {
    const { id, stays } = await create({ stays: [{ room: 1 }] });

    const used = await request('DELETE', `/guests/${id}/visits/${stays[0].id}`);
    const unused = await request('GET', '/guests?include=id');

    expect(used.headers.has('sunset')).toBe(true);
    expect(unused.headers.has('deprecation')).toBe(false);
  });

  it('are not sent for a model without old names', async () => {
    const { headers } = await request('POST', '/notes', { text: 'a' });

    expect(headers.has('deprecation')).toBe(false);
  });
});

describe('Old names', () => {
  it('are deprecated in the OpenAPI document: fields, parameters and routes', () => {
    const { Guest: shown, GuestCreate: created } = document.components.schemas!;

    expect(shown.properties.mail).toMatchObject({ type: 'string', deprecated: true });
    expect(created.properties.mail.deprecated).toBe(true);
    expect(created.required ?? []).not.toContain('email');
    expect(document.paths['/guests/{guest_id}/visits']!.get!.deprecated).toBe(true);
    expect(document.paths['/guests/{guest_id}/stays']!.get!.deprecated).toBeUndefined();
    expect(document.components.parameters!['Guest.mail']).toMatchObject({ name: 'mail', deprecated: true });
  });

  it('make a rename compatible for clients of the earlier contract', async () => {
    const earlier = documentOf(await inspectedSource(earlierModels()));
    const now = documentOf(await inspectedSource(laterModels()));
    const contract = (one: OpenApiDocument) => ({ contract: 1, applications: { shop: { ...one } } }) as const;

    const changes = contractChanges(contract(earlier), contract(now));

    expect(changes.filter((one) => one.class === 'breaking')).toEqual([]);
    expect(changes).toContainEqual(expect.objectContaining({ class: 'additive', part: 'email', what: 'is new' }));
  });

  it('that are past their sunset are served, and logged at the start', async () => {
    const { body } = await request('POST', `/guests/${(await create()).id}/stays`, { chamber: 2 });

    expect(body.chamber).toBe(2);
    expect(warnings).toContain(
      'Stay: the old name "chamber" of "room" expired on 2000-12-31 but is still served: remove its @RenamedFrom.',
    );
  });
});
