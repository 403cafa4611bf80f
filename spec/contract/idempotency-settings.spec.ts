import { Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain } from '../../lib';
import { Secure } from '../../lib/security';
import { StringColumn } from '../support/columns';
import { namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type ApiResponse, serve } from '../support/serve-shop';

const keyed = (key: string, more: Record<string, string> = {}) => ({ 'Idempotency-Key': key, ...more });

const replayed = ({ headers }: ApiResponse) => headers.get('Idempotency-Replayed');

@Secure({ permissions: ['vault.put'] })
@AggregateRoot({ idempotency: 'optional' })
@Table({ tableName: 'vaults' })
class Vault extends BaseDomain {
  @StringColumn(20) declare note: string | null;
}

describe('The key of a principal', () => {
  it('is separate from that of others, and its response requires the permissions of the request', async () => {
    const api = await serve([Vault], { authenticators: [namedByHeader], authorizer: permittedByName });
    const send = (user: string) => api.request('POST', '/vaults', { note: 'v' }, keyed('shared', { 'X-User': user }));
    const first = await send('vault.put');
    const other = await send('vault.put other');
    const repeat = await send('vault.put');
    const unknown = await api.request('POST', '/vaults', { note: 'v' }, keyed('shared'));
    const forbidden = await send('nothing');
    await api.stop();

    expect([first.status, other.status, repeat.status]).toEqual([201, 201, 201]);
    expect(other.body.id).not.toBe(first.body.id);
    expect([replayed(other), replayed(repeat)]).toEqual([null, 'true']);
    expect([unknown.status, forbidden.status]).toEqual([401, 403]);
  });
});

@AggregateRoot
@Table({ tableName: 'tickets' })
class Ticket extends BaseDomain {
  @StringColumn(20) declare note: string | null;
}

describe('The configuration of idempotency', () => {
  it('turns keys on for all roots with key', async () => {
    const api = await serve([Ticket], { settings: { idempotency: { key: 'optional' } } });
    await api.request('POST', '/tickets', { note: 'a' }, keyed('on'));
    const repeat = await api.request('POST', '/tickets', { note: 'a' }, keyed('on'));
    await api.stop();

    expect(replayed(repeat)).toBe('true');
  });

  it('sets how long a key is valid with keepS: afterwards it is a new one', async () => {
    const api = await serve([Ticket], { settings: { idempotency: { key: 'optional', keepS: 1 } } });
    await api.request('POST', '/tickets', { note: 'a' }, keyed('short'));
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const again = await api.request('POST', '/tickets', { note: 'b' }, keyed('short'));
    const repeat = await api.request('POST', '/tickets', { note: 'b' }, keyed('short'));
    await api.stop();

    expect([again.status, replayed(again), replayed(repeat)]).toEqual([201, null, 'true']);
  });

  it('stops the start when the schema has no table for the keys', async () => {
    const properties = { 'hbm2ddl.auto': 'none' };
    const settings = { idempotency: { key: 'optional' } };

    await expect(serve([Ticket], { properties, settings })).rejects.toMatchObject({ code: 'KEYS_UNREADABLE' });
    const off = await serve([Ticket], { properties });
    await off.stop();
  });
});
