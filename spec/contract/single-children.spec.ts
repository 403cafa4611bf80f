import { Bill, billing, Guarantee, Invoice, InvoiceLine, Reminder, Seal } from '../support/domain/billing';
import { errorFieldsOf } from '../support/response-parts';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

let number = 0;

const unused = () => `N-${++number}`;
const versionOf = async (id: number) => (await Bill.findById(id))!.version;

const served = useServed(billing);
const { request } = served;

async function createBill(more: object = {}): Promise<ApiResponse['body']> {
  const { status, body } = await request('POST', '/bills', { code: unused(), ...more });
  expect(status).toBe(201);
  return body;
}

describe('/bills/{id}/invoice', () => {
  it('has a GET, a PUT that creates or updates, and a DELETE', async () => {
    const { id } = await createBill();
    const path = `/bills/${id}/invoice`;

    const absent = await request('GET', path);
    expect([absent.status, absent.body.detail]).toEqual([404, 'This Bill has no invoice.']);

    const created = await request('PUT', path, { number: unused(), lines: [{ text: 'pen' }] });
    expect(created.status).toBe(201);
    expect(created.headers.get('Location')).toBe(path);
    expect(created.body).toMatchObject({ id: expect.any(Number), bill_id: id, lines: [{ text: 'pen' }] });

    const updated = await request('PUT', path, { note: 'paid' });
    expect(updated.status).toBe(200);
    expect(updated.headers.get('Location')).toBeNull();
    expect(updated.body).toMatchObject({ id: created.body.id, number: created.body.number, note: 'paid' });
    expect((await request('GET', path)).body).toEqual(updated.body);
    expect((await request('DELETE', path)).status).toBe(204);
  });

  it('has a DELETE that deletes its children, too, and responds 404 when there is none', async () => {
    const { id } = await createBill();
    const path = `/bills/${id}/invoice`;
    const created = await request('PUT', path, { number: unused(), lines: [{ text: 'pen' }] });

    expect((await request('DELETE', path)).status).toBe(204);
    expect((await request('DELETE', path)).status).toBe(404);
    expect(await InvoiceLine.count({ where: { invoiceId: created.body.id } })).toBe(0);
  });

  it('responds 405 with Allow to POST', async () => {
    const { id } = await createBill();

    const rejected = await request('POST', `/bills/${id}/invoice`, { number: unused() });

    expect(rejected.status).toBe(405);
    expect(rejected.headers.get('Allow')).toBe('DELETE, GET, HEAD, OPTIONS, PATCH, PUT');
  });

  it('responds 404 that names the parent when that is missing', async () => {
    for (const method of ['GET', 'DELETE'])
      expect((await request(method, '/bills/999999/invoice')).body.detail).toBe('No Bill with id "999999" was found.');
    expect((await request('PUT', '/bills/999999/invoice', { number: 'x' })).status).toBe(404);
    expect((await request('GET', '/bills/abc/invoice')).status).toBe(404);
    expect((await request('GET', '/bills/1,2/invoice')).status).toBe(404);
  });

  it('increments the version of the root, unless nothing changes', async () => {
    const { id, invoice } = await createBill({ invoice: { number: unused() } });
    const before = await versionOf(id);
    const path = `/bills/${id}/invoice`;

    await request('PUT', path, { number: invoice.number });
    expect(await versionOf(id)).toBe(before);
    await request('PUT', path, { note: 'x' });
    expect(await versionOf(id)).toBe(before + 1);
    await request('DELETE', path);
    expect(await versionOf(id)).toBe(before + 2);
    await request('PUT', path, { number: unused() });
    expect(await versionOf(id)).toBe(before + 3);
  });

  it('reports all errors of a new one, and rejected changes of an existing one', async () => {
    const { id } = await createBill();
    const path = `/bills/${id}/invoice`;

    const wrong = await request('PUT', path, { note: 'x'.repeat(41), colour: 'red', id: 7 });
    expect(wrong.status).toBe(422);
    expect(errorFieldsOf(wrong).sort()).toEqual(['colour', 'id', 'note', 'number']);

    const { body } = await request('PUT', path, { number: unused() });
    const other = await request('PUT', path, { id: body.id + 1, bill_id: id + 1, sent_at: '2026-01-01T00:00:00Z' });
    expect(other.status).toBe(422);
    expect(errorFieldsOf(other).sort()).toEqual(['bill_id', 'id', 'sent_at']);
    expect((await request('PUT', path, body)).status).toBe(200);
  });

  it('is replaced when the payload has the id null', async () => {
    const { id, invoice } = await createBill({ invoice: { number: unused(), lines: [{ text: 'pen' }] } });

    const replaced = await request('PUT', `/bills/${id}/invoice`, { id: null, number: unused() });

    expect(replaced.status).toBe(201);
    expect(replaced.body.id).not.toBe(invoice.id);
    expect(await Invoice.findById(invoice.id)).toBeNull();
    expect(await Invoice.count({ where: { billId: id } })).toBe(1);
  });
});

describe('The requests to /bills/{id}/invoice', () => {
  it('create one row, even if two do so concurrently', async () => {
    const { id } = await createBill();

    const all = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        request('PUT', `/bills/${id}/invoice`, { number: `${id}-${index}`, note: `${index}` }),
      ),
    );

    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(await Invoice.count({ where: { billId: id } })).toBe(1);
  });

  it('select fields by include, exclude and expand, and search by its fields', async () => {
    const { id, invoice } = await createBill({ invoice: { number: unused(), seal: { colour: 'red' } } });
    const path = `/bills/${id}/invoice`;

    expect((await request('GET', `${path}?include=number,seal.colour`)).body).toEqual({
      number: invoice.number,
      seal: { colour: 'red' },
    });
    expect((await request('GET', `${path}?expand=lines&exclude=note`)).body).toMatchObject({ lines: [] });
    expect((await request('GET', `${path}?number=other`)).status).toBe(404);
    expect((await request('GET', `${path}?number=${invoice.number}`)).status).toBe(200);
    expect((await request('GET', `${path}?page=1`)).status).toBe(400);
  });

  it('respond without a body to return=minimal', async () => {
    const { id } = await createBill();
    const minimal = { Prefer: 'return=minimal' };

    const created = await request('PUT', `/bills/${id}/invoice`, { number: unused() }, minimal);
    expect([created.status, created.body, created.headers.get('Preference-Applied')]).toEqual([
      201,
      '',
      'return=minimal',
    ]);
    expect((await request('PATCH', `/bills/${id}/invoice`, { note: 'x' }, minimal)).status).toBe(204);
  });

  it('take one statement to read', async () => {
    const { id } = await createBill({ invoice: { number: unused() } });

    const statements = await statementsOf(Bill as never, () => request('GET', `/bills/${id}/invoice`));

    expect(statements).toHaveLength(1);
  });

  it('respect its flags: one may be created, and not changed or deleted', async () => {
    const { id } = await createBill();
    const path = `/bills/${id}/reminder`;

    expect((await request('PUT', path, { text: 'pay' })).status).toBe(201);
    const rejected = await request('PUT', path, { text: 'now' });
    expect([rejected.status, rejected.body.detail]).toEqual([
      409,
      'This Bill has its reminder already: nothing was changed.',
    ]);
    expect((await request('DELETE', path)).status).toBe(405);
    expect((await request('GET', path)).body.text).toBe('pay');
    const removed = await request('PUT', `/bills/${id}`, { reminder: null });
    expect([removed.status, errorFieldsOf(removed)]).toEqual([422, ['reminder']]);
  });
});

describe('Below a single child', () => {
  it('a collection has paths without a key for the single child', async () => {
    const { id } = await createBill({ invoice: { number: unused() } });
    const path = `/bills/${id}/invoice/lines`;

    const created = await request('POST', path, [{ text: 'pen' }, { text: 'ink' }]);
    expect(created.status).toBe(201);
    const [pen] = created.body;
    const before = await versionOf(id);
    expect((await request('PUT', `${path}/${pen.id}`, { text: 'cup' })).body.text).toBe('cup');
    expect(await versionOf(id)).toBe(before + 1);
    expect((await request('GET', path)).body.map(({ text }: { text: string }) => text)).toEqual(['cup', 'ink']);
    expect((await request('DELETE', `${path}/${pen.id}`)).status).toBe(204);
    expect((await request('GET', `${path}/${pen.id}`)).status).toBe(404);
  });

  it('a collection can be replaced by an array', async () => {
    const { id, invoice } = await createBill({
      invoice: { number: unused(), lines: [{ text: 'pen' }, { text: 'ink' }] },
    });
    const [pen] = invoice.lines;

    const replaced = await request('PUT', `/bills/${id}/invoice/lines`, [{ text: 'cup' }, { id: pen.id }]);

    expect([replaced.status, replaced.body]).toMatchObject([200, [{ text: 'cup' }, { text: 'pen' }]]);
    expect((await request('GET', `/bills/${id}/invoice/lines`)).body).toHaveLength(2);
    const { id: bare } = await createBill();
    expect((await request('PUT', `/bills/${bare}/invoice/lines`, [])).body.detail).toBe('This Bill has no invoice.');
  });

  it('all routes respond 404 when there is no single child', async () => {
    const { id } = await createBill();
    const path = `/bills/${id}/invoice/lines`;

    for (const response of [await request('GET', path), await request('POST', path, { text: 'pen' })])
      expect([response.status, response.body.detail]).toEqual([404, 'This Bill has no invoice.']);
  });

  it('a list contains only the children of this single child', async () => {
    const one = await createBill({ invoice: { number: unused(), lines: [{ text: 'pen' }] } });
    const other = await createBill({ invoice: { number: unused(), lines: [{ text: 'ink' }] } });

    expect((await request('GET', `/bills/${one.id}/invoice/lines`)).body).toHaveLength(1);
    expect((await request('GET', `/bills/${one.id}/invoice/lines/${other.invoice.lines[0].id}`)).status).toBe(404);
  });

  it('a child has its own single child with the same routes', async () => {
    const { id, items } = await createBill({ items: [{ sku: 'pen' }, { sku: 'ink' }], invoice: { number: unused() } });
    const [pen, ink] = items;

    expect((await request('PUT', `/bills/${id}/items/${pen.id}/label`, { text: 'fragile' })).status).toBe(201);
    expect((await request('GET', `/bills/${id}/items/${pen.id}/label`)).body.text).toBe('fragile');
    expect((await request('GET', `/bills/${id}/items/${ink.id}/label`)).status).toBe(404);
    expect((await request('PUT', `/bills/${id}/invoice/seal`, { colour: 'red' })).status).toBe(201);
    expect((await request('GET', `/bills/${id}/invoice/seal`)).body.colour).toBe('red');
    expect((await request('DELETE', `/bills/${id}/invoice/seal`)).status).toBe(204);
  });

  it('actions have routes, also further below', async () => {
    const { id, invoice } = await createBill({ invoice: { number: unused(), lines: [{ text: 'pen' }] } });

    const sent = await request('PUT', `/bills/${id}/invoice/send`, { note: 'by mail' });
    expect([sent.status, sent.body.note]).toEqual([200, 'by mail']);
    expect((await request('GET', `/bills/${id}/invoice`)).body.sent_at).not.toBeNull();
    const [line] = invoice.lines;
    expect((await request('PUT', `/bills/${id}/invoice/lines/${line.id}/shout`)).status).toBe(204);
    expect((await request('GET', `/bills/${id}/invoice/lines/${line.id}`)).body.text).toBe('PEN');
    expect((await request('PUT', `/bills/${id}/relabel`, { note: 'again' })).body.note).toBe('again');
    expect((await request('GET', `/bills/${id}/invoice`)).body.note).toBe('again');
    const { id: bare } = await createBill();
    expect((await request('PUT', `/bills/${bare}/invoice/send`, { note: 'x' })).body.detail).toBe(
      'This Bill has no invoice.',
    );
    expect((await request('PUT', `/bills/${bare}/relabel`, { note: 'x' })).body).toBeNull();
  });
});

describe('A single child in the payload of its parent', () => {
  it('is created with everything that it contains, and returned', async () => {
    const bill = await createBill({
      items: [{ sku: 'pen', label: { text: 'fragile' } }, { sku: 'ink' }],
      invoice: { number: unused(), lines: [{ text: 'pen' }], seal: { colour: 'red' } },
      guarantee: null,
    });

    expect(bill).toMatchObject({
      items: [{ label: { text: 'fragile' } }, { label: null }],
      invoice: { lines: [{ text: 'pen' }], seal: { colour: 'red' } },
      guarantee: null,
    });
    const { body } = await request('GET', `/bills/${bill.id}?expand=items,invoice.lines,invoice.seal,guarantee`);
    expect(body).toEqual(bill);
  });

  it('is created or updated by an update without an id', async () => {
    const { id } = await createBill();

    const created = await request('PUT', `/bills/${id}`, { invoice: { number: unused() } });
    expect(created.body.invoice).toMatchObject({ id: expect.any(Number), note: null });

    const updated = await request('PUT', `/bills/${id}`, { invoice: { note: 'paid', lines: [{ text: 'pen' }] } });
    expect(updated.body.invoice).toMatchObject({ id: created.body.invoice.id, note: 'paid', lines: [{ text: 'pen' }] });
    const [line] = updated.body.invoice.lines;
    const again = await request('PUT', `/bills/${id}`, { invoice: { lines: [{ id: line.id, text: 'ink' }] } });
    expect(again.body.invoice.lines).toMatchObject([{ id: line.id, text: 'ink' }]);
  });

  it('is unchanged when what was read is sent back', async () => {
    const { id } = await createBill({
      items: [{ sku: 'pen' }],
      invoice: { number: unused(), lines: [{ text: 'pen' }] },
    });
    const { body: read } = await request('GET', `/bills/${id}?expand=items,invoice.lines,guarantee,reminder`);
    const before = await versionOf(id);

    const { status, body } = await request('PUT', `/bills/${id}`, read);

    expect([status, body]).toEqual([200, read]);
    expect(await versionOf(id)).toBe(before);
  });

  it('is deleted by null together with its children, and replaced by the id null', async () => {
    const { id, invoice } = await createBill({
      invoice: { number: unused(), lines: [{ text: 'pen' }], seal: { colour: 'red' } },
    });

    const replaced = await request('PUT', `/bills/${id}`, { invoice: { id: null, number: invoice.number } });
    expect(replaced.status).toBe(200);
    expect(replaced.body.invoice.id).not.toBe(invoice.id);
    const before = await versionOf(id);
    const removed = await request('PUT', `/bills/${id}`, { invoice: null });
    expect([removed.status, removed.body.invoice]).toEqual([200, null]);
    expect(await versionOf(id)).toBe(before + 1);
    expect((await request('PUT', `/bills/${id}`, { invoice: null })).status).toBe(200);
    expect(await versionOf(id)).toBe(before + 1);
    expect(await InvoiceLine.count({ where: { invoiceId: invoice.id } })).toBe(0);
    expect(await Seal.count({ where: { invoiceId: invoice.id } })).toBe(0);
  });

  it('is rejected with its path', async () => {
    const { id } = await createBill();
    const { id: other } = await createBill({ invoice: { number: unused(), lines: [{ text: 'pen' }] } });

    const missing = await request('PUT', `/bills/${id}`, { invoice: { note: 'x', lines: [{}], seal: {} } });
    expect(missing.status).toBe(422);
    expect(errorFieldsOf(missing).sort()).toEqual(['invoice.lines[0].text', 'invoice.number', 'invoice.seal.colour']);
    const wrong = await request('PUT', `/bills/${other}`, { invoice: { id: 999999, lines: [{ id: 1e6 }] } });
    expect(errorFieldsOf(wrong)).toEqual(['invoice.id', 'invoice.lines[0].id']);
    expect(errorFieldsOf(await request('PUT', `/bills/${id}`, { invoice: [{ number: 'x' }] }))).toEqual(['invoice']);
    expect(errorFieldsOf(await request('POST', '/bills', { code: unused(), invoice: 'x' }))).toEqual(['invoice']);
    expect(errorFieldsOf(await request('POST', '/bills', { code: unused(), invoice: { bill_id: 7 } })).sort()).toEqual([
      'invoice.bill_id',
      'invoice.number',
    ]);
  });

  it('is updated or created for each of several parents', async () => {
    const one = await createBill({ items: [{ sku: 'pen' }] });
    const two = await createBill({ guarantee: { bank: 'A' } });

    const { status, body } = await request('PUT', `/bills/${one.id},${two.id}`, { guarantee: { bank: 'B' } });

    expect(status).toBe(200);
    expect(body).toMatchObject([{ guarantee: { bank: 'B' } }, { guarantee: { id: two.guarantee.id, bank: 'B' } }]);
  });

  it('counts as an element for bulk.maxItems', async () => {
    const lines = Array.from({ length: 1000 }, () => ({ text: 'x' }));

    const rejected = await request('POST', '/bills', { code: unused(), invoice: { number: unused(), lines } });

    expect(rejected.status).toBe(413);
  });

  it('writes nothing when any part is rejected', async () => {
    const taken = unused();
    await createBill({ invoice: { number: taken } });
    const { id } = await createBill();

    const rejected = await request('PUT', `/bills/${id}`, { code: unused(), invoice: { number: taken } });

    expect(rejected.status).toBe(409);
    expect(await Invoice.count({ where: { billId: id } })).toBe(0);
  });
});

describe('A read of the parents of a single child', () => {
  it('returns it when it is selected or embedded, with one statement for each level, or null', async () => {
    const one = await createBill({ items: [{ sku: 'pen', label: { text: 'x' } }], invoice: { number: unused() } });
    const two = await createBill({ items: [{ sku: 'ink' }] });
    const query = `code[in]=${one.code},${two.code}&include=code,items.label.text,invoice.number`;

    let response: ApiResponse | undefined;
    const statements = await statementsOf(Bill as never, async () => {
      response = await request('GET', `/bills?${query}`);
    });

    expect(response!.body).toEqual([
      { code: one.code, items: [{ label: { text: 'x' } }], invoice: { number: one.invoice.number } },
      { code: two.code, items: [{ label: null }], invoice: null },
    ]);
    expect(statements).toHaveLength(4);
    expect((await request('GET', `/bills/${two.id}`)).body).not.toHaveProperty('invoice');
    expect((await request('GET', `/bills/${two.id}/items`)).body[0].label).toBeNull();
    expect((await request('GET', `/bills/${two.id}?expand=invoice`)).body.invoice).toBeNull();
    expect((await request('GET', `/bills/${one.id}?expand=invoice`)).body.invoice.number).toBe(one.invoice.number);
  });

  it('finds parents by its fields', async () => {
    const { id, invoice } = await createBill({ invoice: { number: unused() } });

    for (const name of ['invoice.number', 'bills.invoice.number']) {
      const { body } = await request('GET', `/bills?${name}=${invoice.number}`);
      expect(body.map((bill: { id: number }) => bill.id)).toEqual([id]);
    }
    expect((await request('GET', '/bills?invoice.note=x')).body.detail).toMatch(/^The field "invoice.note" cannot be/);
    expect((await request('GET', '/bills?invoice=x')).body.detail).toMatch(/^A search names .* "invoice" is a single/);
  });

  it.each([
    ['application/xml', (number: string) => `<invoice><number>${number}</number></invoice>`, '<invoice nil="true"/>'],
    ['application/yaml', (number: string) => `  invoice:\n    number: ${number}`, '  invoice: null'],
    ['text/csv', (number: string) => `,"{""number"":""${number}""}"`, /\d,\n/],
  ])('writes it in %s', async (type, there, absent) => {
    const { id, invoice } = await createBill({ invoice: { number: unused() } });
    const { id: bare } = await createBill();

    const path = `/bills/${id},${bare}?include=id,invoice.number`;
    const { status, body } = await request('GET', path, undefined, { Accept: type });

    expect(status).toBe(200);
    expect(body).toContain(there(invoice.number));
    expect(body.replaceAll('\r', '')).toMatch(absent);
  });

  it('reads it from XML and CSV', async () => {
    const number = unused();
    const text = (type: string) => ({ 'Content-Type': type, Accept: 'application/json' });
    const xml = `<bill><code>${unused()}</code><invoice><number>${number}</number></invoice></bill>`;
    expect((await request('POST', '/bills', xml, text('application/xml'))).body.invoice.number).toBe(number);
    const csv = `code,invoice\n${unused()},"{""number"":""${unused()}""}"\n${unused()},\n`;
    const { status, body } = await request('POST', '/bills', csv, text('text/csv'));
    expect([status, body[0].invoice.note, body[1].invoice]).toEqual([201, null, null]);
  });
});

describe('DELETE of the parent of a single child', () => {
  it('deletes it, unlinks it with SET NULL, and is rejected for roots', async () => {
    const { id, invoice } = await createBill({
      items: [{ sku: 'pen', label: { text: 'x' } }],
      invoice: { number: unused(), seal: { colour: 'red' } },
      reminder: { text: 'pay' },
      guarantee: { bank: 'A' },
    });
    const reminder = await Reminder.first({ billId: id });

    const rejected = await request('DELETE', `/bills/${id}`);
    expect([rejected.status, rejected.body.detail]).toEqual([
      409,
      'This Bill still has guarantee: delete each Guarantee first.',
    ]);
    expect((await request('PUT', `/bills/${id}`, { guarantee: null })).status).toBe(200);
    expect(await Guarantee.count({ where: { billId: id } })).toBe(0);
    expect((await request('DELETE', `/bills/${id}`)).status).toBe(204);
    expect(await Invoice.findById(invoice.id)).toBeNull();
    expect((await Reminder.findById(reminder!.id))?.billId).toBeNull();
  });
});

describe('A single child that is also a root', () => {
  it('increments the version of its parent by its own route, and cannot become a second one', async () => {
    const one = await createBill({ guarantee: { bank: 'A' } });
    const before = await versionOf(one.id);

    expect((await request('PUT', `/guarantees/${one.guarantee.id}`, { bank: 'B' })).status).toBe(200);
    expect(await versionOf(one.id)).toBe(before + 1);

    const second = await request('POST', '/guarantees', { bank: 'C', bill_id: one.id });
    expect([second.status, second.body.detail]).toEqual([409, 'Another entity has the same bill_id.']);
  });
});
