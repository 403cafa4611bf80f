import type { DomainClass } from '../../metadata';

/** A class whose methods handle requests, made without arguments. */
export type ResourceClass = new () => object;

export interface ResourceOptions {
  /** The aggregate root whose generated routes the class overrides. */
  readonly value: DomainClass;
}

const rootOf = new WeakMap<object, DomainClass>();

/**
 * Marks a class whose methods replace generated routes of an aggregate root: each method that is named like one, as
 * `GET /admin/routes/<resource>` lists them. All other generated routes stay.
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

/** The root that the class itself is marked for; the mark is not inherited. */
export function markedRoot(type: unknown): DomainClass | undefined {
  return typeof type === 'function' ? rootOf.get(type) : undefined;
}
