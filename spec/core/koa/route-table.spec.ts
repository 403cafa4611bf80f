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

  it('prefers a literal segment to a parameter, in any order of registration', () => {
    expect(find(ORDERS, 'GET', '/orders/recent')).toBe('GET /orders/recent');
    expect(find(ORDERS, 'GET', '/orders/7')).toBe('GET /orders/{id}');
    expect(find(['GET /{tenant}/x', 'GET /a/{id}'], 'GET', '/a/x')).toBe('GET /a/{id}');
  });

  it('falls back to the parameter if the literal does not have the method', () => {
    expect(find(ORDERS, 'PUT', '/orders/recent')).toBe('PUT /orders/{order_id}');
    expect(find(['GET /{tenant}/x', 'PUT /a/x'], 'GET', '/a/x')).toBe('GET /{tenant}/x');
  });

  it('is case-sensitive, and may have one trailing slash', () => {
    expect(find(ORDERS, 'POST', '/orders/')).toBe('POST /orders');
    expect(find(ORDERS, 'POST', '/Orders')).toBeUndefined();
    expect(find(ORDERS, 'POST', '/orders//')).toBeUndefined();
    expect(find(ORDERS, 'POST', '//orders')).toBeUndefined();
    expect(find(['GET /'], 'GET', '/')).toBe('GET /');
  });

  it('selects the route with the media type of the body, else the one without', () => {
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

  it('returns the methods if none matches, and matches HEAD with GET', () => {
    expect(find(ORDERS, 'DELETE', '/orders/7')).toEqual(['GET', 'PUT']);
    expect(find(ORDERS, 'HEAD', '/orders/7')).toBe('GET /orders/{id}');
  });

  it('returns parameters as sent, by the names of the matched route', () => {
    const table = new RouteTable(ORDERS.map(route));

    expect({ ...table.find('PUT', '/orders/a%2Cb,c')?.match?.parameters }).toEqual({ order_id: 'a%2Cb,c' });
    expect({ ...table.find('GET', '/orders/a%2Cb,c')?.match?.parameters }).toEqual({ id: 'a%2Cb,c' });
  });

  it('matches special characters of the router literally', () => {
    expect(find(['GET /a(b)+*:c'], 'GET', '/a(b)+*:c')).toBe('GET /a(b)+*:c');
    expect(find(['GET /a(b)+*:c'], 'GET', '/abbc')).toBeUndefined();
  });
});

describe('A request target', () => {
  it('is split without decoding', () => {
    expect([pathOf('/a%20b?c=/d?e'), queryOf('/a%20b?c=/d?e')]).toEqual(['/a%20b', 'c=/d?e']);
    expect(pathOf('http://host:80/a?b')).toBe('/a');
    expect(pathOf('HTTP://host')).toBe('/');
  });

  it('is compared with a prefix by whole segments', () => {
    expect(pathBelow('/api', '/api')).toBe('/');
    expect(pathBelow('/api/x', '/api')).toBe('/x');
    expect(pathBelow('/apiary', '/api')).toBeUndefined();
  });
});
