import { defaultRegistry } from '../registry';
import type { ActionOptions, DomainClass } from '../types';

/**
 * Marks a method of an aggregate root as a PUT route.
 *
 * The method stands on the root even when it acts on a child: the path's child binds to the parameter of its class or
 * name, the payload's keys to the parameters that remain, by their names.
 *
 * @example `@Action({ value: 'cancel' })` — PUT `/orders/{id}/cancel`
 * @example `@Action({ value: 'cancel', returns: Order })` — what the API documents tell of the response
 * @example `@Action({ value: 'cancel', path: 'orderItems' })` — PUT `/orders/{order_id}/order_items/{id}/cancel`
 * @see Specification, "Action routes"
 */
export function Action(options: ActionOptions): MethodDecorator {
  return (target, method) => {
    // Of a static method the target is the class itself, whose instances have no such method: the start says so.
    const type = (typeof target === 'function' ? target : target.constructor) as DomainClass;
    const parameterTypes = designed(target, method, 'paramtypes') as readonly unknown[] | undefined;
    const returnType = designed(target, method, 'returntype');
    defaultRegistry.declareAction(type, { ...options, method: String(method), parameterTypes, returnType });
  };
}

/** Undefined where the compiler emits no decorator metadata. */
function designed(target: object, method: string | symbol, what: 'paramtypes' | 'returntype'): unknown {
  const { getMetadata } = Reflect as { readonly getMetadata?: (key: string, target: object, name: unknown) => unknown };
  return getMetadata?.(`design:${what}`, target, method);
}
