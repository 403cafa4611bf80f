import 'reflect-metadata';
import { HasMany, HasOne, Table } from 'sequelize-typescript';
import { AggregateRoot, One } from '../../lib/metadata';
import { BaseDomain, type EntityId } from '../../lib/persistence';
import { KeyOf, RequiredKeyOf, RequiredString, StringColumn } from '../support/columns';
import { type ApiResponse, useServed } from '../support/serve-shop';

/** Deleted softly, so that a unique index would prevent a new one. */
@Table({ tableName: 'lids', paranoid: true })
class Lid extends BaseDomain {
  @StringColumn(20) declare colour: string | null;
  @KeyOf(() => Jar) declare jarId: EntityId | null;
}

/** Several belong to a jar, and one of them is its cover. */
@Table({ tableName: 'pictures' })
class Picture extends BaseDomain {
  @RequiredString(20) declare role: string;
  @StringColumn(20) declare title: string | null;
  @RequiredKeyOf(() => Jar) declare jarId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'jars' })
class Jar extends BaseDomain {
  @StringColumn(20) declare name: string | null;
  @HasOne(() => Lid) declare lid: Lid | null;
  @HasMany(() => Picture) declare pictures: Picture[];

  @One({ embed: true })
  @HasOne(() => Picture, { foreignKey: 'jarId', scope: { role: 'cover' } })
  declare cover: Picture | null;
}

const served = useServed([Lid, Picture, Jar]);
const { request } = served;

async function createJar(more: object = {}): Promise<ApiResponse['body']> {
  const { status, body } = await request('POST', '/jars', { name: 'jam', ...more });
  expect(status).toBe(201);
  return body;
}

describe('A single child with soft deletes', () => {
  it('is not found after a delete, and can be created again', async () => {
    const { id } = await createJar({ lid: { colour: 'red' } });
    const path = `/jars/${id}/lid`;

    expect((await request('DELETE', path)).status).toBe(204);
    expect((await request('GET', path)).status).toBe(404);
    expect((await request('PUT', path, { colour: 'blue' })).status).toBe(201);
    expect((await request('PUT', `/jars/${id}`, { lid: { id: null, colour: 'green' } })).body.lid.colour).toBe('green');
    expect(await Lid.count({ where: { jarId: id } })).toBe(1);
    expect(await Lid.count({ where: { jarId: id }, paranoid: false })).toBe(3);
  });

  it('is one row when several requests create it concurrently', async () => {
    const { id } = await createJar();

    const put = (index: number) => request('PUT', `/jars/${id}/lid`, { colour: `${index}` });
    const all = await Promise.all(Array.from({ length: 6 }, (_, index) => put(index)));

    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(await Lid.count({ where: { jarId: id } })).toBe(1);
  });
});

describe('Several rows of a single child', () => {
  it('respond 409 wherever one of them would be returned or written, and are deleted with their parent', async () => {
    const { id } = await createJar();
    await Lid.bulkCreate([{ jarId: id }, { jarId: id }]);
    const requests: [string, string, unknown?][] = [
      ['GET', `/jars/${id}/lid`],
      ['PUT', `/jars/${id}/lid`, { colour: 'red' }],
      ['DELETE', `/jars/${id}/lid`],
      ['GET', `/jars/${id}?expand=lid`],
      ['GET', '/jars?expand=lid'],
      ['PUT', `/jars/${id}`, { lid: null }],
    ];

    for (const [method, path, body] of requests) {
      const response = await request(method, path, body);
      expect([path, response.status, response.body.detail]).toEqual([
        path,
        409,
        'The database has several lid rows for this Jar, which may have one: delete all but one of them there.',
      ]);
    }
    expect((await request('GET', `/jars/${id}`)).status).toBe(200);
    expect((await request('DELETE', `/jars/${id}`)).status).toBe(204);
    expect(await Lid.count({ where: { jarId: id } })).toBe(0);
  });
});

describe('A single child with a scope', () => {
  it('is the row that matches the scope, and a new one has its values', async () => {
    const jar = await createJar({ pictures: [{ role: 'inside' }], cover: { title: 'Jam' } });
    const path = `/jars/${jar.id}/cover`;

    expect(jar.cover).toMatchObject({ role: 'cover', title: 'Jam' });
    expect((await request('GET', path)).body).toEqual(jar.cover);
    expect((await request('GET', `/jars/${jar.id}/pictures`)).body).toHaveLength(2);
    expect((await request('PUT', path, { role: 'inside' })).status).toBe(422);
    expect((await request('PUT', path, { role: 'cover', title: 'Jelly' })).body.title).toBe('Jelly');
    expect((await request('DELETE', path)).status).toBe(204);
    expect((await request('GET', `/jars/${jar.id}`)).body.cover).toBeNull();
    expect((await request('GET', `/jars/${jar.id}/pictures`)).body).toHaveLength(1);
  });
});
