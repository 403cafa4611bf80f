import type { ContentAdapter, Request } from '../../../lib/core';
import { partsOfStep, requestOfStep, type StepContent } from '../../../lib/rest/batch/step-request';

class Change {
  newName = '';
}

const HEADERS = {
  accept: 'application/json',
  'x-tenant': ['a', 'b'],
  'if-match': '"3"',
  'if-none-match': '*',
  prefer: 'handling=strict',
  'idempotency-key': 'k',
  'content-type': 'application/vnd.koaggregate.batch+json',
  'content-length': '99',
  'content-encoding': 'gzip',
  'transfer-encoding': 'chunked',
};

const batch = {
  method: 'PATCH',
  path: '/orders/7',
  originalPath: '/api/orders/7',
  headers: HEADERS,
  pathParameters: { id: '7' },
  rawPathParameters: { id: '7' },
  origin: 'https://shop.example',
  id: 'request-1',
  attributes: new Map(),
  getCookie: (name: string) => (name === 'session' ? 's1' : undefined),
} as unknown as Request;

const NO_ADAPTER = { canRead: () => false } as unknown as ContentAdapter;

function stepRequest(changed: Partial<StepContent> = {}, adapter = NO_ADAPTER, request = batch): Request {
  const route = { method: 'PUT', path: '/orders/{order_id}/order_items/{id}' };
  const target = { route, parameters: ['order_id', 'id'] } as unknown as StepContent['target'];
  const content = { target, rawKeys: ['7', 'a%2Fb'], value: { new_name: 'x' }, isMinimal: false, ...changed };
  return requestOfStep(request, content, partsOfStep(request, content), adapter);
}

describe('The request of a step of a batch', () => {
  it('has the method and the path of its route, with the keys as sent', () => {
    expect(stepRequest()).toMatchObject({
      method: 'PUT',
      path: '/orders/7/order_items/a%2Fb',
      originalPath: '/api/orders/7/order_items/a%2Fb',
      rawPathParameters: { order_id: '7', id: 'a%2Fb' },
      pathParameters: { order_id: '7', id: 'a/b' },
    });
  });

  it('has the path of the client alone if the application is not mounted, or a proxy has replaced it', () => {
    for (const originalPath of ['/orders/7', '/elsewhere']) {
      expect(stepRequest({}, NO_ADAPTER, { ...batch, originalPath }).originalPath).toBe('/orders/7/order_items/a%2Fb');
    }
  });

  it('has no inherited parameters', () => {
    const { pathParameters, query, getParameter } = stepRequest();

    expect([pathParameters.constructor, query.toString]).toEqual([undefined, undefined]);
    expect(getParameter.call(stepRequest(), 'toString')).toBeUndefined();
  });

  it('has the headers of the batch, except those of its body, its conditions and its preferences', () => {
    expect(stepRequest().headers).toEqual({
      accept: 'application/json',
      'x-tenant': ['a', 'b'],
      'content-type': 'application/json',
    });
    expect(stepRequest({ value: undefined, isMinimal: true }).headers).toEqual({
      accept: 'application/json',
      'x-tenant': ['a', 'b'],
      prefer: 'return=minimal',
    });
    expect(batch.headers).toHaveProperty('if-match', '"3"');
  });

  it.each([
    ['X-Tenant', 'a, b'],
    ['ACCEPT', 'application/json'],
    ['order_id', '7'],
    ['If-Match', undefined],
  ])('looks up parameters by name and headers in any case: %s', (name, value) => {
    expect(stepRequest().getHeader(name)).toBe(value);
  });

  it('shares the client, the id and the attributes of the batch', () => {
    const step = stepRequest();
    step.attributes.set('tenant', 5);

    expect(step).toMatchObject({ origin: 'https://shop.example', id: 'request-1', attributes: batch.attributes });
    expect(batch.attributes.get('tenant')).toBe(5);
    expect([step.getCookie('session'), step.getCookie('other')]).toEqual(['s1', undefined]);
  });

  it('reads its value as an instance of a plain class', () => {
    expect(stepRequest().getContentAs(Change)).toEqual(Object.assign(new Change(), { newName: 'x' }));
    expect(() => stepRequest({ value: [1] }).getContentAs(Change)).toThrow('The body must be an object.');
  });

  it('reads its value by an adapter that knows the class', () => {
    const read = jest.fn(() => 'adapted');
    const step = stepRequest({}, { canRead: (type: unknown) => type === Change, read } as unknown as ContentAdapter);

    expect(step.getContentAs(Change)).toBe('adapted');
    expect(read).toHaveBeenCalledWith(Change, { new_name: 'x' }, step);
  });

  it.each([
    [undefined, false],
    [null, true],
    [0, true],
    ['', true],
    [[], true],
  ])('has content unless its value is missing: %j', (value, hasContent) => {
    expect(stepRequest({ value }).hasContent).toBe(hasContent);
    expect(stepRequest({ value }).getContent()).toBe(value);
  });

  it('rejects a missing value that the route requires', () => {
    expect(() => stepRequest({ value: undefined }).getContentAs(Change)).toThrow('The step requires a "value".');
  });
});
