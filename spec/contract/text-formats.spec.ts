import { ruled } from '../support/domain/ruled';
import { shop } from '../support/domain/shop';
import { useServed } from '../support/serve-shop';

const served = useServed(shop);

const asking = (type: string) => ({ Accept: type });
const sending = (type: string) => ({ 'Content-Type': type });

async function createOrder(code: string): Promise<string> {
  const items = [{ sku: 'pen', quantity: 2, shipments: [{ carrier: 'UPS' }] }];
  const order = {
    code,
    total: '10.50',
    is_gift: true,
    ledger_no: '9223372036854775807',
    placed_at: '2026-01-31T08:00:00Z',
  };
  const { headers } = await served.request('POST', '/orders', { ...order, order_items: items });
  return headers.get('Location')!;
}

describe('XML', () => {
  it('may be sent back as it was read, and changes nothing', async () => {
    const path = await createOrder('X-1');
    const { body: before } = await served.request('GET', path);
    const { body: xml } = await served.request('GET', path, undefined, asking('application/xml'));

    const response = await served.request('PUT', path, xml, {
      ...sending('application/xml'),
      ...asking('application/json'),
    });

    expect(response).toMatchObject({ status: 200, body: before });
  });

  it('is converted by the types of the columns, nested children included', async () => {
    const xml = `<order><code>X-2</code><is_gift>false</is_gift><total>1.5</total><due_on nil="true"/><order_items>
      <item><sku>7</sku><quantity>3</quantity></item><item><sku>ink</sku><quantity>1</quantity></item></order_items></order>`;

    const created = await served.request('POST', '/orders', xml.replace(/\n\s+/g, ''), {
      ...sending('application/xml'),
      ...asking('application/json'),
    });

    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ is_gift: false, total: '1.50', due_on: null });
    expect(created.body.order_items).toMatchObject([
      { sku: '7', quantity: 3 },
      { sku: 'ink', quantity: 1 },
    ]);
  });

  it('responds 422 to a value of the wrong type, with the message of the column', async () => {
    const xml = '<order><code>X-3</code><is_gift>yes</is_gift><total>lots</total></order>';

    const { status, body } = await served.request('POST', '/orders', xml, sending('application/xml'));

    expect(status).toBe(422);
    expect(body.field_errors.map(({ field, message }: Record<string, string>) => `${field} ${message}`)).toEqual([
      'is_gift must be true or false',
      'total must be a decimal number with at most 8 digits before and 2 after the point',
    ]);
  });

  it('keeps names in JSON columns that are no valid element names', async () => {
    const labels = { 9: 'nine', 'a b': [null], '<&"': { '': 'x' } };
    const created = await served.request('POST', '/orders', { code: 'X-4', labels });
    const path = `/orders/${created.body.id}`;
    const { status, body: xml } = await served.request('GET', path, undefined, asking('application/xml'));

    const response = await served.request('PUT', path, xml, {
      ...sending('application/xml'),
      ...asking('application/json'),
    });

    expect(status).toBe(200);
    expect(xml).toContain('<field name="9">nine</field>');
    expect(response.body).toEqual(created.body);
  });

  it('streams lists', async () => {
    const { body } = await served.request('GET', '/orders', undefined, asking('application/xml'));

    expect(body).toMatch(/^<\?xml[^>]*>\n<content type="array"><item><id>\d+<\/id>/);
  });
});

describe('CSV', () => {
  it('creates a row for each line, and returns lists', async () => {
    const rows = 'code,is_gift,ledger_no\r\nC-1,true,\r\nC-2,false,7\r\n';

    const created = await served.request('POST', '/orders', rows, {
      ...sending('text/csv'),
      ...asking('application/json'),
    });
    const list = await served.request('GET', '/orders?code=C-1', undefined, asking('text/csv'));

    expect(created.status).toBe(201);
    expect(created.body).toMatchObject([
      { code: 'C-1', is_gift: true, ledger_no: null },
      { code: 'C-2', is_gift: false, ledger_no: 7 },
    ]);
    expect(list.status).toBe(400);
    const ids = created.body.map(({ id }: { id: number }) => id).join(',');
    const { body } = await served.request('GET', `/orders/${ids}?include=code,is_gift`, undefined, asking('text/csv'));
    expect(body).toBe('code,is_gift\r\nC-1,true\r\nC-2,false\r\n');
  });
});

describe('A form', () => {
  it('is converted by the types of the columns', async () => {
    const { status, body } = await served.request('POST', '/orders', 'code=F-1&is_gift=true&total=2', {
      ...sending('application/x-www-form-urlencoded'),
      ...asking('application/json'),
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({ code: 'F-1', is_gift: true, total: '2.00' });
  });
});

describe('JSON in a text format', () => {
  const DEEP = `${'['.repeat(101)}${']'.repeat(101)}`;
  let number = 0;
  const form = (json: string) => `code=J-${++number}&labels=${encodeURIComponent(json)}`;
  const csv = (json: string) => `code,labels\r\nJ-${++number},"${json.replaceAll('"', '""')}"\r\n`;
  const xml = (json: string) => `<order><code>J-${++number}</code><labels>${json}</labels></order>`;

  it.each([
    ['application/x-www-form-urlencoded', form],
    ['text/csv', csv],
    ['application/xml', xml],
  ])('is read by the rules of JSON: %s', async (type, body) => {
    const post = async (json: string) =>
      served.request('POST', '/orders', body(json), { ...sending(type), ...asking('application/json') });

    const rejected = await Promise.all(['{"__proto__":{"a":1}}', '{"a":1,"a":2}', DEEP].map(post));
    const inexact = await post('{"a":9007199254740993}');
    const [created] = [(await post('{"a":[1,"1"]}')).body].flat();

    expect(rejected.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(inexact).toMatchObject({
      status: 422,
      body: { field_errors: [{ field: expect.stringContaining('labels') }] },
    });
    expect(created.labels).toEqual({ a: [1, '1'] });
  });

  it('has its own types, also in nested children', async () => {
    const items = [{ sku: '5', quantity: '5' }];

    const { status, body } = await served.request(
      'POST',
      '/orders',
      `code,order_items\r\nJ-0,"${JSON.stringify(items).replaceAll('"', '""')}"\r\n`,
      sending('text/csv'),
    );

    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain('order_items[0].quantity');
  });
});

describe('YAML', () => {
  it('may be sent back as it was read, and changes nothing', async () => {
    const path = await createOrder('Y-1');
    const { body: before } = await served.request('GET', path);
    const { body: yaml } = await served.request('GET', path, undefined, asking('application/yaml'));

    const response = await served.request('PUT', path, yaml, {
      ...sending('application/yaml'),
      ...asking('application/json'),
    });

    expect(response).toMatchObject({ status: 200, body: before });
  });
});

describe('A media type that cannot represent the content of a route', () => {
  const CSV = 'code\r\nM-1\r\n';
  const lists = { Accept: 'application/json, application/xml, application/yaml, text/csv' };

  it.each([
    ['POST', '/orders', 'text/plain', 'code: M-1', /text\/csv/],
    ['PUT', '/orders/1', 'text/csv', CSV, /yaml/],
    ['PATCH', '/orders/1', 'text/plain', 'M-1', /yaml/],
  ])('responds 415 and is missing in the Accept header: %s %s as %s', async (method, path, type, body, known) => {
    const response = await served.request(method, path, body, sending(type));

    expect(response.status).toBe(415);
    expect(response.headers.get('Accept')).toMatch(known);
    expect(response.headers.get('Accept')).not.toContain(type);
  });

  it('responds 406: a table for one entity, a page or an update, and text for any of them', async () => {
    const path = await createOrder('M-2');

    const responses = [
      await served.request('GET', path, undefined, asking('text/csv')),
      await served.request('GET', '/orders?page=1', undefined, asking('text/csv')),
      await served.request('PUT', path, { code: 'M-3' }, asking('text/csv')),
      await served.request('GET', '/orders', undefined, asking('text/plain')),
    ];

    expect(responses.map(({ status }) => status)).toEqual([406, 406, 406, 406]);
    expect(responses[0]!.body.available).toEqual(['application/json', 'application/xml', 'application/yaml']);
    expect((await served.request('GET', path)).body.code).toBe('M-2');
  });

  it('is ignored when another one is accepted, too', async () => {
    const path = await createOrder('M-4');

    const one = await served.request('GET', path, undefined, asking('text/csv, application/yaml;q=0.5'));
    const list = await served.request('GET', '/orders', undefined, { Accept: `${lists.Accept};q=0.1, text/csv` });

    expect(one.headers.get('Content-Type')).toBe('application/yaml');
    expect(list.headers.get('Content-Type')).toBe('application/json');
  });
});

describe('The arguments of an action', () => {
  let path: string;
  const SENT = { price: 12.5, is_final: false, serial: '9223372036854775807', at: '2026-01-31T08:30:00Z' };
  const READ = { ...SENT, at: '2026-01-31T08:30:00.000Z', buyer: { email: 'ada@example.org' } };

  const lots = useServed(ruled);

  beforeAll(async () => {
    const seller = await lots.request('POST', '/sellers', { email: 'ada@example.org' });
    const lot = { title: 'Vase', state: 'new', seller_id: seller.body.id };
    path = `/lots/${(await lots.request('POST', '/lots', lot)).body.id}`;
  });

  const hammer = (type: string, body: string) =>
    lots.request('PUT', `${path}/hammer`, body, { ...sending(type), ...asking('application/json') });

  it.each([
    [
      'application/xml',
      `<arguments><price>12.5</price><buyer><id>1</id></buyer><is_final>false</is_final>
      <serial>9223372036854775807</serial><at>2026-01-31T08:30:00Z</at></arguments>`.replace(/\n\s+/, ''),
    ],
    [
      'application/x-www-form-urlencoded',
      'price=12.5&buyer[id]=1&is_final=false&serial=9223372036854775807&at=2026-01-31T08:30:00Z',
    ],
  ])('are converted by the types of the parameters, as fields are by their columns: %s', async (type, body) => {
    const { status, body: returned } = await hammer(type, body);

    expect(status).toBe(200);
    expect(returned).toMatchObject(READ);
  });

  it('are rejected with 422 when a text is not of their type, and an empty text is null', async () => {
    const { status, body } = await hammer(
      'application/x-www-form-urlencoded',
      'price=much&buyer[id]=1&is_final=yes&serial=&at=today',
    );

    expect(status).toBe(422);
    const messages = body.field_errors.map(({ field, message }: Record<string, string>) => [field, message]);
    expect(Object.fromEntries(messages)).toEqual({
      price: expect.stringContaining('number'),
      is_final: expect.stringContaining('true or false'),
      serial: 'must not be null',
      at: expect.stringContaining('date'),
    });
  });

  it('are one object, so that a table is rejected with 415', async () => {
    expect((await hammer('text/csv', 'price\r\n1\r\n')).status).toBe(415);
  });
});
