import 'reflect-metadata';
import { BelongsTo, DataType, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../lib/persistence';
import { Scope } from '../../lib/security';
import { KeyOf, Required, RequiredKeyOf, RequiredString, StringColumn } from '../support/columns';
import { namedByHeader } from '../support/security/named-by-header';
import { type ApiResponse, useServed } from '../support/serve-shop';

/** Secret countries are out of scope for everyone. */
@Scope(() => ({ is_secret: false }))
@AggregateRoot
@Table({ tableName: 'countries' })
class Country extends BaseDomain {
  @RequiredString(20) declare name: string;
  @Required(DataType.BOOLEAN) declare isSecret: boolean;
}

@Table({ tableName: 'stays' })
class Stay extends BaseDomain {
  @KeyOf(() => Country) declare countryId: EntityId | null;
  @BelongsTo(() => Country) declare country: Ref<Country> | null;
  @RequiredKeyOf(() => Traveller) declare travellerId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'travellers' })
class Traveller extends BaseDomain {
  @StringColumn(20) declare name: string | null;
  @KeyOf(() => Country) declare countryId: EntityId | null;
  @BelongsTo(() => Country) declare country: Ref<Country> | null;
  @HasMany(() => Stay) declare stays: Stay[];
}

const [HOME, OTHER, SECRET] = [1, 2, 3];

const served = useServed([Country, Stay, Traveller], { authenticators: [namedByHeader] });

beforeAll(async () => {
  await Country.bulkCreate([
    { id: HOME, name: 'Home', isSecret: false },
    { id: OTHER, name: 'Other', isSecret: false },
    { id: SECRET, name: 'Secret', isSecret: true },
  ] as never);
});

async function travellerPath(values: object = { countryId: HOME }): Promise<string> {
  const { id } = await Traveller.create(values as never);
  return `/travellers/${id}`;
}

const contradiction = (prefix = '') => [
  expect.objectContaining({ field: `${prefix}country`, message: 'contradicts country_id' }),
];

const CONTRADICTIONS: readonly object[] = [
  { country_id: HOME, country: null },
  { country: null, country_id: HOME },
  { country_id: HOME, country: { id: null } },
  { country_id: HOME, country: { id: OTHER } },
  { country_id: null, country: { id: OTHER } },
];

describe('A foreign key that contradicts the nested reference', () => {
  it.each(CONTRADICTIONS)('is rejected with 422 on create, in arrays and in nested elements: %j', async (pair) => {
    const one = await served.request('POST', '/travellers', pair);
    const many = await served.request('POST', '/travellers', [{}, pair]);
    const nested = await served.request('POST', '/travellers', { stays: [{}, pair] });

    expect([one.status, many.status, nested.status]).toEqual([422, 422, 422]);
    expect(one.body.field_errors).toEqual(contradiction());
    expect(many.body.field_errors).toEqual(contradiction('[1].'));
    expect(nested.body.field_errors).toEqual(contradiction('stays[1].'));
  });

  it.each(CONTRADICTIONS)('is rejected with 422 on update, and nothing is written: %j', async (pair) => {
    const path = await travellerPath();

    const { status, body } = await served.request('PUT', path, { name: 'Ada', ...pair });

    expect([status, body.field_errors]).toEqual([422, contradiction()]);
    expect((await served.request('GET', path)).body).toMatchObject({ name: null, country_id: HOME });
  });

  it.each([
    ['application/xml', `<traveller><country_id>${HOME}</country_id><country nil="true"/></traveller>`],
    ['application/yaml', `country_id: ${HOME}\ncountry: null\n`],
  ])('is rejected with 422 in %s', async (type, content) => {
    const { status, body } = await served.request('PUT', await travellerPath(), content, { 'Content-Type': type });

    expect([status, body.field_errors]).toEqual([422, contradiction()]);
  });
});

describe('A foreign key that agrees with the nested reference', () => {
  it.each([
    [{ country_id: OTHER, country: { id: OTHER } }, OTHER],
    [{ country_id: null, country: null }, null],
    [{ country: null }, null],
    [{ country: { id: OTHER } }, OTHER],
  ])('is accepted: %j', async (pair, id) => {
    const { status, body } = await served.request('PUT', await travellerPath(), pair);

    expect([status, body.country_id]).toEqual([200, id]);
  });

  it('is accepted in CSV when one of the two cells is empty', async () => {
    const rows = `name,country_id,country\r\nA,${HOME},\r\nB,,"{""id"":${OTHER}}"\r\nC,,\r\n`;

    const { status, body } = await served.request('POST', '/travellers', rows, {
      'Content-Type': 'text/csv',
      Accept: 'application/json',
    });

    expect([status, body.map(({ country_id: id }: { country_id: number }) => id)]).toEqual([201, [HOME, OTHER, null]]);
  });
});

describe('A reference to an entity that the request may not read', () => {
  const asking = (type: string) => ({ Accept: type });
  const get = (path: string, type = 'application/json'): Promise<ApiResponse> =>
    served.request('GET', `${path}?expand=country,stays.country`, undefined, asking(type));

  async function secretive(): Promise<string> {
    const path = await travellerPath({ name: 'Eve', countryId: SECRET });
    await Stay.create({ travellerId: path.split('/').at(-1), countryId: SECRET } as never);
    return path;
  }

  it('is left out at every level; a reference to nothing is null', async () => {
    const { body } = await get(await secretive());
    const none = await get(await travellerPath({}));

    expect(body).toMatchObject({ country_id: SECRET, stays: [{ country_id: SECRET }] });
    expect([body, body.stays[0]].filter((one) => 'country' in one)).toEqual([]);
    expect(none.body).toMatchObject({ country_id: null, country: null });
  });

  it.each(['application/json', 'application/xml', 'application/yaml'])(
    'does not prevent sending back the entity as it was read, as %s',
    async (type) => {
      const path = await secretive();
      const { body: before } = await get(path);
      const { body: read } = await get(path, type);

      const response = await served.request('PUT', path, read, { 'Content-Type': type, Accept: 'application/json' });

      expect(response.status).toBe(200);
      expect((await get(path)).body).toEqual(before);
    },
  );

  it('is an empty cell in CSV when other rows have a value', async () => {
    const first = await secretive();
    const second = await travellerPath({ countryId: HOME });
    const ids = [first, second].map((path) => path.split('/').at(-1)).join(',');
    const list = (path: string) =>
      served.request('GET', `${path}include=country_id,country.id`, undefined, asking('text/csv'));

    const expected = `country_id,country\r\n${SECRET},\r\n${HOME},"{""id"":${HOME}}"\r\n`;
    expect((await list(`/travellers/${ids}?`)).body).toBe(expected);
    await Traveller.destroy({
      where: {
        id: (await Traveller.findAll()).map(({ id }) => id).filter((id) => !ids.split(',').includes(String(id))),
      },
    });
    expect((await list('/travellers?')).body).toBe(expected);
  });
});
