import type { Request, Response } from '../../lib/core';
import { Resource } from '../../lib/rest';
import { carts } from '../support/domain/carts';
import { Order, shop, Tag } from '../support/domain/shop';
import { useServed } from '../support/serve-shop';

@Resource(Tag)
class TagResource {
  createTag(request: Request, response: Response): unknown {
    response.setStatus(200);
    return { received: (request.getContent() as readonly unknown[]).length };
  }
}

const { request } = useServed([...shop, ...carts], { resources: [TagResource] });

const MOST = 1000;
/** Shorter bodies are parsed first. */
const LONG = 33_000;
const times = (count: number, part: string, separator = '') => Array(count).fill(part).join(separator);
const send = (method: string, path: string, type: string, body: string) =>
  request(method, path, body, { 'Content-Type': type });
const sendLong = (method: string, path: string, type: string, body: string) =>
  send(method, path, type, type.endsWith('xml') ? `<!--${times(LONG, 'x')}-->${body}` : `${times(LONG, ' ')}${body}`);

/** Bodies with a number of orders: well-formed, or with a fault at the end or the beginning that every parser rejects. */
const LISTS: readonly (readonly [string, (count: number, fault: string) => string, string])[] = [
  [
    'application/json',
    (count, fault) => `[${times(LONG, ' ')}${times(count, '{"code":"\\"],["}', ' ,')}]${fault}`,
    ']',
  ],
  ['text/csv', (count, fault) => `"code"${fault}\n${times(count, `"a,${times(33, 'x')}\n""b"\n`)}`, 'x'],
  [
    'application/xml',
    (count, fault) => `<c><!--<item/>${times(LONG, 'x')}-->${times(count, '<item/>')}</c>${fault}`,
    '</c>',
  ],
  ['application/yaml', (count, fault) => `# ${times(LONG, 'x')}\n${times(count, '- code: a\n')}${fault}`, '  "'],
  [
    'application/yaml',
    (count, fault) => `[ # ${times(LONG, 'x')}\n ${times(count, "{code: 'a,b'}", ', ')}]${fault}`,
    ']',
  ],
];

describe('A body with more items than bulk.maxItems', () => {
  it.each(LISTS)('is rejected before it is parsed, even if it is malformed: %s', async (type, bodyOf, fault) => {
    const before = await Order.count();
    const detail = `There are ${MOST + 1} elements, nested ones included: send at most ${MOST} at once.`;
    const tooLarge = { status: 413, body: { title: 'Content Too Large', detail } };

    expect(await send('POST', '/orders', type, bodyOf(MOST + 1, ''))).toMatchObject(tooLarge);
    expect(await send('POST', '/orders', type, bodyOf(MOST + 1, fault))).toMatchObject(tooLarge);
    expect((await send('POST', '/orders', type, bodyOf(MOST, fault))).status).toBe(400);
    expect([409, 422]).toContain((await send('POST', '/orders', type, bodyOf(MOST, ''))).status);
    expect(await Order.count()).toBe(before);
  });

  it.each([
    ['an escaped name', 'application/json', `{"order\\u005fitems": [${times(MOST + 1, '{}', ',')}]`],
    ['two levels', 'application/json', `{"order_items": [{"shipments": [${times(MOST, '1', ',')}]}]`],
    ['a merge patch', 'application/merge-patch+json', `{"tags": [${times(MOST + 1, '[]', ',')}]`],
    ['a list', 'application/xml', `<c><order_items>${times(MOST + 1, '<item/>')}`],
    ['repeated elements', 'application/xml', `<c>${times(MOST + 1, '<order_items><sku/></order_items>')}`],
    ['two levels', 'application/xml', `<c><order_items><item><shipments type='array'>${times(MOST, '<x a=">"/>')}`],
  ])('is rejected before it is parsed when the items are nested: %s in %s', async (_, type, body) => {
    expect((await sendLong('PATCH', '/orders/1', type, body)).status).toBe(413);
  });

  it.each([
    [
      'steps',
      'PATCH',
      '/orders/1',
      'vnd.koaggregate.batch+json',
      '{"steps":',
      'The batch has 1001 steps and nested elements:',
    ],
    ['arguments', 'PUT', '/carts/1/label', 'json', '{"a":', 'There are 1001 elements in arrays:'],
  ])('is rejected before it is parsed when the items are %s', async (_, method, path, type, start, detail) => {
    const response = await sendLong(method, path, `application/${type}`, `${start}[${times(MOST + 1, '1', ',')}]`);

    expect(response).toMatchObject({ status: 413, body: { detail: `${detail} send at most 1000 at once.` } });
  });

  it('counts neither the elements of other members nor what stands in text', async () => {
    const values = times(MOST + 1, '1', ',');
    const text = JSON.stringify(`"order_items": [${values}]`);
    const { status, body } = await sendLong(
      'PUT',
      '/orders/1',
      'application/json',
      `{"code": ${text}, "no": [${values}]}`,
    );

    expect([status, body.field_errors.map(({ field }: { field: string }) => field)]).toEqual([422, ['code', 'no']]);
  });

  it('names the ids in the path, for each of which the elements count', async () => {
    const { body } = await sendLong(
      'PUT',
      '/orders/1,2',
      'application/json',
      `{"order_items":[${times(MOST + 1, '1', ',')}]`,
    );

    expect(body.detail).toBe(
      'There are 1001 elements for each of 2 ids, 2002 together, nested ones included: send at most 1000 at once.',
    );
  });

  it('is accepted by a method that overrides the route, which decides itself', async () => {
    const { body } = await sendLong('POST', '/tags', 'application/json', `[${times(MOST + 1, '{}', ',')}]`);

    expect(body).toEqual({ received: MOST + 1 });
  });
});

describe('A form with more than a thousand parts', () => {
  const part = (name: string) => `--b\r\nContent-Disposition: form-data${name}\r\n\r\nx\r\n`;
  const post = (body: string) => send('POST', '/orders', 'multipart/form-data; boundary=b', body);

  it('is rejected before it is parsed', async () => {
    const named = await post(`${times(1001, part('; name="code"'))}--b--\r\n`);
    const nameless = await post(`${times(1001, part(''))}--b--\r\n`);

    const rejected = { status: 400, body: { detail: 'The form has more than 1000 fields.' } };
    expect([named, nameless]).toMatchObject([rejected, rejected]);
  });

  it('is not one whose last part is followed by others, which are ignored', async () => {
    const { status } = await post(`${part('; name="code"')}--b--\r\n${times(1001, part('; name="code"'))}--b--\r\n`);

    expect(status).toBe(201);
  });
});
