import type { OptionKinds } from '../../foundation';
import type { DomainClass } from '../../metadata';

/** A class whose methods handle requests; its constructor takes no arguments. */
export type ResourceClass = new () => object;

/** The options of a class that overrides generated routes. */
export interface ResourceUse {
  /**
   * Whether each method for POST, PUT, PATCH or DELETE runs in one unit of work with what it calls; true when absent.
   * False for methods with effects outside of the database.
   */
  readonly unitOfWork?: boolean;
}

export interface ResourceOptions extends ResourceUse {
  /** The aggregate root whose generated routes the class overrides. */
  readonly value: DomainClass;
}

export const RESOURCE_OPTIONS = { value: 'any', unitOfWork: 'flag' } satisfies OptionKinds<ResourceOptions>;

const optionsOf = new WeakMap<object, ResourceOptions>();

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
export function Resource(root: DomainClass | ResourceOptions, use: ResourceUse = {}): (type: ResourceClass) => void {
  return (type) => void optionsOf.set(type, typeof root === 'function' ? { ...use, value: root } : { ...use, ...root });
}

/** The root in the class's own `@Resource`, which is not inherited. */
export function markedRoot(type: unknown): DomainClass | undefined {
  return resourceOptions(type)?.value;
}

/** The options in the class's own `@Resource`, unchecked. */
export function resourceOptions(type: unknown): ResourceOptions | undefined {
  return typeof type === 'function' ? optionsOf.get(type) : undefined;
}
