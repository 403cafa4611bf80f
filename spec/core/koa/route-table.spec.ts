import type { HttpMethod, RouteDefinition } from '../../../lib/core';
import { pathBelow, pathOf, queryOf } from '../../../lib/core/koa/request-target';
import { RouteTable } from '../../../lib/core/koa/route-table';

function route(line: string): RouteDefinition {
  const [method, path] = line.split(' ') as [HttpMethod, string];
  return { method, path, name: line, handle: () => undefined };
}

function find(lines: readonly string[], method: string, path: string): string | readonly string[] | undefined {
  const found = new RouteTable(lines.map(route)).find(method, path);
  return found && (found.match?.route.name ?? found.methods);
}

describe('A path', () => {
  const ORDERS = ['GET /orders/{id}', 'PUT /orders/{order_id}', 'GET /orders/recent', 'POST /orders'];

  it('prefers a literal segment to a parameter, whatever was registered first', () => {
    expect(find(ORDERS, 'GET', '/orders/recent')).toBe('GET /orders/recent');
    expect(find(ORDERS, 'GET', '/orders/7')).toBe('GET /orders/{id}');
    expect(find(['GET /{tenant}/x', 'GET /a/{id}'], 'GET', '/a/x')).toBe('GET /a/{id}');
  });

  it('falls back to the parameter for a method that the literal has not', () => {
    expect(find(ORDERS, 'PUT', '/orders/recent')).toBe('PUT /orders/{order_id}');
    expect(find(['GET /{tenant}/x', 'PUT /a/x'], 'GET', '/a/x')).toBe('GET /{tenant}/x');
  });

  it('matches letter case, and one slash at the end or none', () => {
    expect(find(ORDERS, 'POST', '/orders/')).toBe('POST /orders');
    expect(find(ORDERS, 'POST', '/Orders')).toBeUndefined();
    expect(find(ORDERS, 'POST', '/orders//')).toBeUndefined();
    expect(find(ORDERS, 'POST', '//orders')).toBeUndefined();
    expect(find(['GET /'], 'GET', '/')).toBe('GET /');
  });

  it('picks the route that has the media type of the body, else the one that has none', () => {
    const batch = { ...route('PATCH /orders/{key}'), mediaType: 'a/b' };
    const nameOf = (routes: readonly RouteDefinition[], contentType?: string) =>
      new RouteTable(routes).find('PATCH', '/orders/7', contentType)?.match;
    const both = [batch, route('PATCH /orders/{id}')];

    expect(nameOf(both, 'A/B ; charset=utf-8')).toMatchObject({ route: batch, parameters: { key: '7' } });
    for (const other of [undefined, '', 'a/bc', 'application/json']) {
      expect(nameOf(both, other)).toMatchObject({ route: { name: 'PATCH /orders/{id}' }, parameters: { id: '7' } });
    }
    expect(nameOf([batch], 'application/json')).toMatchObject({ route: batch });
  });

  it('gives the methods when none fits, and HEAD to GET', () => {
    expect(find(ORDERS, 'DELETE', '/orders/7')).toEqual(['GET', 'PUT']);
    expect(find(ORDERS, 'HEAD', '/orders/7')).toBe('GET /orders/{id}');
  });

  it('keeps parameters as they were sent, by the names of the very route', () => {
    const table = new RouteTable(ORDERS.map(route));

    expect({ ...table.find('PUT', '/orders/a%2Cb,c')?.match?.parameters }).toEqual({ order_id: 'a%2Cb,c' });
    expect({ ...table.find('GET', '/orders/a%2Cb,c')?.match?.parameters }).toEqual({ id: 'a%2Cb,c' });
  });

  it('takes characters that mean something to the router literally', () => {
    expect(find(['GET /a(b)+*:c'], 'GET', '/a(b)+*:c')).toBe('GET /a(b)+*:c');
    expect(find(['GET /a(b)+*:c'], 'GET', '/abbc')).toBeUndefined();
  });
});

describe('A request target', () => {
  it('is taken apart as it was sent', () => {
    expect([pathOf('/a%20b?c=/d?e'), queryOf('/a%20b?c=/d?e')]).toEqual(['/a%20b', 'c=/d?e']);
    expect(pathOf('http://host:80/a?b')).toBe('/a');
    expect(pathOf('HTTP://host')).toBe('/');
  });

  it('is below a prefix by whole segments', () => {
    expect(pathBelow('/api', '/api')).toBe('/');
    expect(pathBelow('/api/x', '/api')).toBe('/x');
    expect(pathBelow('/apiary', '/api')).toBeUndefined();
  });
});
