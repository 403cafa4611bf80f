import { DeferredContent, type RouteDefinition, type RouteHandler } from '../../core';
import type { DomainClass } from '../../metadata';
import { nearestName } from '../../naming';
import type { BaseDomain } from '../../persistence';
import { permissionsOf, rightsOf } from '../../security';
import type { Verb } from '../operation/route-names';
import { GeneratedNames } from './generated-names';

type OwnNames<T> = Exclude<keyof T, keyof BaseDomain> & string;

/** The methods that a domain class declares itself: those that may be actions. */
type OwnMethods<T> = { [K in OwnNames<T>]: T[K] extends (...args: never[]) => unknown ? K : never }[OwnNames<T>];

/** Generated methods by the form of their names: `createOrder`, `listOrderOrderItems`; `cancelOrder` for an action. */
export type GeneratedMethods<T> = { [K in `${Verb | OwnMethods<T>}${Capitalize<string>}`]: RouteHandler };

type AnyClass = abstract new (...args: never[]) => object;

const rootOfBase = new WeakMap<object, DomainClass>();
const handlersOf = new WeakMap<object, ReadonlyMap<string, RouteHandler>>();
const namesOf = new WeakMap<object, GeneratedNames>();
const generated = new WeakSet<object>();

/**
 * A base class whose methods are the generated ones, for an override that adds to what it replaces.
 *
 * The methods are there once an application has started. The status, headers and content that they set stay.
 * Whatever route calls them, they need the permissions of the generated one.
 *
 * @example
 * ```ts
 * @Resource(Order)
 * class OrderResource extends Generated(Order) {
 *   async createOrder(request: Request, response: Response) {
 *     await super.createOrder(request, response); // 201 and Location, as ever
 *     response.setHeader('X-Queue', 'new');
 *   }
 * }
 * ```
 * @see Specification, "Custom routes and resource overriding"
 */
export function Generated<T extends object>(root: DomainClass<T>): new () => GeneratedMethods<T> {
  const base = class {};
  Object.setPrototypeOf(base.prototype, MISSPELT);
  rootOfBase.set(base, root);
  return base as new () => GeneratedMethods<T>;
}

/** A manual route that calls a generated method needs the permissions of that method's own route. */
function permitted(route: RouteDefinition): RouteHandler {
  const needed = permissionsOf(route);
  return async (request, response) => {
    if (needed.length > 0) rightsOf(request).demand(needed, `The generated method "${route.name}"`);
    return DeferredContent.valueOf(await route.handle(request, response));
  };
}

/** The root whose generated methods a class inherits, if any. */
export function generatedRoot(type: unknown): DomainClass | undefined {
  const base = baseOf(type);
  return base && rootOfBase.get(base);
}

/** Hands an instance the generated methods of its application: those that `super` leads to. */
export function provideGenerated(instance: object, routes: readonly RouteDefinition[]): void {
  handlersOf.set(instance, new Map(routes.map((route) => [route.name, permitted(route)])));
  namesOf.set(instance, new GeneratedNames(routes));
  const base = baseOf(instance.constructor);
  if (!base) return;
  for (const { name } of routes) {
    if (!Object.hasOwn(base.prototype, name)) Object.defineProperty(base.prototype, name, { value: delegate(name) });
  }
}

/** The instance's own method of that name; a generated one that it inherits does not count. */
export function ownMethod(instance: object, name: string): RouteHandler | undefined {
  const method = (instance as Record<string, unknown>)[name];
  return typeof method === 'function' && !generated.has(method) ? (method as RouteHandler) : undefined;
}

/** Two applications may share a class, each with an instance and generated methods of its own. */
function delegate(name: string): RouteHandler {
  function call(this: object, ...[request, response]: Parameters<RouteHandler>): unknown {
    const handler = handlersOf.get(this)?.get(name);
    if (!handler) throw unknownMethod(this, name);
    return handler(request, response);
  }
  generated.add(call);
  return call;
}

/**
 * The lookup behind the generated methods of an instance. Their type knows how their names begin, not
 * how they end: a name that is misspelt is told when it is called.
 */
const MISSPELT = new Proxy(
  {},
  {
    get(target, name, instance: object) {
      if (typeof name !== 'string' || name in target || !looksGenerated(instance, name)) {
        return Reflect.get(target, name, instance);
      }
      return () => {
        throw unknownMethod(instance, name);
      };
    },
  },
);

function looksGenerated(instance: object, name: string): boolean {
  const names = namesOf.get(instance) ?? VERBS_ALONE;
  return names.beginsLikeOne(name) || nearestName(name, names.all) !== undefined;
}

/** Of an instance that was made by hand nothing more is known. */
const VERBS_ALONE = new GeneratedNames();

function unknownMethod(instance: object, name: string): Error {
  const nearest = nearestName(name, namesOf.get(instance)?.all ?? []);
  const remedy = nearest
    ? `correct the name, the nearest is "${nearest}".`
    : 'is the operation excluded, or was the instance made by hand?';
  return new Error(
    `${instance.constructor.name} calls the generated method "${name}", which its application does not have: ${remedy}`,
  );
}

function baseOf(type: unknown): AnyClass | undefined {
  let candidate = type;
  while (typeof candidate === 'function' && !rootOfBase.has(candidate)) candidate = Object.getPrototypeOf(candidate);
  return typeof candidate === 'function' ? (candidate as AnyClass) : undefined;
}
