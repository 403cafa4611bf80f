import type { DomainClass } from '../../metadata';

/** A class whose methods handle requests; its constructor takes no arguments. */
export type ResourceClass = new () => object;

export interface ResourceOptions {
  /** The aggregate root whose generated routes the class overrides. */
  readonly value: DomainClass;
}

const rootOf = new WeakMap<object, DomainClass>();

/**
 * Marks a class whose methods override generated routes of an aggregate root: each method with the name of a generated
 * one, as listed by `GET /admin/routes/<resource>`. All other generated routes stay.
 *
 * @example
 * ```ts
 * @Resource(Order)
 * class OrderResource {
 *   createOrder(request: Request, response: Response) { … }
 * }
 * ```
 * @see Specification, "Custom routes and resource overriding"
 */
export function Resource(root: DomainClass | ResourceOptions): (type: ResourceClass) => void {
  return (type) => void rootOf.set(type, typeof root === 'function' ? root : root.value);
}

/** The root in the class's own `@Resource`, which is not inherited. */
export function markedRoot(type: unknown): DomainClass | undefined {
  return typeof type === 'function' ? rootOf.get(type) : undefined;
}
