import type { ResourceConfiguration, RouteConfiguration } from '../http/route-configuration';
import type { RouteDefinition, RouteHandler } from '../http/route-definition';
import type { HttpMethod } from '../http/route-description';
import { StartError } from './errors';

/** A plain class, made without arguments once for the application, or an instance of one. */
export type Resource<T extends object> = (new () => T) | T;

/** The names of the methods that can answer a request. */
export type ResourceMethod<T> = { [K in keyof T & string]: T[K] extends RouteHandler ? K : never }[keyof T & string];

/** A resource of an application, and the routes that are defined on it. */
export class ResourceBuilder<T extends object = object> {
  readonly #builders: RouteBuilder<T>[] = [];
  #path?: string;
  #configuration?: ResourceConfiguration;

  constructor(
    readonly instance: T,
    configuration?: ResourceConfiguration,
  ) {
    this.#configuration = configuration;
  }

  get name(): string {
    return this.instance.constructor.name;
  }

  get configuration(): ResourceConfiguration | undefined {
    return this.#configuration;
  }

  /** Sets what holds for all routes of the resource, in place of what was said before. */
  configure(configuration: ResourceConfiguration): this {
    this.#configuration = configuration;
    return this;
  }

  /** Gives the resource a path of its own, absolute, that paths without a leading slash are relative to: `/orders`. */
  at(path: string): this {
    this.#path = path;
    return this;
  }

  /**
   * Begins the routes of one path.
   *
   * @param path  with `{name}` for a parameter; relative to the application: `/orders/{id}`; without a leading slash,
   *              relative to the path of the resource, if it has one: `{id}/invoice`
   */
  builder(path: string): RouteBuilder<T> {
    const isRelative = this.#path !== undefined && !path.startsWith('/');
    const builder = new RouteBuilder(this, isRelative ? [this.#path, path].filter(Boolean).join('/') : path);
    this.#builders.push(builder);
    return builder;
  }

  get routes(): readonly RouteDefinition[] {
    return this.#builders.flatMap((builder) => builder.routes);
  }
}

/** The routes of one path; configuration, attributes and body hold for all of its methods. */
export class RouteBuilder<T extends object = object> {
  readonly #actions: { readonly method: HttpMethod; readonly name: string }[] = [];
  readonly #attributes = new Map<string, unknown>();
  #configuration?: RouteConfiguration;
  #body?: RouteDefinition['body'];

  constructor(
    private readonly resource: ResourceBuilder<T>,
    private readonly path: string,
  ) {}

  /** Lets a method of the resource class answer an HTTP method. */
  action(method: HttpMethod, name: ResourceMethod<T>): this {
    // Members that answer to any name, as of the base of an override class, do not count.
    if (!(name in this.resource.instance) || typeof this.resource.instance[name] !== 'function') {
      throw new StartError('RESOURCE_METHOD_MISSING', this.resource.name, name, `${method} ${this.path}`);
    }
    this.#actions.push({ method, name });
    return this;
  }

  using(configuration: RouteConfiguration): this {
    this.#configuration = configuration;
    return this;
  }

  /** What other rooms read: `attribute(Authorizer.PERMISSIONS, 'edit,approve')`. */
  attribute(name: string, value: unknown): this {
    if (this.#attributes.has(name)) throw new StartError('ATTRIBUTE_TWICE', this.path, name);
    this.#attributes.set(name, value);
    return this;
  }

  /** Whether a body belongs to these routes; by method when it is not said. */
  body(body: NonNullable<RouteDefinition['body']>): this {
    this.#body = body;
    return this;
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
      handle: (request, response) => (instance as Record<string, RouteHandler>)[name]?.(request, response),
    }));
  }
}
