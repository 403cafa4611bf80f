import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { koaggregate } from '../support/koaggregate';

jest.setTimeout(60_000);

const SAMPLES = join(__dirname, '..', '..', 'samples');

function explain(sample: string, ...words: string[]) {
  const project = join(SAMPLES, sample);
  const application = sample === 'shopping-cart' ? ['--application', 'shop-application'] : [];
  const options = ['--project', project, '--modules', join(project, 'src'), ...application];
  return koaggregate('explain', ...words, ...options);
}

async function explained(sample: string, ...words: string[]) {
  const { code, out } = await explain(sample, ...words, '--json');
  expect(code).toBe(0);
  return JSON.parse(out);
}

const CANCEL = ['PUT', '/orders/1/order_items/3/cancel'];

describe('koaggregate explain', () => {
  it('prints the route with its keys, operation id, filters, guards and permissions', async () => {
    const { code, out } = await explain('orders', ...CANCEL);

    expect(code).toBe(0);
    expect(out).toMatch(/^PUT \/orders\/\{order_id\}\/order_items\/\{id\}\/cancel$/m);
    expect(out).toMatch(/^ {2}keys +order_id = 1, id = 3$/m);
    expect(out).toMatch(/^ {2}operation id +cancelOrderOrderItem$/m);
    expect(out).toMatch(/^ {2}filters +SecurityHeaders$/m);
    expect(out).toMatch(/^ {2}guards +SecurityGuard$/m);
    expect(out).toMatch(/^ {2}permissions +orders\.cancel \(Order\.cancelItem\)$/m);
  });

  it.each([
    [
      'orders',
      'PUT',
      '/orders/1/order_items/3/cancel',
      /^src\/domain\/order\.ts:\d+$/,
      "@Action({ value: 'cancel', path",
    ],
    ['orders', 'POST', '/orders', /order\.ts/, '@AggregateRoot'],
    ['orders', 'GET', '/orders/1/order_items', /order\.ts/, '@HasMany(() => OrderItem)'],
    ['orders', 'GET', '/', /home\.ts/, 'read('],
    ['shopping-cart', 'POST', '/shopping_carts', /shopping-cart-resource\.ts/, 'createShoppingCart('],
  ])('prints the line that declares a route: %s %s %s', async (sample, method, path, file, line) => {
    const { declared_at: at } = await explained(sample, method, path);

    expect(at).toMatch(file);
    expect(lineAt(sample, at)).toContain(line);
  });

  it('prints the SQL of a read with its query, a statement for each association', async () => {
    const { statements } = await explained(
      'orders',
      'GET',
      '/orders?status=shipped&expand=order_items&page=2&per_page=1',
    );

    expect(statements[0]).toMatch(/FROM `orders` .*'shipped'.* LIMIT 1, 1$/);
    expect(statements).toContainEqual(expect.stringContaining('FROM `order_items`'));
    expect(statements).toContainEqual(expect.stringContaining('COUNT'));
  });

  it('prints the SQL with which a write finds its entity below its parent', async () => {
    const { statements } = await explained('orders', ...CANCEL);

    expect(statements).toEqual([expect.stringMatching(/`order_id` IN .*IN \(1\).*`id` IN \(3\)/)]);
  });

  it('prints the call that path and query are read into', async () => {
    const list = await explained('orders', 'GET', '/orders?exclude=customer_email&page=2&per_page=5');
    const cancel = await explained('orders', ...CANCEL);
    const rejected = await explained('orders', 'GET', '/orders?status=open');

    expect(list.call).toMatchObject({
      verb: 'list',
      place: ['Order'],
      parents: [],
      ids: [],
      page: { number: 2, size: 5 },
    });
    expect(list.call.selection).toEqual(expect.arrayContaining(['id', 'code', 'status']));
    expect(list.call.selection).not.toContain('customer_email');
    expect(cancel.call).toEqual({ verb: 'act', place: ['Order', 'orderItems'], parents: [1], ids: [3] });
    expect(rejected.call).toBeUndefined();
  });

  it('prints the call as text', async () => {
    const { out } = await explain('orders', 'GET', '/orders/1/order_items/3,4?include=id,quantity');

    expect(out).toMatch(/^Call\n {2}verb +read\n {2}place +Order → orderItems\n {2}parents +1\n {2}ids +3, 4\n/m);
  });

  it('prints the reason when a request reads nothing', async () => {
    const { statements, statements_ended: ended } = await explained('orders', 'GET', '/orders?status=open');

    expect(statements).toEqual([]);
    expect(ended).toContain('status has the value "open", which must be one of created, confirmed, shipped, cancelled');
  });

  it('prints the rules of the payload and the invariants', async () => {
    const { rules } = await explained('orders', 'POST', '/orders');

    expect(rules.members).toContainEqual({ name: 'code', required: true, schema: { type: 'string', maxLength: 20 } });
    expect(rules.members).toContainEqual(expect.objectContaining({ name: 'status', required: false }));
    expect(rules.invariants).toEqual([
      { name: 'shipped-with-items', message: 'An order that is shipped has at least one item.' },
    ]);
  });

  it('prints configuration values with their level', async () => {
    const { configuration } = await explained('orders', 'POST', '/orders');

    expect(configuration).toContainEqual({ key: 'bulk.maxItems', value: 1000, level: 'defaults' });
    const strict = configuration.find(({ key }: { key: string }) => key === 'security.strict');
    expect(strict).toEqual({ key: 'security.strict', value: true, level: expect.stringContaining('orders.yml') });
  });

  it('accepts a path template', async () => {
    const { keys, statements } = await explained('orders', 'get', '/orders/{id}');

    expect(keys).toEqual({ id: '{id}' });
    expect(statements).toHaveLength(1);
  });

  it('fails for an unknown path, and prints similar routes', async () => {
    const { code, out, err } = await explain('orders', 'GET', '/orderz/5');

    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('404: no route matches GET /orderz/5. Similar routes:\n  GET /orders/{id}');
  });

  it('fails for a method that the path does not support, and prints those that it does', async () => {
    const { code, out } = await explain('orders', 'PATCH', '/orders/5/cancel', '--json');

    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ allowed: ['PUT'] });
  });
});

function lineAt(sample: string, place: string): string {
  const [file, line] = place.split(':');
  const text = readFileSync(join(SAMPLES, sample, file!), 'utf8');
  return text.split('\n')[Number(line) - 1]!;
}
