import { request as send } from 'node:http';
import { HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId } from '../../lib';
import { Secure } from '../../lib/security';
import { KeyOf, StringColumn } from '../support/columns';
import { shop } from '../support/domain/shop';
import { tagOf, versionOf } from '../support/entity-tags';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { useServed } from '../support/serve-shop';

@Table({ tableName: 'visits' })
class Visit extends BaseDomain {
  @StringColumn(20) declare reason: string | null;
  @KeyOf(() => Patient) declare patientId: EntityId;
}

@Secure({ method: 'DELETE', permissions: ['remove'] })
@AggregateRoot
@Table({ tableName: 'patients' })
class Patient extends BaseDomain {
  @StringColumn(20) declare name: string;
  @Secure({ permissions: ['diagnosis'] }) @StringColumn(20) declare diagnosis: string | null;
  @Secure({ permissions: ['visits'] }) @HasMany(() => Visit) declare visits: Visit[];
}

describe('A representation with fewer fields', () => {
  let path: string;

  const served = useServed([Visit, Patient], { authenticators: [namedByHeader], authorizer: permittedByName });

  beforeAll(async () => {
    const patient = { name: 'Ada', diagnosis: 'flu', visits: [{ reason: 'cough' }] };
    const created = await served.request('POST', '/patients', patient, holding('diagnosis', 'visits'));
    path = `/patients/${created.body.id}`;
  });

  const as = (method: string, permissions: readonly string[], body?: unknown, headers = {}, query = '') =>
    served.request(method, path + query, body, { ...holding(...permissions), ...headers });

  it('has another ETag, which does not match the one with all fields', async () => {
    const some = await as('GET', []);
    const all = await as('GET', ['diagnosis']);

    expect([some.body.diagnosis, all.body.diagnosis]).toEqual([undefined, 'flu']);
    expect(versionOf(some)).toBe(versionOf(all));
    expect(tagOf(some)).not.toBe(tagOf(all));
    expect((await as('GET', ['diagnosis'], undefined, { 'If-None-Match': tagOf(some) })).status).toBe(200);
    expect((await as('GET', [], undefined, { 'If-None-Match': tagOf(all) })).status).toBe(200);
    expect((await as('GET', [], undefined, { 'If-None-Match': tagOf(some) })).status).toBe(304);
  });

  it('has another ETag when the children may not be read', async () => {
    const some = await as('GET', ['diagnosis'], undefined, {}, '?include=visits');
    const all = await as('GET', ['diagnosis', 'visits'], undefined, {}, '?include=visits');

    expect([some.status === 200 && some.body.visits !== undefined, all.body.visits.length]).toEqual([false, 1]);
    expect(some.headers.get('ETag')).not.toBe(tagOf(all));
  });

  it.each([[[]], [['diagnosis']]])('has an ETag that can be the condition of a write: as %j', async (permissions) => {
    const read = await as('GET', permissions);
    const condition = { 'If-Match': tagOf(read) };

    expect((await as('PUT', ['diagnosis'], { name: 'Bea' }, condition)).status).toBe(200);
    expect((await as('PUT', [], { name: 'Eve' }, condition)).status).toBe(412);
    expect((await as('GET', [])).body.name).toBe('Bea');
    await as('PUT', [], { name: 'Ada' });
  });

  it('does not lead to 412 before 403 when a field or the route is forbidden', async () => {
    const stale = { 'If-Match': '"1-.none"' };
    await as('PUT', [], { name: 'Cid' });

    expect((await as('PUT', [], { diagnosis: 'cold' }, stale)).status).toBe(403);
    expect((await as('DELETE', [], undefined, stale)).status).toBe(403);
    expect((await as('DELETE', [], undefined, { 'If-Match': 'malformed' })).status).toBe(403);
    expect((await as('DELETE', ['remove'], undefined, stale)).status).toBe(412);
  });
});

describe('The representation in each media type', () => {
  let path: string;

  const served = useServed(shop);

  beforeAll(async () => {
    const items = [{ sku: 'pen', quantity: 2 }];
    const { body } = await served.request('POST', '/orders', { code: 'M-1', total: 1, order_items: items });
    path = `/orders/${body.id}`;
  });

  const get = (at: string, headers: Record<string, string>) => served.request('GET', at, undefined, headers);

  it('has its own ETag, which responds 304 for this media type only', async () => {
    const at = `${path}/order_items`;
    const types = ['application/json', 'application/xml', 'application/yaml', 'text/csv'];
    const read = await Promise.all(types.map((Accept) => get(at, { Accept })));

    expect(read.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(read.map(tagOf)).size).toBe(4);
    expect(new Set(read.map(versionOf)).size).toBe(1);
    for (const Accept of types) {
      const statuses = [];
      for (const one of read) statuses.push((await get(at, { Accept, 'If-None-Match': tagOf(one) })).status);
      expect(statuses).toEqual(types.map((type) => (type === Accept ? 304 : 200)));
    }
  });

  it('has an ETag that can be the condition of a write in another media type', async () => {
    const read = await get(path, { Accept: 'application/xml' });

    const written = await served.request('PUT', path, { total: 2 }, { 'If-Match': tagOf(read) });

    expect(written.status).toBe(200);
    expect(versionOf(written)).toBe(versionOf(read) + 1);
  });

  it('has the Vary header, with 304 as with 200', async () => {
    const read = await get(path, {});
    const known = await get(path, { 'If-None-Match': tagOf(read) });

    expect(read.headers.get('Vary')).toContain('Accept');
    expect(known.status).toBe(304);
    expect(known.headers.get('Vary')).toBe(read.headers.get('Vary'));
    expect(known.headers.get('Content-Type')).toBeNull();
  });

  it('has the same ETag for HEAD, which also responds 304', async () => {
    const read = await get(path, {});
    const head = await headOf(served.address + path);
    const known = await headOf(served.address + path, { 'If-None-Match': tagOf(read) });

    expect(head).toEqual({ status: 200, tag: tagOf(read), vary: read.headers.get('Vary') });
    expect(known).toEqual({ status: 304, tag: tagOf(read), vary: read.headers.get('Vary') });
  });
});

/** The status and headers of the response to HEAD. */
function headOf(url: string, headers: Record<string, string> = {}) {
  return new Promise((resolve, reject) => {
    const headRequest = send(url, { method: 'HEAD', headers: { Accept: '*/*', ...headers } }, (response) => {
      response.resume();
      const { statusCode: status, headers: sent } = response;
      response.once('end', () => resolve({ status, tag: sent.etag, vary: sent.vary }));
    });
    headRequest.once('error', reject).end();
  });
}
