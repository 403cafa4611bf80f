import type { HttpMethod } from '../http/route-description';

/** The value of `Allow`: the methods of routes, and those that come by themselves. */
export function allowOf(methods: readonly HttpMethod[]): string {
  const all = methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS'];
  return all.sort().join(', ');
}
