import { hasMethod, nameOfPart } from '../../foundation';
import { nearestName } from '../../naming';
import type { ResourceConfiguration, RouteConfiguration } from '../http/route-configuration';
import type { RouteDefinition, RouteHandler } from '../http/route-definition';
import type { HttpMethod } from '../http/route-description';
import { StartError } from './errors';

/** A class, instantiated once for the application without arguments, or an instance. */
export type ResourceClassOrInstance<T extends object> = (new () => T) | T;

/** The names of a class's methods that can handle a request. */
export type ResourceMethod<T> = { [K in keyof T & string]: T[K] extends RouteHandler ? K : never }[keyof T & string];

/** Returns the handler to use in place of that of a resource's method. */
export type HandlerWrapper = (handle: RouteHandler, method: HttpMethod) => RouteHandler;

/** A resource of an application and its routes. */
export class ResourceBuilder<T extends object = object> {
  readonly #builders: RouteBuilder<T>[] = [];
  readonly #mistakes: StartError[] = [];
  #path?: string;
  #configuration?: ResourceConfiguration;
  #inherit: () => ResourceConfiguration | undefined = () => undefined;
  #wrap: HandlerWrapper = (handle) => handle;

  constructor(readonly instance: T) {}

  get name(): string {
    return this.instance.constructor.name;
  }

  get configuration(): ResourceConfiguration | undefined {
    return this.#configuration ?? this.#inherit();
  }

  /** Whether {@link configure} was called. @internal */
  get isConfigured(): boolean {
    return this.#configuration !== undefined;
  }

  /** Sets the configuration for all routes of the resource, replacing an earlier one. */
  configure(configuration: ResourceConfiguration): this {
    if (hasMethod(configuration, 'inheriting')) this.#configuration = configuration;
    else this.#mistakes.push(invalid(`The resource ${this.name}`, configuration, 'ResourceConfiguration'));
    return this;
  }

  /**
   * Sets where the configuration comes from if it has none of its own.
   *
   * @internal
   */
  inherits(inherit: () => ResourceConfiguration | undefined): this {
    this.#inherit = inherit;
    return this;
  }

  /** Sets the absolute path to which paths without a leading slash are relative: `/orders`. */
  at(path: string): this {
    this.#path = path;
    return this;
  }

  /**
   * Returns a builder for the routes of one path.
   *
   * @param path  with `{name}` for a parameter, relative to the application: `/orders/{id}`; without a leading slash,
   *              relative to the resource's path: `{id}/invoice`
   */
  builder(path: string): RouteBuilder<T> {
    const isRelative = this.#path !== undefined && !path.startsWith('/');
    const builder = new RouteBuilder(this, isRelative ? [this.#path, path].filter(Boolean).join('/') : path);
    this.#builders.push(builder);
    return builder;
  }

  /**
   * Wraps the handlers of all routes.
   *
   * @internal
   */
  wrapHandlers(wrap: HandlerWrapper): this {
    this.#wrap = wrap;
    return this;
  }

  /** @internal */
  wrapped(handle: RouteHandler, method: HttpMethod): RouteHandler {
    return this.#wrap(handle, method);
  }

  /** Whether its configuration has no effect. A resource with generated routes has a path and no builder. @internal */
  get isUnused(): boolean {
    return this.#configuration !== undefined && this.#builders.length === 0 && this.#path === undefined;
  }

  get routes(): readonly RouteDefinition[] {
    return this.#builders.flatMap((builder) => builder.routes);
  }

  /**
   * Mistakes in the definition of the resource and its routes; the start reports them.
   *
   * @internal
   */
  get mistakes(): readonly StartError[] {
    return [...this.#mistakes, ...this.#builders.flatMap((builder) => builder.mistakes)];
  }
}

/** Defines the routes of one path, which share configuration, attributes and body. */
export class RouteBuilder<T extends object = object> {
  readonly #actions: { readonly method: HttpMethod; readonly name: string }[] = [];
  readonly #attributes = new Map<string, unknown>();
  readonly #mistakes: StartError[] = [];
  #configuration?: RouteConfiguration;
  #body?: RouteDefinition['body'];

  constructor(
    private readonly resource: ResourceBuilder<T>,
    private readonly path: string,
  ) {}

  /** Adds a route: the method of the resource class handles the HTTP method. */
  action(method: HttpMethod, name: ResourceMethod<T>): this {
    if (hasOwnMethod(this.resource.instance, name)) this.#actions.push({ method, name });
    else this.#mistakes.push(missing(this.resource, name, `${method} ${this.path}`));
    return this;
  }

  /** Sets the configuration of these routes. */
  using(configuration: RouteConfiguration): this {
    if (hasMethod(configuration, 'inheriting')) this.#configuration = configuration;
    else {
      const place = `The builder of the routes at ${this.path} (${this.resource.name})`;
      this.#mistakes.push(invalid(place, configuration, 'RouteConfiguration'));
    }
    return this;
  }

  /** Sets an attribute of the routes, for other parts to read: `attribute(Authorizer.PERMISSIONS, 'edit,approve')`. */
  attribute(name: string, value: unknown): this {
    if (this.#attributes.has(name)) this.#mistakes.push(new StartError('ATTRIBUTE_SET_TWICE', this.path, name));
    this.#attributes.set(name, value);
    return this;
  }

  /** Sets whether the routes take a body. Default: required for POST, PUT and PATCH, optional for DELETE, none for GET. */
  body(body: NonNullable<RouteDefinition['body']>): this {
    if (BODIES.has(body)) this.#body = body;
    else this.#mistakes.push(new StartError('ROUTE_BODY_UNKNOWN', this.path, String(body)));
    return this;
  }

  /** @internal */
  get mistakes(): readonly StartError[] {
    return this.#mistakes;
  }

  get routes(): readonly RouteDefinition[] {
    const { instance, name: resource, configuration: resourceConfiguration } = this.resource;
    const attributes = Object.fromEntries(this.#attributes);
    return this.#actions.map(({ method, name }) => ({
      method,
      path: this.path,
      name,
      resource,
      attributes,
      body: this.#body,
      configuration: this.#configuration,
      resourceConfiguration,
      handle: this.resource.wrapped(
        (request, response) => (instance as Record<string, RouteHandler>)[name]?.(request, response),
        method,
      ),
    }));
  }
}

const BODIES: ReadonlySet<unknown> = new Set(['required', 'optional', 'none']);

/** The base of an override class is a proxy that returns a function for any generated name, so `in` is checked too. */
function hasOwnMethod(instance: object, name: string): boolean {
  return name in instance && hasMethod(instance, name);
}

function missing(
  { instance, name: resource }: Pick<ResourceBuilder, 'instance' | 'name'>,
  method: string,
  route: string,
): StartError {
  return new StartError(
    'RESOURCE_METHOD_MISSING',
    resource,
    method,
    route,
    nearestName(method, memberNames(instance)) ?? '',
  );
}

/** The names of all members, own and inherited, without those of `Object.prototype`. */
function memberNames(instance: object): readonly string[] {
  if (instance === Object.prototype) return [];
  const above: object | null = Object.getPrototypeOf(instance);
  return [...Object.getOwnPropertyNames(instance), ...(above ? memberNames(above) : [])];
}

function invalid(place: string, configuration: unknown, name: string): StartError {
  return new StartError('CONFIGURATION_INVALID', place, nameOfPart(configuration), name);
}
