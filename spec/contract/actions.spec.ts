import { Cart, CartGift, CartLine, carts, Voucher } from '../support/domain/carts';
import { type Answer, type Served, serve } from '../support/serve-shop';

let served: Served;
let cart: Answer['body'];
let line: Answer['body'];
let gift: Answer['body'];

beforeAll(async () => {
  served = await serve(carts);
});
afterAll(() => served.stop());
beforeEach(async () => {
  const lines = [{ sku: 'pen', quantity: 2, gifts: [{ text: 'for Ada' }] }, { sku: 'ink' }];
  const created = await request('POST', '/carts', { lines });
  expect(created.status).toBe(201);
  cart = created.body;
  line = cart.lines[0];
  gift = line.gifts[0];
});

const request = (...args: Parameters<Served['request']>): Promise<Answer> => served.request(...args);
const act = (path: string, payload?: unknown, headers?: Record<string, string>) =>
  request('PUT', `/carts/${path}`, payload, headers);
const stored = async () => (await Cart.findById(cart.id))!;
const quantities = async () => (await CartLine.where({ cartId: cart.id })).map(({ quantity }) => quantity);
const fieldsOf = ({ body }: Answer) =>
  Object.fromEntries(body.field_errors.map(({ field, message }: Record<string, string>) => [field, message]));

describe('PUT /<resource>/{id}/<action_name>', () => {
  it('binds the keys of the payload to the arguments of the domain method', async () => {
    const answer = await act(`${cart.id}/close`, { note: 'enough', mark: '!' });

    expect(answer).toMatchObject({ status: 204, body: '' });
    expect(await stored()).toMatchObject({ status: 'closed', note: 'enough!' });
  });

  it('leaves out what is optional; no body is as good as {}, and null as good as nothing', async () => {
    const [none, empty, cleared] = [cart, ...(await request('POST', '/carts', [{}, {}])).body];

    const answers = [await act(`${none.id}/close`), await act(`${empty.id}/close`, {})];
    answers.push(await act(`${cleared.id}/close`, { note: null, mark: null }));

    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    const ids = [none.id, empty.id, cleared.id];
    expect((await Cart.where({ id: ids })).map(({ note }) => note)).toEqual(['.', '.', '.']);
  });

  it('answers 200 with the returned value, entities as generated answers show them', async () => {
    const answer = await act(`${cart.id}/lines/${line.id}/add_to`, { quantity: 3 });

    const read = await request('GET', `/carts/${cart.id}/lines/${line.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(read.body);
    expect(answer.body).toMatchObject({ quantity: 5, cart_id: cart.id });
    expect(JSON.stringify(answer.body)).not.toMatch(/secret|hush|version/);
  });

  it('answers 200 with an array, and with null', async () => {
    const array = await act(`${cart.id}/lines/${line.id}/round_up`);

    expect(array.body).toEqual((await request('GET', `/carts/${cart.id}/lines`)).body);
    expect(await act(`${cart.id}/nothing`)).toMatchObject({ status: 200, body: null });
  });

  it('is there though the root is not to be updated', async () => {
    expect((await request('PUT', `/carts/${cart.id}`, {})).status).toBe(405);
    expect((await act(`${cart.id}/close`)).status).toBe(204);
  });

  it('is no other method, and no other name', async () => {
    const other = await request('POST', `/carts/${cart.id}/close`, {});

    expect(other.status).toBe(405);
    expect(other.headers.get('Allow')).toBe('OPTIONS, PUT');
    expect((await act(`${cart.id}/open`)).status).toBe(404);
  });

  it.each(['2147483647', 'abc', '1e3', '007'])('answers 404 for the id %s', async (id) => {
    const { status, body } = await act(`${id}/close`);

    expect(status).toBe(404);
    expect(body.detail).toBe(`No Cart with id "${id}" was found.`);
  });

  it('leaves out the body on demand', async () => {
    const answer = await act(`${cart.id}/take`, { text: 'x' }, { Prefer: 'return=minimal' });

    expect(answer).toMatchObject({ status: 204, body: '' });
    expect(answer.headers.get('Preference-Applied')).toBe('return=minimal');
  });
});

describe('PUT /<resource>/{id}/<sub_resource>/{child_id}/<action_name>', () => {
  it('resolves the child from the path, at any depth, and its parents where the method takes them', async () => {
    const { status, body } = await act(`${cart.id}/lines/${line.id}/gifts/${gift.id}/reword`, { text: 'for Bob' });

    expect(status).toBe(200);
    expect(body).toMatchObject({ the_gift: { id: gift.id, text: 'for Bob' }, line: { quantity: 7 }, cart_id: cart.id });
    expect((await CartGift.findById(gift.id))?.text).toBe('for Bob');
    expect(await quantities()).toEqual([7, 1]);
  });

  it('does not find a child under another parent', async () => {
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

  it('lets no key of the payload replace the child', async () => {
    const answer = await act(`${cart.id}/lines/${line.id}/add_to`, { quantity: 1, line: { id: cart.lines[1].id } });

    expect(answer.status).toBe(422);
    expect(fieldsOf(answer)).toEqual({ line: 'is unknown; known names: quantity' });
    expect(await quantities()).toEqual([2, 1]);
  });
});

describe('Bulk operations are not supported for actions', () => {
  it('answers 400 for ids joined by a comma, at every level', async () => {
    const answers = [
      await act(`${cart.id},${cart.id}/close`),
      await act(`${cart.id}/lines/${line.id},${cart.lines[1].id}/round_up`),
      await act(`${cart.id},${cart.id}/lines/${line.id}/round_up`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect((await stored()).status).toBe('open');
  });

  it('takes a comma that is data for a part of the id', async () => {
    expect((await act(`${cart.id}%2C${cart.id}/close`)).status).toBe(404);
  });
});

describe('Values are bound to the arguments', () => {
  it('by the declared type of each', async () => {
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

  it('and refused with 422 when missing, unknown or of a wrong type: all of them at once', async () => {
    const answer = await act(`${cart.id}/take`, {
      number: '1',
      flag: 1,
      date: '2026-02-30T00:00:00Z',
      big: '1.5',
      address: { toString: 'Rome' },
      voucher_used: 'V-1',
      voucherUsed: { code: 'V-1' },
    });

    const known = 'is unknown; known names: text, number, flag, date, big, address, voucher_used';
    expect(answer.status).toBe(422);
    expect(fieldsOf(answer)).toEqual({
      text: 'is required',
      number: 'must be a number',
      flag: 'must be true or false',
      date: 'must be a date and time such as 2026-01-31T08:30:00Z',
      big: 'must be a whole number',
      'address.toString': 'is unknown; known names: street, post_code',
      voucher_used: 'must be an object with "code" alone',
      voucherUsed: known,
    });
    expect(answer.body.field_errors).toContainEqual({
      field: 'number',
      message: 'must be a number',
      invalid_value: '1',
    });
  });

  it.each([
    ['a number that a double would change', '{"text":"x","number":9007199254740993}', 'number'],
    ['null for what is required', '{"text":null}', 'text'],
    ['an address that is none', '{"text":"x","address":[]}', 'address'],
    ['a key of the wrong type', '{"text":"x","voucher_used":{"code":7}}', 'voucher_used'],
  ])('refuse %s', async (_, body, field) => {
    const answer = await act(`${cart.id}/take`, body, { 'Content-Type': 'application/json' });

    expect(answer.status).toBe(422);
    expect(Object.keys(fieldsOf(answer))).toEqual([field]);
  });

  it('answers 409 when one names an entity that is not there', async () => {
    const { status, body } = await act(`${cart.id}/take`, { text: 'x', voucher_used: { code: 'gone' } });

    expect(status).toBe(409);
    expect(body.detail).toBe('voucher_used refers to the Voucher gone, which does not exist.');
  });

  it('by the schema, where the types cannot say what they are', async () => {
    const { status, body } = await act(`${cart.id}/label`, {
      label_texts: [{ text_value: 'a' }],
      count: 2,
      colour: 'red',
    });

    expect(status).toBe(200);
    expect(body).toEqual({ label_texts: [{ text_value: 'a' }], count: 2, size: 'small', colour: 'red' });
  });

  it('and refused with 422 by the schema, with the path', async () => {
    const wrong = await act(`${cart.id}/label`, {
      label_texts: [{ text_value: 'long', TextSize: 1 }, {}],
      size: 'huge',
      weight: 1,
    });

    expect(wrong.status).toBe(422);
    expect(fieldsOf(wrong)).toEqual({
      'label_texts[0].text_value': 'length must be less than or equal to 3 characters long',
      'label_texts[0].TextSize': 'is not allowed',
      'label_texts[1].text_value': 'is required',
      size: 'must be one of [small, large]',
      weight: 'is not allowed',
      count: 'is required',
    });
    expect(fieldsOf(await act(`${cart.id}/label`, { count: 1 }))).toEqual({ label_texts: 'is required' });
    const twice = { label_texts: [{ text_value: 'a', textValue: 'b' }], count: 1 };
    expect(fieldsOf(await act(`${cart.id}/label`, twice))).toMatchObject({
      'label_texts[0]': 'has text_value and textValue, which are the same name: leave one out',
    });
    const known = 'is unknown; known names: label_texts, count, size, colour';
    expect(fieldsOf(await act(`${cart.id}/label`, { label_texts: [], count: 1, Colour: 'red' }))).toEqual({
      Colour: known,
    });
  });

  it('and answer 413 for arrays in them with more elements than bulk.maxItems, at any depth together', async () => {
    const many = Array.from({ length: 1001 }, () => ({ text_value: 'a' }));

    const answers = [
      await act(`${cart.id}/label`, { label_texts: many, count: 1 }),
      await act(`${cart.id}/label`, { label_texts: [{ text_value: many }], count: 1 }),
      await act(`${cart.id}/label`, { label_texts: many.slice(500), size: many.slice(500), count: 1 }),
      await act(`${cart.id}/label`, { label_texts: many.slice(1), count: 1 }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([413, 413, 413, 200]);
    expect(answers[0]!.body.detail).toBe('There are 1001 elements in arrays: send at most 1000 at once.');
  });

  it.each(['[]', '"x"', 'null', '7'])('takes no %s for an object of arguments', async (body) => {
    const answer = await act(`${cart.id}/close`, body, { 'Content-Type': 'application/json' });

    expect(answer.status).toBe(422);
    expect(answer.body.field_errors).toMatchObject([{ field: '', message: 'must be an object' }]);
  });

  it('answers 400 for a parameter of reads, as every write does', async () => {
    for (const query of ['include=id', 'status=open', 'page=1', 'nonsense=1']) {
      const { status, body } = await act(`${cart.id}/close?${query}`);

      expect({ status, parameter: body.parameter }).toEqual({ status: 400, parameter: query.split('=')[0] });
    }
    expect((await stored()).status).toBe('open');
  });

  it('answers 415 for a content type that is not known, and 400 for malformed JSON', async () => {
    expect((await act(`${cart.id}/close`, 'note=x', { 'Content-Type': 'image/png' })).status).toBe(415);
    expect((await act(`${cart.id}/close`, '{', { 'Content-Type': 'application/json' })).status).toBe(400);
    expect((await stored()).status).toBe('open');
  });
});

describe('Actions on children are driven through the root', () => {
  it('and raise its version, whatever they change', async () => {
    const { version } = await stored();
    const versions = [];
    for (const path of ['nothing', `lines/${line.id}/round_up`, 'close']) {
      await act(`${cart.id}/${path}`);
      versions.push((await stored()).version - version);
    }

    expect(versions).toEqual([1, 2, 3]);
  });

  it('one at a time: none loses what another has changed', async () => {
    const calls = Array.from({ length: 8 }, () => act(`${cart.id}/lines/${line.id}/add_to`, { quantity: 1 }));

    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await quantities()).toEqual([10, 1]);
  });

  it('in one transaction: a throw rolls all back, also what the method has saved itself', async () => {
    const { version } = await stored();

    const { status, body } = await act(`${cart.id}/break`);

    expect(status).toBe(409);
    expect(body.detail).toBe('It breaks.');
    expect(await stored()).toMatchObject({ note: null, version });
    expect(await quantities()).toEqual([2, 1]);
  });

  it('and answer 422 when the model refuses what they have set; nothing is saved then', async () => {
    const answer = await act(`${cart.id}/overfill`);

    expect(answer.status).toBe(422);
    expect(Object.keys(fieldsOf(answer))).toEqual(['lines.quantity']);
    expect((await stored()).note).toBeNull();
  });

  it('and answer 422 when the column could not hold what they have set, on every database alike', async () => {
    const answer = await act(`${cart.id}/close`, { note: 'x'.repeat(30) });
    const huge = await act(`${cart.id}/lines/${line.id}/add_to`, { quantity: 3_000_000_000 });

    expect([answer.status, huge.status]).toEqual([422, 422]);
    expect(answer.body.field_errors).toEqual([
      { field: 'note', message: 'must not be longer than 20 characters', invalid_value: `${'x'.repeat(30)}.` },
    ]);
    expect(Object.keys(fieldsOf(huge))).toEqual(['lines.quantity']);
    expect(await stored()).toMatchObject({ status: 'open', note: null });
  });
});
