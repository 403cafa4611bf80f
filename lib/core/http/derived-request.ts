import type { Request } from './request';

/**
 * A request that differs from another in some members. All other members are those of the original, also where they
 * change later.
 *
 * @param original a request, or the parts of one
 */
export function derivedRequest<T extends Partial<Request>>(original: T, changed: Partial<T>): T {
  return new Proxy(original, {
    get(target, name) {
      if (Object.hasOwn(changed, name)) return Reflect.get(changed, name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
