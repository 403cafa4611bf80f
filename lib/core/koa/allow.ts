import type { HttpMethod } from '../http/route-description';

/** The value of `Allow` for routes with these methods, with OPTIONS and, for GET, HEAD. */
export function allowOf(methods: readonly HttpMethod[]): string {
  const all = methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS'];
  return all.sort().join(', ');
}
