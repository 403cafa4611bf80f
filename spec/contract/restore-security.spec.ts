import 'reflect-metadata';
import { HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, Collection, type EntityId, Hidden, Searchable } from '../../lib';
import { Scope, Secure } from '../../lib/security';
import { IntegerColumn, RequiredKeyOf, StringColumn } from '../support/columns';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

@Table({ tableName: 'secured_lines', paranoid: true })
class Line extends BaseDomain {
  @Searchable @StringColumn(20) declare text: string | null;
  @Hidden @StringColumn(20) declare secret: string | null;
  @RequiredKeyOf(() => Memo) declare memoId: EntityId;
}

/** Rows of red and blue. One word of a user's name is the tenant, and the others are its permissions. */
@Scope((principal) => ({ owner: /\bred\b/.test(principal?.name ?? '') ? 'red' : 'blue' }))
@Secure({ method: 'GET', permissions: ['memos.get'] })
@Secure({ method: 'POST', permissions: ['memos.post'] })
@Secure({ method: 'PUT', permissions: ['memos.put'] })
@Secure({ method: 'DELETE', permissions: ['memos.delete'] })
@AggregateRoot
@Table({ tableName: 'secured_memos', paranoid: true })
class Memo extends BaseDomain {
  @Searchable @StringColumn(20) declare owner: string | null;
  @Hidden @StringColumn(20) declare secret: string | null;
  @Secure({ method: 'GET', permissions: ['memos.price'] }) @Searchable @IntegerColumn declare price: number | null;
  @Secure({ method: 'DELETE', permissions: ['lines.delete'] }) @Collection @HasMany(() => Line) declare lines: Line[];
}

let memo: Memo;
let line: Line;

const options = { authenticators: [namedByHeader], authorizer: permittedByName };
const served = useServed([Memo, Line], { ...options, settings: { deletes: { gone: true } } });
beforeEach(async () => {
  memo = await Memo.create({ owner: 'red', secret: 'deep', price: 7 });
  line = await Line.create({ memoId: memo.id, text: 'first', secret: 'deep' });
});

const ask = (method: string, path: string, ...words: string[]) =>
  served.request(method, path, undefined, holding(...words));
const mayAll = ['red', 'memos.get', 'memos.put', 'memos.delete', 'lines.delete'];
const remove = async () => expect((await ask('DELETE', `/memos/${memo.id}`, ...mayAll)).status).toBe(204);

describe('The parameter deleted', () => {
  it('requires the permissions of a delete, before any statement', async () => {
    await remove();

    const targets = [`/memos?deleted=only`, `/memos/${memo.id}?deleted=include`, `/memos?deleted=nonsense`];
    for (const target of targets) {
      const statements = await statementsOf(Memo as never, async () => {
        expect((await ask('GET', target, 'red', 'memos.get')).status).toBe(403);
        expect((await served.request('GET', target)).status).toBe(401);
      });
      expect(statements).toEqual([]);
    }
    expect((await ask('GET', `/memos/${memo.id}?deleted=only`, 'red', 'memos.get', 'memos.delete')).status).toBe(200);
  });

  it('requires for children the permissions to delete one there', async () => {
    const target = `/memos/${memo.id}/lines?deleted=include`;

    expect((await ask('GET', target, 'red', 'memos.get', 'memos.delete')).status).toBe(403);
    expect((await ask('GET', target, 'red', 'memos.get', 'lines.delete')).status).toBe(200);
  });

  it('returns no row out of scope', async () => {
    await remove();
    const blue = ['blue', ...mayAll.slice(1)];

    expect((await ask('GET', '/memos?deleted=include', ...blue)).body).toEqual([]);
    expect((await ask('GET', `/memos/${memo.id}?deleted=only`, ...blue)).status).toBe(404);
    expect((await ask('GET', `/memos?deleted=only&per_page=5`, ...blue)).body).toMatchObject({ total: 0 });
    expect((await ask('PUT', `/memos/${memo.id}/restore`, ...blue)).status).toBe(404);
    expect(await Memo.findByPk(memo.id)).toBeNull();
  });

  it('returns deleted children to permitted principals, and nothing hidden or secured', async () => {
    await remove();

    const { body } = await ask('GET', `/memos/${memo.id}?deleted=only&expand=lines`, ...mayAll);

    expect(body).toMatchObject({ id: memo.id, lines: [{ id: line.id, text: 'first' }] });
    expect(JSON.stringify(body)).not.toMatch(/deep|price|secret/);
    expect((await ask('GET', `/memos?deleted=only&price=7`, ...mayAll)).status).toBe(403);
    expect((await ask('GET', `/memos?deleted=only&sort=price`, ...mayAll)).status).toBe(403);
    expect((await ask('GET', `/memos?deleted=only&include=secret`, ...mayAll)).status).toBe(400);
  });
});

describe('PUT …/restore', () => {
  it('requires the permissions of a delete, not those of an update', async () => {
    await remove();
    const target = `/memos/${memo.id}/restore`;

    expect((await served.request('PUT', target)).status).toBe(401);
    expect((await ask('PUT', target, 'red', 'memos.get', 'memos.put')).status).toBe(403);
    const restored = await ask('PUT', target, 'red', 'memos.delete');
    expect([restored.status, restored.body]).toEqual([200, { id: memo.id }]);
    expect((await ask('GET', `/memos/${memo.id}/lines`, ...mayAll)).body).toMatchObject([{ id: line.id }]);
  });

  it('is listed with these permissions', async () => {
    const { body } = await ask('GET', '/admin/routes/memos', 'red');
    const routes = body as { name: string; path: string; permissions: string[]; query_params: string[] }[];
    const named = (name: string) => routes.find((route) => route.name === name)!;

    expect(named('restoreMemo')).toMatchObject({ path: '/memos/{id}/restore', permissions: ['memos.delete'] });
    expect(named('restoreMemoLine').permissions.sort()).toEqual(['lines.delete', 'memos.get']);
    expect(named('listMemos').query_params).toContain('deleted');
  });
});

describe('The response 410', () => {
  it('requires the permission to read the entity', async () => {
    await remove();

    const gone = await ask('GET', `/memos/${memo.id}`, 'red', 'memos.get');
    expect(gone).toMatchObject({ status: 410, body: { detail: `The Memo with id "${memo.id}" was deleted.` } });
    expect((await ask('GET', `/memos/${memo.id}`, 'blue', 'memos.get')).status).toBe(404);
    expect((await ask('DELETE', `/memos/${memo.id}`, 'red', 'memos.delete')).status).toBe(404);
    expect((await ask('DELETE', `/memos/${memo.id}`, 'red', 'memos.delete', 'memos.get')).status).toBe(410);
    expect((await ask('GET', `/memos/${memo.id}`, 'red')).status).toBe(403);
  });
});
