import { DeferredContent, type RouteDefinition, type RouteHandler } from '../../core';
import type { DomainClass } from '../../metadata';
import { nearestName } from '../../naming';
import type { BaseDomain } from '../../persistence';
import { permissionsOf, rightsOf } from '../../security';
import type { Verb } from '../operation/route-names';
import { GeneratedNames } from './generated-names';

type OwnNames<T> = Exclude<keyof T, keyof BaseDomain> & string;

/** The methods that a domain class declares itself, which may be actions. */
type OwnMethods<T> = { [K in OwnNames<T>]: T[K] extends (...args: never[]) => unknown ? K : never }[OwnNames<T>];

/** The generated methods by the form of their names: `createOrder`, `listOrderOrderItems`; `cancelOrder` for an action. */
export type GeneratedMethods<T> = { [K in `${Verb | OwnMethods<T>}${Capitalize<string>}`]: RouteHandler };

type AnyClass = abstract new (...args: never[]) => object;

const rootOfBase = new WeakMap<object, DomainClass>();
const handlersOf = new WeakMap<object, ReadonlyMap<string, RouteHandler>>();
const namesOf = new WeakMap<object, GeneratedNames>();
const delegates = new WeakSet<object>();

/**
 * Makes a base class with the generated methods of a root, for overrides that call `super`.
 *
 * The methods exist once an application has started. They set status, headers and content of the response, and require
 * the permissions of the generated route, whatever route calls them.
 *
 * @example
 * ```ts
 * @Resource(Order)
 * class OrderResource extends Generated(Order) {
 *   async createOrder(request: Request, response: Response) {
 *     await super.createOrder(request, response); // sets 201, Location and the order
 *     response.setHeader('X-Queue', 'new');
 *   }
 * }
 * ```
 * @see Specification, "Custom routes and resource overriding"
 */
export function Generated<T extends object>(root: DomainClass<T>): new () => GeneratedMethods<T> {
  const base = class {};
  Object.setPrototypeOf(base.prototype, MISSPELT_METHODS);
  rootOfBase.set(base, root);
  return base as new () => GeneratedMethods<T>;
}

/** The handler of a route with the check of its permissions: a hand-written route that calls it may have others. */
function withPermissions(route: RouteDefinition): RouteHandler {
  const required = permissionsOf(route);
  return async (request, response) => {
    if (required.length > 0) rightsOf(request).require(required, `The generated method "${route.name}"`);
    return DeferredContent.valueOf(await route.handle(request, response));
  };
}

/** The root whose generated methods a class inherits, if any. */
export function generatedRoot(type: unknown): DomainClass | undefined {
  const base = baseOf(type);
  return base && rootOfBase.get(base);
}

/** Gives an instance the generated methods of its application, which it calls by `super`. */
export function provideGenerated(instance: object, routes: readonly RouteDefinition[]): void {
  handlersOf.set(instance, new Map(routes.map((route) => [route.name, withPermissions(route)])));
  namesOf.set(instance, new GeneratedNames(routes));
  const base = baseOf(instance.constructor);
  if (!base) return;
  for (const { name } of routes) {
    if (!Object.hasOwn(base.prototype, name)) Object.defineProperty(base.prototype, name, { value: delegate(name) });
  }
}

/** The method of an instance, unless it is an inherited generated one. */
export function ownMethod(instance: object, name: string): RouteHandler | undefined {
  const method = (instance as Record<string, unknown>)[name];
  return typeof method === 'function' && !delegates.has(method) ? (method as RouteHandler) : undefined;
}

/** A method that calls the handler of its instance: applications that share a class have different handlers. */
function delegate(name: string): RouteHandler {
  function call(this: object, ...[request, response]: Parameters<RouteHandler>): unknown {
    const handler = handlersOf.get(this)?.get(name);
    if (!handler) throw unknownMethod(this, name);
    return handler(request, response);
  }
  delegates.add(call);
  return call;
}

/**
 * The prototype behind the generated methods: returns a method that throws for a name that looks like a misspelt one.
 * The type checks only the beginnings of names.
 */
const MISSPELT_METHODS = new Proxy(
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
  const names = namesOf.get(instance) ?? VERBS_ONLY;
  return names.hasGeneratedPrefix(name) || nearestName(name, names.all) !== undefined;
}

/** For an instance that no application has created. */
const VERBS_ONLY = new GeneratedNames();

function unknownMethod(instance: object, name: string): Error {
  const nearest = nearestName(name, namesOf.get(instance)?.all ?? []);
  const remedy = nearest
    ? `did you mean "${nearest}"?`
    : 'is the operation excluded, or was the instance created outside the application?';
  return new Error(
    `${instance.constructor.name} calls the generated method "${name}", which its application does not have: ${remedy}`,
  );
}

function baseOf(type: unknown): AnyClass | undefined {
  let candidate = type;
  while (typeof candidate === 'function' && !rootOfBase.has(candidate)) candidate = Object.getPrototypeOf(candidate);
  return typeof candidate === 'function' ? (candidate as AnyClass) : undefined;
}
