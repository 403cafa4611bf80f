import { Animal, animals, Keeper, Kind } from '../support/domain/animals';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

let codes = 0;

const served = useServed(animals, { authenticators: [namedByHeader], authorizer: permittedByName });

const request = (method: string, path: string, body?: unknown, headers: Record<string, string> = holding()) =>
  served.request(method, path, body, headers);

async function create(path: string, body: object, headers = holding('kinds.price')): Promise<ApiResponse['body']> {
  const { status, body: created } = await request('POST', path, body, headers);
  expect(status).toBe(201);
  return created;
}

const createKeeper = () => create('/keepers', { code: `K${++codes}`, phones: [{ digits: '1' }, { digits: '2' }] });

async function createKind(more: object = {}): Promise<ApiResponse['body']> {
  return create('/kinds', {
    name: 'cat',
    weight: '4.50',
    seen_at: '2026-01-31T08:30:00.250Z',
    count: '9007199254740993',
    is_tame: false,
    food: { fish: 1, milk: [true] },
    pin: 'p',
    price: 3,
    story: 'long',
    keeper_id: (await createKeeper()).id,
    ...more,
  });
}

const differs = (field: string, value: unknown) => ({
  field,
  message: 'is not what is stored: send it as it was read, or leave it out',
  invalid_value: value,
});
const ALONE = 'must be an object with "id" alone';

describe('An expanded reference in a payload', () => {
  it('may be sent back at every level, with all that a response shows', async () => {
    const kind = await createKind();
    const vet = await createKeeper();
    const { id } = await create('/animals', { type_id: kind.id, visits: [{ reason: 'flu', vet_id: vet.id }] });
    await Animal.update({ bornById: vet.id }, { where: { id } });
    const path = `/animals/${id}?expand=type,type.keeper,likes,born_by,visits,visits.vet`;
    const { body: read } = await request('GET', path);
    expect(read).toMatchObject({
      type: { label: 'The cat', keeper: { phones: [{ digits: '1' }, { digits: '2' }] } },
      likes: null,
      born_by: { code: vet.code },
      visits: [{ vet: { phones: [{}, {}] } }],
    });

    for (const method of ['PUT', 'PATCH']) {
      const { status, body } = await request(method, `/animals/${id}`, read);
      expect([status, body]).toEqual([200, expect.objectContaining({ type_id: kind.id })]);
    }
    expect((await request('GET', path)).body).toEqual(read);
    const { body: visit } = await request('GET', `/animals/${id}/visits/${read.visits[0].id}?expand=vet,animal`);
    expect((await request('PUT', `/animals/${id}/visits/${visit.id}`, visit)).status).toBe(200);
  });

  it('is compared as the type of each column reads it', async () => {
    const { id: type } = await createKind();
    const { id } = await create('/animals', {});
    const same = {
      id: type,
      weight: 4.5,
      seen_at: '2026-01-31T09:30:00.25+01:00',
      count: '9007199254740993',
      is_tame: false,
      food: { milk: [true], fish: 1 },
    };

    expect((await request('PUT', `/animals/${id}`, { type: same })).status).toBe(200);
    expect((await request('POST', '/animals', { type: same })).status).toBe(201);
  });

  it('with fields that differ is 422, which names them and shows nothing stored', async () => {
    const { id: type } = await createKind();
    const sent = { id: type, name: 'dog', weight: 4.6, food: { fish: 1 }, is_tame: null, label: 'x', keeper: null };

    const created = await request('POST', '/animals', { type: sent });
    const { id } = await create('/animals', {});
    const updated = await request('PUT', `/animals/${id}`, { type: sent });
    const listed = await request('POST', '/animals', [{}, { type: sent }]);

    const expected = [
      differs('type.name', 'dog'),
      differs('type.weight', 4.6),
      differs('type.food', { fish: 1 }),
      differs('type.is_tame', null),
      differs('type.label', 'x'),
      { field: 'type.keeper', message: expect.any(String) },
    ];
    expect([created.status, created.body.field_errors]).toEqual([422, expected]);
    expect([updated.status, updated.body.field_errors]).toEqual([422, expected]);
    expect(listed.body.field_errors[0].field).toBe('[1].type.name');
    expect(JSON.stringify(updated.body)).not.toContain('4.50');
    expect((await request('GET', `/animals/${id}`)).body.type_id).toBeNull();
  });

  it('is compared with the entity that the payload refers to, not with the former one', async () => {
    const cat = await createKind();
    const dog = await createKind({ name: 'dog' });
    const { id } = await create('/animals', { type_id: cat.id });

    const { status, body } = await request('PUT', `/animals/${id}`, { type: { id: dog.id, name: 'cat' } });
    expect([status, body.field_errors]).toEqual([422, [differs('type.name', 'cat')]]);
    expect((await request('PUT', `/animals/${id}`, { type: { id: dog.id, name: 'dog' } })).body.type_id).toBe(dog.id);
  });

  it('must agree with its foreign key', async () => {
    const cat = await createKind();
    const dog = await createKind();

    const { body } = await request('POST', '/animals', { type_id: cat.id, type: { id: dog.id, name: 'cat' } });

    expect(body.field_errors).toEqual([expect.objectContaining({ message: 'contradicts type_id' })]);
  });
});

describe('An expanded reference with more than the request may read', () => {
  it.each([
    ['a hidden field', { secret: null }],
    ['a write-only field', { pin: 'p' }],
    ['a field without permission', { price: 3 }],
    ['a large value', { story: 'long' }],
    ['the version', { version: 0 }],
    ['an unknown field', { nothing: 1 }],
    ['a path of its own', { 'keeper.code': 'x' }],
    ['an unknown field below', { keeper: { id: 1, nothing: 1 } }],
    ['a reference without its key', { keeper: { code: 'x' } }],
  ])('such as %s, is refused whatever its value', async (_, more) => {
    const { id: type } = await createKind();

    for (const value of [
      { id: type, ...more },
      { id: 999999, ...more },
      { id: type, name: 'cat', ...more },
    ]) {
      const { status, body } = await request('POST', '/animals', { type: value });
      expect([status, body.field_errors]).toEqual([422, [{ field: 'type', message: ALONE, invalid_value: value }]]);
    }
  });

  it('is compared where the permissions of the request open it', async () => {
    const { id: type } = await createKind();
    const send = (price: number) => request('POST', '/animals', { type: { id: type, price } }, holding('kinds.price'));

    expect((await send(3)).status).toBe(201);
    expect((await send(4)).body.field_errors).toEqual([differs('type.price', 4)]);
  });

  it('is refused as its key alone is where it refers to nothing', async () => {
    const { id } = await create('/animals', {});
    const answers = async (method: string, path: string) => {
      const alone = await request(method, path, { type: { id: 999999 } });
      const expanded = await request(method, path, { type: { id: 999999, name: 'cat' } });
      expect({ ...expanded.body, request_id: 0 }).toEqual({ ...alone.body, request_id: 0 });
      return expanded.status;
    };

    expect(await answers('POST', '/animals')).toBe(409);
    expect(await answers('PUT', `/animals/${id}`)).toBe(409);
    expect((await request('POST', '/animals', { type: { id: null, name: null } })).status).toBe(422);
  });
});

describe('The entity of an expanded reference', () => {
  it('is compared with its children', async () => {
    const keeper = await createKeeper();
    const { id: type } = await createKind({ keeper_id: keeper.id });
    const { body: read } = await request('GET', `/kinds/${type}?expand=keeper`);
    const { id } = await create('/animals', {});
    const send = (phones: unknown) =>
      request('PUT', `/animals/${id}`, { type: { id: type, keeper: { ...read.keeper, phones } } });

    const [first, second] = read.keeper.phones;
    expect((await send(read.keeper.phones)).status).toBe(200);
    const other = await send([first, { ...second, digits: '3' }]);
    expect(other.body.field_errors).toEqual([differs('type.keeper.phones[1].digits', '3')]);
    expect((await send([first])).body.field_errors[0].field).toBe('type.keeper.phones');
    expect((await Keeper.findById(keeper.id))!.version).toBe(0);
  });

  it('is read by one statement for all payloads, and by none with the key alone', async () => {
    const kind = await createKind();
    const { id: type, name } = kind;
    const count = async (body: unknown) => {
      const statements = await statementsOf(Animal, () => request('POST', '/animals', body));
      return statements.filter((text) => /^SELECT.* FROM .kinds/.test(text)).length;
    };

    expect(await count([{ type: { id: type } }, { type: { id: type } }])).toBe(0);
    const one = { type: { id: type, name }, likes: { id: type, weight: 4.5 } };
    expect(await count([one, one, { likes: { id: type, name } }])).toBe(1);
  });

  it('may be sent in CSV and XML', async () => {
    const { id: type } = await createKind();
    const xml = `<animal><type><id>${type}</id><name>cat</name><is_tame>false</is_tame></type></animal>`;
    const csv = `name,type\nA,"{""id"":${type},""name"":""cat""}"`;

    for (const [content, body] of [
      ['application/xml', xml],
      ['text/csv', csv],
    ] as const) {
      const headers = { ...holding(), 'Content-Type': content, Accept: 'application/json' };
      expect((await request('POST', '/animals', body, headers)).status).toBe(201);
    }
  });

  it('is never written', async () => {
    const { id: type } = await createKind();
    await request('POST', '/animals', { type: { id: type, name: 'cat' } });

    expect((await Kind.findById(type))!.version).toBe(0);
  });
});
