import { BelongsToMany, HasMany, Model, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, Collection, EntityKey } from '../../lib';
import { Public, SecureMultiple } from '../../lib/security';
import { PrimaryKeyOf, RequiredInteger, RequiredKeyOf, RequiredString, StringColumn } from '../support/columns';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type ApiResponse, useServed } from '../support/serve-shop';

const secured = (name: string) =>
  (['GET', 'POST', 'PUT', 'DELETE'] as const).map((method) => ({
    method,
    permissions: [`${name}.${method.toLowerCase()}`],
  }));

@SecureMultiple(secured('dish'))
@Table({ tableName: 'menu_dishes' })
class Dish extends BaseDomain {
  @EntityKey @Unique @RequiredString(20) declare code: string;
  @RequiredInteger declare price: number;
  @RequiredKeyOf(() => Menu) declare menuId: number | string;
}

@AggregateRoot
@SecureMultiple(secured('herb'))
@Table({ tableName: 'menu_herbs' })
class Herb extends BaseDomain {
  @RequiredString(20) declare name: string;
}

@Table({ tableName: 'menu_herb_links' })
class MenuHerb extends Model {
  @PrimaryKeyOf(() => Menu) declare menuId: number | string;
  @PrimaryKeyOf(() => Herb) declare herbId: number | string;
}

@AggregateRoot
@Public()
@Table({ tableName: 'menus' })
class Menu extends BaseDomain {
  @StringColumn(20) declare title: string | null;
  @Collection({ replace: true }) @HasMany(() => Dish) declare dishes: Dish[];

  @Collection({ replace: true })
  @SecureMultiple([
    { method: 'POST', permissions: ['link'] },
    { method: 'DELETE', permissions: ['unlink'] },
  ])
  @BelongsToMany(() => Herb, { through: () => MenuHerb })
  declare herbs: Herb[];
}

let menu: number;
let number = 0;

const ALL = ['dish', 'herb'].flatMap((name) => ['get', 'post', 'put', 'delete'].map((verb) => `${name}.${verb}`));
const everything = holding(...ALL, 'link', 'unlink');
const code = () => `D${++number}`;
const dishes = async () => (await served.request('GET', `/menus/${menu}/dishes`, undefined, everything)).body;
const put = (path: string, body: unknown, ...permissions: string[]): Promise<ApiResponse> =>
  served.request('PUT', `/menus/${menu}${path}`, body, holding(...permissions));

const served = useServed([Menu, Dish, Herb, MenuHerb], {
  authenticators: [namedByHeader],
  authorizer: permittedByName,
});

let soup: string;
let cake: string;

beforeEach(async () => {
  [soup, cake] = [code(), code()];
  const payload = { dishes: [soup, cake].map((one) => ({ code: one, price: 5 })), herbs: [{ name: 'mint' }] };
  const { status, body } = await served.request('POST', '/menus', payload, everything);
  expect(status).toBe(201);
  menu = body.id;
});

describe('An array that replaces a one-to-many collection', () => {
  it.each(['/dishes', ''])(
    'requires the permissions of what it does, and no others (PUT /menus/{id}%s)',
    async (at) => {
      const send = (list: object[], ...permissions: string[]) => put(at, at ? list : { dishes: list }, ...permissions);
      const both = [{ code: soup }, { code: cake }];

      expect((await send(both, 'none')).status).toBe(200);
      expect((await send([...both, { code: code(), price: 3 }], 'dish.put', 'dish.delete')).status).toBe(422);
      expect((await send([{ code: soup }], 'dish.put', 'dish.post')).status).toBe(403);
      expect((await send([{ code: soup, price: 9 }, { code: cake }], 'dish.post', 'dish.delete')).status).toBe(403);
      expect(await dishes()).toMatchObject([{ price: 5 }, { price: 5 }]);

      expect((await send([...both, { code: code(), price: 3 }], 'dish.post')).status).toBe(200);
      expect((await send([{ code: soup }], 'dish.delete')).status).toBe(200);
      expect((await send([{ code: soup, price: 9 }], 'dish.put')).status).toBe(200);
      expect(await dishes()).toMatchObject([{ code: soup, price: 9 }]);
    },
  );

  it('may be sent back as it was read by a reader, and is not compared for others', async () => {
    const before = await dishes();

    expect((await put('/dishes', before, 'dish.get')).status).toBe(200);
    expect((await put('/dishes', [{ code: soup, price: 5 }, { code: cake }], 'dish.delete')).status).toBe(403);
  });

  it('requires credentials, and returns only keys to principals that may not read', async () => {
    const nobody = await served.request('PUT', `/menus/${menu}/dishes`, []);
    const blind = await put('/dishes', [{ code: soup }, { code: cake }], 'none');

    expect(nobody.status).toBe(401);
    expect(blind.body).toEqual([{ code: soup }, { code: cake }]);
  });
});

describe('An array that replaces a many-to-many collection', () => {
  it('requires the permission to link new elements, to unlink removed ones, and to update changed ones', async () => {
    const [mint] = (await served.request('GET', `/menus/${menu}/herbs`, undefined, everything)).body;
    const { body: dill } = await served.request('POST', '/herbs', { name: 'dill' }, everything);
    const status = async (list: object[], ...permissions: string[]) =>
      (await put('/herbs', list, ...permissions)).status;
    const id = ({ id: key }: { id: number }) => ({ id: key });

    expect(await status([id(mint)], 'herb.get')).toBe(200);
    expect(await status([id(mint), id(dill)], 'herb.get', 'unlink')).toBe(403);
    expect(await status([id(mint), id(dill)], 'herb.get', 'link')).toBe(200);
    expect(await status([id(dill)], 'herb.get', 'link')).toBe(403);
    expect(await status([id(dill)], 'herb.get', 'unlink')).toBe(200);
    expect(await status([{ ...id(dill), name: 'Dill' }], 'herb.get', 'link', 'unlink')).toBe(403);
    expect(await status([{ ...id(dill), name: 'Dill' }], 'herb.get', 'herb.put')).toBe(200);
    expect(await status([id(dill), { name: 'sage' }], 'herb.get', 'link')).toBe(403);
    expect(await status([id(dill), { name: 'sage' }], 'herb.get', 'link', 'herb.post')).toBe(200);
  });
});
