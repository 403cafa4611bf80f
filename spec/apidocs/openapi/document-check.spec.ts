import { RouteTable } from '../../../lib/core/koa/route-table';
import type { Application } from '../../../lib/rest';
import { DocumentCheck } from '../../support/document-check';
import { shop } from '../../support/domain/shop';
import { inspectedSource } from '../../support/inspected';

const PRODUCT = { id: 1, name: 'Pen', created_at: '2026-01-31T08:30:00.000Z', updated_at: '2026-01-31T08:30:00.000Z' };
const PROBLEM = { type: 'about:blank', title: 'Not Found', status: 404 };

let check: DocumentCheck;

beforeAll(async () => {
  const source = await inspectedSource(shop);
  const served = { table: new RouteTable(source.routes as ConstructorParameters<typeof RouteTable>[0]) };
  check = new DocumentCheck({ ...source, served, project: source } as unknown as Application);
});

/** The contract specs check every response with it. */
describe('A response', () => {
  it.each([
    ['an entity', 'GET', '/products/1', response(200, PRODUCT)],
    ['a part of one', 'GET', '/products/1?include=id', response(200, { id: 1 })],
    ['several', 'GET', '/products/1,2', response(200, [PRODUCT, PRODUCT], { 'Missing-Ids': '3' })],
    [
      'a page',
      'GET',
      '/products?page=1',
      response(200, { page: 1, per_page: 20, total: 1, count: 1, data: [PRODUCT] }),
    ],
    ['a creation', 'POST', '/products', response(201, PRODUCT, { Location: '/products/1' })],
    ['a problem', 'GET', '/products/9', response(404, PROBLEM, { 'Content-Type': 'application/problem+json' })],
    ['nothing', 'DELETE', '/products/1', { status: 204, headers: new Headers(), body: '' }],
  ])('matches the document: %s', (_, method, path, example) => {
    expect(() => check.verify(method, path, example)).not.toThrow();
  });

  it.each([
    ['a member more', 'GET', '/products/1', response(200, { ...PRODUCT, secret: 1 }), '"additionalProperty":"secret"'],
    ['a member less', 'POST', '/products', response(201, { id: 1 }), "must have required property 'name'"],
    ['a wrong type', 'GET', '/products/1', response(200, { ...PRODUCT, name: 5 }), '/name must be string'],
    ['a wrong format', 'GET', '/products/1', response(200, { created_at: 'today' }), '/created_at must match format'],
    ['another status', 'GET', '/products/1', response(202, PRODUCT), 'the status is none of 200, 304, 400'],
    [
      'another header',
      'GET',
      '/products/1',
      response(200, PRODUCT, { Location: '/' }),
      'the header Location is not in it',
    ],
    [
      'another content',
      'GET',
      '/products/1',
      response(200, 'x', { 'Content-Type': 'image/png' }),
      'image/png is none of',
    ],
    ['no problem', 'GET', '/products/9', response(404, {}, { 'Content-Type': 'application/problem+json' }), "'title'"],
  ])('does not match the document with %s', (_, method, path, example, message) => {
    const verify = () => check.verify(method, path, example);

    expect(verify).toThrow(message);
  });
});

function response(status: number, body: unknown, headers: Record<string, string> = {}) {
  return { status, body, headers: new Headers({ 'Content-Type': 'application/json', ...headers }) };
}
