import { shop } from '../support/domain/shop';
import { tagOf } from '../support/entity-tags';
import { serve } from '../support/serve-shop';

describe('concurrency.ifMatch', () => {
  it('set to required responds 428 to a write without If-Match, except a create of a root', async () => {
    const strict = await serve(shop, { settings: { concurrency: { ifMatch: 'required' } } });
    try {
      const created = await strict.request('POST', '/orders', { code: 'R-1' });
      const path = `/orders/${created.body.id}`;
      const items = `${path}/order_items`;

      expect(created.status).toBe(201);
      const rejected = [
        await strict.request('PUT', path, { total: 1 }),
        await strict.request('POST', items, { sku: 'pen', quantity: 1 }),
        await strict.request('DELETE', path),
      ];
      expect(rejected.map(({ status }) => status)).toEqual([428, 428, 428]);
      const none = { 'If-None-Match': '*' };
      expect((await strict.request('PUT', path, { total: 1 }, none)).status).toBe(428);
      expect((await strict.request('POST', items, { sku: 'pen', quantity: 1 }, none)).status).toBe(428);
      const match = { 'If-Match': tagOf(created)! };
      expect((await strict.request('POST', items, { sku: 'pen', quantity: 1 }, match)).status).toBe(201);
      // A class without a version.
      const country = `/countries/${(await strict.request('POST', '/countries', { code: 'AT', name: 'Austria' })).body.code}`;
      expect((await strict.request('DELETE', country)).status).toBe(428);
      const read = { 'If-Match': tagOf(await strict.request('GET', country)) };
      expect((await strict.request('DELETE', country, undefined, read)).status).toBe(204);
    } finally {
      await strict.stop();
    }
  });

  it('set to off sends no ETags, and ignores the headers', async () => {
    const plain = await serve(shop, { settings: { concurrency: { ifMatch: 'off' } } });
    try {
      const created = await plain.request('POST', '/orders', { code: 'R-1' });
      const path = `/orders/${created.body.id}`;

      expect(tagOf(created)).toBeNull();
      expect((await plain.request('PUT', path, { total: 1 }, { 'If-Match': 'x' })).status).toBe(200);
    } finally {
      await plain.stop();
    }
  });
});
