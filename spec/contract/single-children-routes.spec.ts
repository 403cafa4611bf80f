import { Application, Generated, type Request, Resource, type Response } from '../../lib';
import { permissionMatrix } from '../../lib/rest';
import { Bill, billing, Invoice } from '../support/domain/billing';
import { type ApiResponse, useServed } from '../support/serve-shop';

@Resource(Bill)
class BillResource extends Generated(Bill) {
  async updateBillInvoice(request: Request, response: Response): Promise<unknown> {
    response.setHeader('X-Own', 'yes');
    return super.updateBillInvoice(request, response);
  }

  async copy(request: Request, response: Response): Promise<void> {
    const bill = await request.getContentAs(Bill).save();
    response.setStatus(201).setContent(bill);
  }

  async loaded({ pathParameters }: Request): Promise<Bill | null> {
    return Bill.findByPk(pathParameters.id, { include: [Invoice] });
  }
}

class BillsApplication extends Application {
  override defineRoutes(): void {
    const bills = this.resource(BillResource);
    bills.builder('copies').action('POST', 'copy');
    bills.builder('{id}/loaded').action('GET', 'loaded');
  }
}

const served = useServed(billing, { Class: BillsApplication, resources: [BillResource] });

const get = async (path: string): Promise<ApiResponse> => served.request('GET', path);

describe('The routes of a single child', () => {
  it('are listed with their method names, including those below it', async () => {
    const { body } = await get('/admin/routes/bills');

    const listed = body.map(({ method, path, name }: Record<string, string>) => `${method} ${path} ${name}`);
    expect(listed.filter((line: string) => /\/(invoice|label)/.test(line))).toEqual([
      'GET /bills/{bill_id}/invoice/lines listBillInvoiceLines',
      'POST /bills/{bill_id}/invoice/lines createBillInvoiceLine',
      'PUT /bills/{bill_id}/invoice/lines replaceBillInvoiceLines',
      'DELETE /bills/{bill_id}/invoice/lines/{id} deleteBillInvoiceLine',
      'GET /bills/{bill_id}/invoice/lines/{id} readBillInvoiceLine',
      'PATCH /bills/{bill_id}/invoice/lines/{id} updateBillInvoiceLine',
      'PUT /bills/{bill_id}/invoice/lines/{id} updateBillInvoiceLine',
      'PUT /bills/{bill_id}/invoice/lines/{id}/shout shoutBillInvoiceLine',
      'DELETE /bills/{bill_id}/items/{id}/label deleteBillItemLabel',
      'GET /bills/{bill_id}/items/{id}/label readBillItemLabel',
      'PATCH /bills/{bill_id}/items/{id}/label updateBillItemLabel',
      'PUT /bills/{bill_id}/items/{id}/label updateBillItemLabel',
      'DELETE /bills/{id}/invoice deleteBillInvoice',
      'GET /bills/{id}/invoice readBillInvoice',
      'PATCH /bills/{id}/invoice updateBillInvoice',
      'PUT /bills/{id}/invoice updateBillInvoice',
      'DELETE /bills/{id}/invoice/seal deleteBillInvoiceSeal',
      'GET /bills/{id}/invoice/seal readBillInvoiceSeal',
      'PATCH /bills/{id}/invoice/seal updateBillInvoiceSeal',
      'PUT /bills/{id}/invoice/seal updateBillInvoiceSeal',
      'PUT /bills/{id}/invoice/send sendBillInvoice',
    ]);
  });

  it('are overridden by those names', async () => {
    const { body } = await served.request('POST', '/bills', { code: 'A' });

    const created = await served.request('PUT', `/bills/${body.id}/invoice`, { number: 'A' });

    expect([created.status, created.headers.get('X-Own')]).toEqual([201, 'yes']);
    expect(created.headers.get('Location')).toBe(`/bills/${body.id}/invoice`);
  });

  it('are in the permission matrix, with the single child among readable and writable members', () => {
    const rows = permissionMatrix(served.application.routes, served.application.registry);

    const bill = rows.find(({ method, path }) => method === 'PUT' && path === '/bills/{id}')!;
    expect(bill.writable!.map(({ name }) => name)).toEqual(expect.arrayContaining(['invoice{}', 'items[]']));
    const invoice = rows.find(({ method, path }) => method === 'GET' && path === '/bills/{id}/invoice')!;
    expect(invoice.readable!.map(({ name }) => name)).toEqual(expect.arrayContaining(['number', 'lines[]', 'seal{}']));
  });

  it('are in the documents and on the map', async () => {
    const { body: openApi } = await get('/api/shop/openapi.json');
    const { put, get: read } = openApi.paths['/bills/{id}/invoice'];
    expect([put.operationId, put.summary, Object.keys(put.responses).slice(0, 3)]).toEqual([
      'updateBillInvoice',
      'Create or update the invoice of a bill',
      ['200', '201', '204'],
    ]);
    expect(read.summary).toBe('Read the invoice of a bill');
    expect(openApi.components.schemas.Bill.properties.invoice.anyOf).toEqual([
      { $ref: '#/components/schemas/Invoice' },
      { type: 'null' },
    ]);
    expect((await get('/api/shop/map.mmd')).body).toContain('Bill "1" *-- "0..1" Invoice : invoice / bill');
  });
});

describe('A single child in hand-written routes', () => {
  it('is read with its parent, and returned when it is loaded', async () => {
    const payload = { code: 'B', invoice: { number: 'B', lines: [{ text: 'pen' }], seal: { colour: 'red' } } };

    const { status, body } = await served.request('POST', '/bills/copies', payload);

    expect([status, body]).toMatchObject([201, payload]);
    const loaded = await get(`/bills/${body.id}/loaded`);
    expect(loaded.body.invoice).toMatchObject({ number: 'B' });
    expect(loaded.body.invoice).not.toHaveProperty('lines');
    const { body: bare } = await served.request('POST', '/bills/copies', { code: 'C', invoice: null });
    expect((await get(`/bills/${bare.id}/loaded`)).body.invoice).toBeNull();
  });
});
