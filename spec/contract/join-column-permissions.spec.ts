import { BelongsToMany, Model, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, Collection } from '../../lib';
import { Secure, SecureMultiple } from '../../lib/security';
import { IntegerColumn, PrimaryKeyOf, RequiredString, StringColumn } from '../support/columns';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { useServed } from '../support/serve-shop';

@Table({ tableName: 'castings' })
class Casting extends Model {
  @PrimaryKeyOf(() => Film) declare filmId: number | string;
  @PrimaryKeyOf(() => Actor) declare actorId: number | string;
  @StringColumn(20) declare part: string | null;
  @Secure({ permissions: ['fee'] }) @IntegerColumn declare fee: number | null;
}

@AggregateRoot
@SecureMultiple([
  { method: 'POST', permissions: ['actor.post'] },
  { method: 'PUT', permissions: ['actor.put'] },
])
@Table({ tableName: 'actors' })
class Actor extends BaseDomain {
  @RequiredString(20) declare name: string;
}

@AggregateRoot
@Table({ tableName: 'films' })
class Film extends BaseDomain {
  @StringColumn(20) declare title: string | null;

  @Collection({ replace: true })
  @Secure({ method: 'POST', permissions: ['link'] })
  @BelongsToMany(() => Actor, { through: () => Casting })
  declare cast: Actor[];
}

let film: string;
let actor: number;

const served = useServed([Film, Actor, Casting], { authenticators: [namedByHeader], authorizer: permittedByName });

beforeAll(async () => {
  const all = holding('link', 'actor.post', 'actor.put', 'fee');
  const { body } = await served.request('POST', '/films', { title: 'M', cast: [{ name: 'Peter', part: 'lead' }] }, all);
  film = `/films/${body.id}`;
  actor = body.cast[0].id;
});

const status = async (method: string, path: string, body: unknown, ...permissions: string[]) =>
  (await served.request(method, path, body, holding(...permissions))).status;

describe('A column of a join table', () => {
  it('requires the permission to link, not the one to update the child', async () => {
    const [id, part] = [actor, 'villain'];

    expect(await status('PUT', film, { cast: [{ id, part }] }, 'actor.put')).toBe(403);
    expect(await status('PUT', film, { cast: [{ id, part }] }, 'link')).toBe(200);
    expect(await status('POST', `${film}/cast`, { id, part: 'hero' }, 'link')).toBe(201);
    expect(await status('POST', `${film}/cast`, { id, part, name: 'Lorre' }, 'link')).toBe(403);
    expect(await status('PUT', `${film}/cast/${id}`, { part: 'hero' }, 'actor.put')).toBe(200);
    expect(await status('PUT', `${film}/cast/${id}`, { part }, 'actor.put')).toBe(403);
    expect(await status('PUT', `${film}/cast`, [{ id, part }], 'actor.put')).toBe(403);
    expect(await status('PUT', `${film}/cast`, [{ id, part }], 'link')).toBe(200);
  });

  it('has its own permissions: without them it is not shown, named in errors, searched or written', async () => {
    const { body } = await served.request('GET', `${film}/cast`, undefined, holding());

    expect(Object.keys(body[0])).not.toContain('fee');
    expect(await status('GET', `${film}/cast?include=fee`, undefined)).toBe(403);
    expect(await status('POST', `${film}/cast`, { id: actor, fee: 5 }, 'link')).toBe(403);
    expect(await status('POST', `${film}/cast`, { id: actor, fee: 5 }, 'link', 'fee')).toBe(201);
    expect((await served.request('GET', `${film}/cast`, undefined, holding('fee'))).body[0]).toMatchObject({ fee: 5 });
  });
});
