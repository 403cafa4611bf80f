import { checkOptions } from '../../foundation';
import { defaultRegistry } from '../registry';
import { ACTION_OPTIONS, type ActionOptions } from '../types/actions';
import type { DomainClass } from '../types/domain-class';

/**
 * Exposes a method of an aggregate root as a PUT route.
 *
 * The method belongs to the root even when it acts on a child: the child in the path is passed to the parameter of its
 * class or name, the values of the payload to the other parameters by their names.
 *
 * @example `@Action({ value: 'cancel' })` — PUT `/orders/{id}/cancel`
 * @example `@Action({ value: 'cancel', returns: Order })` — the type of the response in the API documents
 * @example `@Action({ value: 'cancel', path: 'orderItems' })` — PUT `/orders/{order_id}/order_items/{id}/cancel`
 * @see Specification, "Action routes"
 */
export function Action(options: ActionOptions): MethodDecorator {
  return (target, method) => {
    // The target of a static method is the class itself; the start rejects it with ACTION_METHOD_MISSING.
    const type = (typeof target === 'function' ? target : target.constructor) as DomainClass;
    checkOptions(options, ACTION_OPTIONS, `@Action on ${type.name}.${String(method)}`);
    const parameterTypes = decoratorMetadata(target, method, 'paramtypes') as readonly unknown[] | undefined;
    const returnType = decoratorMetadata(target, method, 'returntype');
    defaultRegistry.declareAction(type, { ...options, method: String(method), parameterTypes, returnType });
  };
}

/** Undefined if the compiler emits no decorator metadata. */
function decoratorMetadata(target: object, method: string | symbol, part: 'paramtypes' | 'returntype'): unknown {
  const { getMetadata } = Reflect as { readonly getMetadata?: (key: string, target: object, name: unknown) => unknown };
  return getMetadata?.(`design:${part}`, target, method);
}
