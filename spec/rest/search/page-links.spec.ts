import type { Request } from '../../../lib/core';
import { pageLinks } from '../../../lib/rest/search/page-links';

function linksAt(originalPath: string, query: Record<string, readonly string[]> = {}): string | undefined {
  return pageLinks({ originalPath, query } as unknown as Request, { number: 1, size: 2 }, { total: 3, hasNext: true });
}

describe('The Link header of a page', () => {
  it('has the full path of the request, wherever the application is mounted', () => {
    expect(linksAt('/api/shop/orders/')).toBe(
      '</api/shop/orders/?page=1&per_page=2>; rel="first", </api/shop/orders/?page=2&per_page=2>; rel="next", </api/shop/orders/?page=2&per_page=2>; rel="last"',
    );
  });

  it('has each value of a repeated parameter, encoded', () => {
    expect(linksAt('/orders', { 'code[like]': ['a>; rel="x', 'é'], page: ['1'] })).toContain(
      '</orders?code%5Blike%5D=a%3E%3B%20rel%3D%22x&code%5Blike%5D=%C3%A9&page=1&per_page=2>',
    );
  });

  it('is shorter than 4 KB, and left out for a longer query', () => {
    const linksOfQuery = (length: number) => linksAt('/orders', { code: ['x'.repeat(length)] });
    const longest = Array.from({ length: 2000 }, (_, length) => linksOfQuery(length)).findLast(
      (links) => links !== undefined,
    );

    expect(longest!.length).toBeLessThan(4096);
    expect(longest!.length).toBeGreaterThan(4090);
    expect(linksOfQuery(longest!.length)).toBeUndefined();
  });

  it('encodes characters of the path that would end the URL', () => {
    expect(linksAt('/orders/a>b/order_items')).toContain('</orders/a%3Eb/order_items?page=1');
  });
});
