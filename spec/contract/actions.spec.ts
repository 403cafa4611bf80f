import { Cart, CartGift, CartLine, carts, Voucher } from '../support/domain/carts';
import { errorMessagesOf } from '../support/response-parts';
import { type ApiResponse, useServed } from '../support/serve-shop';

let cart: ApiResponse['body'];
let line: ApiResponse['body'];
let gift: ApiResponse['body'];

const served = useServed(carts);
const { request } = served;
beforeEach(async () => {
  const lines = [{ sku: 'pen', quantity: 2, gifts: [{ text: 'for Ada' }] }, { sku: 'ink' }];
  const created = await request('POST', '/carts', { lines });
  expect(created.status).toBe(201);
  cart = created.body;
  line = cart.lines[0];
  gift = line.gifts[0];
});

const act = (path: string, payload?: unknown, headers?: Record<string, string>) =>
  request('PUT', `/carts/${path}`, payload, headers);
const stored = async () => (await Cart.findById(cart.id))!;
const quantities = async () => (await CartLine.where({ cartId: cart.id })).map(({ quantity }) => quantity);

describe('PUT /<resource>/{id}/<action_name>', () => {
  it('binds the keys of the payload to the arguments of the domain method', async () => {
    const response = await act(`${cart.id}/close`, { note: 'enough', mark: '!' });

    expect(response).toMatchObject({ status: 204, body: '' });
    expect(await stored()).toMatchObject({ status: 'closed', note: 'enough!' });
  });

  it('accepts missing optional arguments, {} or no body, and null for a missing value', async () => {
    const [none, empty, cleared] = [cart, ...(await request('POST', '/carts', [{}, {}])).body];

    const responses = [await act(`${none.id}/close`), await act(`${empty.id}/close`, {})];
    responses.push(await act(`${cleared.id}/close`, { note: null, mark: null }));

    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204]);
    const ids = [none.id, empty.id, cleared.id];
    expect((await Cart.where({ id: ids })).map(({ note }) => note)).toEqual(['.', '.', '.']);
  });

  it('responds 200 with the returned value, and represents entities as the generated routes do', async () => {
    const response = await act(`${cart.id}/lines/${line.id}/add_to`, { quantity: 3 });

    const read = await request('GET', `/carts/${cart.id}/lines/${line.id}`);
    expect(response.status).toBe(200);
    expect(response.body).toEqual(read.body);
    expect(response.body).toMatchObject({ quantity: 5, cart_id: cart.id });
    expect(JSON.stringify(response.body)).not.toMatch(/secret|hush|version/);
  });

  it('responds 200 with an array, and with null', async () => {
    const array = await act(`${cart.id}/lines/${line.id}/round_up`);

    expect(array.body).toEqual((await request('GET', `/carts/${cart.id}/lines`)).body);
    expect(await act(`${cart.id}/nothing`)).toMatchObject({ status: 200, body: null });
  });

  it('exists although the root has no update route', async () => {
    expect((await request('PUT', `/carts/${cart.id}`, {})).status).toBe(405);
    expect((await act(`${cart.id}/close`)).status).toBe(204);
  });

  it('matches PUT only, and only the name of the action', async () => {
    const other = await request('POST', `/carts/${cart.id}/close`, {});

    expect(other.status).toBe(405);
    expect(other.headers.get('Allow')).toBe('OPTIONS, PUT');
    expect((await act(`${cart.id}/open`)).status).toBe(404);
  });

  it.each(['2147483647', 'abc', '1e3', '007'])('responds 404 to the id %s', async (id) => {
    const { status, body } = await act(`${id}/close`);

    expect(status).toBe(404);
    expect(body.detail).toBe(`No Cart with id "${id}" was found.`);
  });

  it('omits the response body with Prefer: return=minimal', async () => {
    const response = await act(`${cart.id}/take`, { text: 'x' }, { Prefer: 'return=minimal' });

    expect(response).toMatchObject({ status: 204, body: '' });
    expect(response.headers.get('Preference-Applied')).toBe('return=minimal');
  });
});

describe('PUT /<resource>/{id}/<sub_resource>/{child_id}/<action_name>', () => {
  it('resolves the child from the path at any depth, and passes its parents to parameters of their classes', async () => {
    const { status, body } = await act(`${cart.id}/lines/${line.id}/gifts/${gift.id}/reword`, { text: 'for Bob' });

    expect(status).toBe(200);
    expect(body).toMatchObject({ the_gift: { id: gift.id, text: 'for Bob' }, line: { quantity: 7 }, cart_id: cart.id });
    expect((await CartGift.findById(gift.id))?.text).toBe('for Bob');
    expect(await quantities()).toEqual([7, 1]);
  });

  it('responds 404 to a child of another parent', async () => {
    const other = (await request('POST', '/carts', { lines: [{ sku: 'cap' }] })).body;
    const missing = [
      await act(`${other.id}/lines/${line.id}/add_to`, { quantity: 1 }),
      await act(`${cart.id}/lines/999999/add_to`, { quantity: 1 }),
      await act(`${cart.id}/lines/${cart.lines[1].id}/gifts/${gift.id}/reword`, { text: 'x' }),
      await act(`${other.id}/lines/${line.id}/gifts/${gift.id}/reword`, { text: 'x' }),
    ];

    expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(missing[3]!.body.detail).toBe(`No CartLine with id "${line.id}" was found.`);
    expect(await quantities()).toEqual([2, 1]);
  });

  it('rejects a payload key that would replace the child', async () => {
    const response = await act(`${cart.id}/lines/${line.id}/add_to`, { quantity: 1, line: { id: cart.lines[1].id } });

    expect(response.status).toBe(422);
    expect(errorMessagesOf(response)).toEqual({ line: 'is unknown; known parameters: quantity' });
    expect(await quantities()).toEqual([2, 1]);
  });
});

describe('An action and several ids', () => {
  it('responds 400 to ids joined by a comma, at every level', async () => {
    const responses = [
      await act(`${cart.id},${cart.id}/close`),
      await act(`${cart.id}/lines/${line.id},${cart.lines[1].id}/round_up`),
      await act(`${cart.id},${cart.id}/lines/${line.id}/round_up`),
    ];

    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect((await stored()).status).toBe('open');
  });

  it('treats an encoded comma as part of one id', async () => {
    expect((await act(`${cart.id}%2C${cart.id}/close`)).status).toBe(404);
  });
});

describe('The arguments of an action', () => {
  it('are converted to their declared types', async () => {
    const voucher = await new Voucher({ code: 'V-1' }).persist();
    const payload = {
      text: 'x',
      number: 1.5,
      flag: false,
      date: '2026-01-31T10:00:00+02:00',
      big: '9007199254740993',
      address: { street: 'Main', post_code: '1' },
      voucher_used: { code: 'V-1' },
    };

    const { status, body } = await act(`${cart.id}/take`, payload);

    expect(status).toBe(200);
    expect(body).toEqual({
      text: 'x',
      number: 1.5,
      flag: false,
      time: Date.UTC(2026, 0, 31, 8),
      big: '18014398509481986',
      address: { street: 'Main', post_code: '1' },
      is_address: true,
      voucher_used: expect.objectContaining({ id: voucher.id, code: 'V-1' }),
    });
  });

  it('are rejected with 422 when missing, unknown or of a wrong type, all errors at once', async () => {
    const response = await act(`${cart.id}/take`, {
      number: '1',
      flag: 1,
      date: '2026-02-30T00:00:00Z',
      big: '1.5',
      address: { toString: 'Rome' },
      voucher_used: 'V-1',
      voucherUsed: { code: 'V-1' },
    });

    const known = 'is unknown; known parameters: text, number, flag, date, big, address, voucher_used';
    expect(response.status).toBe(422);
    expect(errorMessagesOf(response)).toEqual({
      text: 'is required',
      number: 'must be a number',
      flag: 'must be true or false',
      date: 'must be a date and time such as 2026-01-31T08:30:00Z',
      big: 'must be a whole number',
      'address.toString': 'is unknown; known fields: street, post_code',
      voucher_used: 'must be an object with "code" alone',
      voucherUsed: known,
    });
    expect(response.body.field_errors).toContainEqual({
      field: 'number',
      message: 'must be a number',
      invalid_value: '1',
    });
  });

  it.each([
    ['a number that a double would change', '{"text":"x","number":9007199254740993}', 'number'],
    ['null for a required argument', '{"text":null}', 'text'],
    ['an invalid URL', '{"text":"x","address":[]}', 'address'],
    ['a key of the wrong type', '{"text":"x","voucher_used":{"code":7}}', 'voucher_used'],
  ])('reject %s', async (_, body, field) => {
    const response = await act(`${cart.id}/take`, body, { 'Content-Type': 'application/json' });

    expect(response.status).toBe(422);
    expect(Object.keys(errorMessagesOf(response))).toEqual([field]);
  });

  it('respond 409 when a referenced entity does not exist', async () => {
    const { status, body } = await act(`${cart.id}/take`, { text: 'x', voucher_used: { code: 'gone' } });

    expect(status).toBe(409);
    expect(body.detail).toBe('voucher_used refers to the Voucher gone, which does not exist.');
  });
});

describe('The arguments of an action with a schema', () => {
  it('are validated by the schema where their types are unknown', async () => {
    const { status, body } = await act(`${cart.id}/label`, {
      label_texts: [{ text_value: 'a' }],
      count: 2,
      colour: 'red',
    });

    expect(status).toBe(200);
    expect(body).toEqual({ label_texts: [{ text_value: 'a' }], count: 2, size: 'small', colour: 'red' });
  });

  it('are rejected with 422 by the schema, with the path of each error', async () => {
    const wrong = await act(`${cart.id}/label`, {
      label_texts: [{ text_value: 'long', TextSize: 1 }, {}],
      size: 'huge',
      weight: 1,
    });

    expect(wrong.status).toBe(422);
    expect(errorMessagesOf(wrong)).toEqual({
      'label_texts[0].text_value': 'length must be less than or equal to 3 characters long',
      'label_texts[0].TextSize': 'is not allowed',
      'label_texts[1].text_value': 'is required',
      size: 'must be one of [small, large]',
      weight: 'is not allowed',
      count: 'is required',
    });
    expect(errorMessagesOf(await act(`${cart.id}/label`, { count: 1 }))).toEqual({ label_texts: 'is required' });
    const twice = { label_texts: [{ text_value: 'a', textValue: 'b' }], count: 1 };
    expect(errorMessagesOf(await act(`${cart.id}/label`, twice))).toMatchObject({
      'label_texts[0]': 'has text_value and textValue, which are the same name: leave one out',
    });
    const known = 'is unknown; known parameters: label_texts, count, size, colour';
    expect(errorMessagesOf(await act(`${cart.id}/label`, { label_texts: [], count: 1, Colour: 'red' }))).toEqual({
      Colour: known,
    });
  });
});

describe('The payload of an action', () => {
  it('is rejected with 413 when its arrays have more elements than bulk.maxItems in total', async () => {
    const many = Array.from({ length: 1001 }, () => ({ text_value: 'a' }));

    const responses = [
      await act(`${cart.id}/label`, { label_texts: many, count: 1 }),
      await act(`${cart.id}/label`, { label_texts: [{ text_value: many }], count: 1 }),
      await act(`${cart.id}/label`, { label_texts: many.slice(500), size: many.slice(500), count: 1 }),
      await act(`${cart.id}/label`, { label_texts: many.slice(1), count: 1 }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([413, 413, 413, 200]);
    expect(responses[0]!.body.detail).toBe('There are 1001 elements in arrays: send at most 1000 at once.');
  });

  it.each(['[]', '"x"', 'null', '7'])('is rejected when it is a %s instead of an object of arguments', async (body) => {
    const response = await act(`${cart.id}/close`, body, { 'Content-Type': 'application/json' });

    expect(response.status).toBe(422);
    expect(response.body.field_errors).toMatchObject([{ field: '', message: 'must be an object' }]);
  });

  it('is rejected with 400 when the query has a parameter of reads, as for every write', async () => {
    for (const query of ['include=id', 'status=open', 'page=1', 'nonsense=1']) {
      const { status, body } = await act(`${cart.id}/close?${query}`);

      expect({ status, parameter: body.parameter }).toEqual({ status: 400, parameter: query.split('=')[0] });
    }
    expect((await stored()).status).toBe('open');
  });

  it('is rejected with 415 for an unknown content type, and with 400 for malformed JSON', async () => {
    expect((await act(`${cart.id}/close`, 'note=x', { 'Content-Type': 'image/png' })).status).toBe(415);
    expect((await act(`${cart.id}/close`, '{', { 'Content-Type': 'application/json' })).status).toBe(400);
    expect((await stored()).status).toBe('open');
  });
});

describe('An action on a child', () => {
  it('increments the version of the root, whatever it changes', async () => {
    const { version } = await stored();
    const versions = [];
    for (const path of ['nothing', `lines/${line.id}/round_up`, 'close']) {
      await act(`${cart.id}/${path}`);
      versions.push((await stored()).version - version);
    }

    expect(versions).toEqual([1, 2, 3]);
  });

  it('runs under a lock: concurrent actions lose no change', async () => {
    const calls = Array.from({ length: 8 }, () => act(`${cart.id}/lines/${line.id}/add_to`, { quantity: 1 }));

    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await quantities()).toEqual([10, 1]);
  });

  it('runs in one transaction: an error rolls everything back, including rows that the method saved itself', async () => {
    const { version } = await stored();

    const { status, body } = await act(`${cart.id}/break`);

    expect(status).toBe(409);
    expect(body.detail).toBe('It breaks.');
    expect(await stored()).toMatchObject({ note: null, version });
    expect(await quantities()).toEqual([2, 1]);
  });

  it('responds 422 when the changes fail the validation of the model, and saves nothing', async () => {
    const response = await act(`${cart.id}/overfill`);

    expect(response.status).toBe(422);
    expect(Object.keys(errorMessagesOf(response))).toEqual(['lines.quantity']);
    expect((await stored()).note).toBeNull();
  });

  it('responds 422 when a column cannot hold a changed value, on every database', async () => {
    const response = await act(`${cart.id}/close`, { note: 'x'.repeat(30) });
    const huge = await act(`${cart.id}/lines/${line.id}/add_to`, { quantity: 3_000_000_000 });

    expect([response.status, huge.status]).toEqual([422, 422]);
    expect(response.body.field_errors).toEqual([
      { field: 'note', message: 'must not be longer than 20 characters', invalid_value: `${'x'.repeat(30)}.` },
    ]);
    expect(Object.keys(errorMessagesOf(huge))).toEqual(['lines.quantity']);
    expect(await stored()).toMatchObject({ status: 'open', note: null });
  });
});
