import type {
  Application,
  HandlerWrapper,
  ResourceBuilder,
  ResourceClassOrInstance,
  RouteDefinition,
  RouteHandler,
} from '../../core';
import { checkOptions, Mistakes } from '../../foundation';
import type { AggregateMetadata, DomainClass, MetadataRegistry } from '../../metadata';
import { type DataSource, isModel } from '../../persistence';
import type { ModelRights } from '../access/model-rights';
import { hidingUnreadableValues } from '../chain/hide-unreadable-values';
import { ResourceError } from '../errors';
import { operationOf } from '../operation/operation';
import { generatedRoot, ownMethod, provideGenerated } from './generated';
import { GeneratedNames } from './generated-names';
import { inOneUnit } from './in-one-unit';
import { misnamedMethods } from './misnamed-methods';
import { markedRoot, RESOURCE_OPTIONS, resourceOptions } from './resource';
import { SharedConfiguration } from './shared-configuration';

type AnyResource = ResourceClassOrInstance<object>;

/** The override classes of an application. */
export class Overrides {
  readonly #resources: ReadonlyMap<unknown, AnyResource>;
  /** The names of the generated methods that each resource may override. */
  readonly #names = new Map<ResourceBuilder, GeneratedNames>();
  readonly #configurations: SharedConfiguration[] = [];

  /**
   * @param resources classes or instances; if a class appears twice, the first one counts
   * @throws OptionError; ResourceError RESOURCE_NOT_MARKED, RESOURCE_WITHOUT_ROOT, GENERATED_OF_ANOTHER
   */
  constructor(
    resources: readonly AnyResource[],
    private readonly rights: ModelRights,
    private readonly dataSource: DataSource,
  ) {
    const { registry } = rights;
    const byClass = new Map<unknown, AnyResource>();
    const mistakes = new Mistakes();
    for (const resource of resources) {
      const type = classOf(resource);
      mistakes.collect(() => verifyMark(type, registry));
      if (!byClass.has(type)) byClass.set(type, resource);
    }
    mistakes.report();
    this.#resources = byClass;
  }

  /**
   * The routes of an aggregate, with the handlers of override classes.
   *
   * The root and each class become resources of the application at the path of the aggregate. A configuration of one of
   * them holds for all routes. Hand-written routes of the classes may be relative to that path.
   *
   * @throws ResourceError OVERRIDE_TAKEN
   */
  apply(application: Application, aggregate: AggregateMetadata, routes: readonly RouteDefinition[]): RouteDefinition[] {
    const resources = [...this.#resources].filter(([type]) => markedRoot(type) === aggregate.root.type);
    const path = `/${aggregate.resourceName}`;
    const builders = resources.map(([type, resource]) => {
      const builder = application.addResource(resource).at(path);
      return resourceOptions(type)!.unitOfWork === false ? builder : builder.wrapHandlers(this.#inUnits);
    });
    const rootResource = application.addResource(aggregate.root.type as unknown as new () => object).at(path);
    const shared = new SharedConfiguration(aggregate.root.type, [rootResource, ...builders]);
    this.#configurations.push(shared);
    const names = new GeneratedNames(routes);
    for (const builder of builders) {
      provideGenerated(builder.instance, routes);
      this.#names.set(builder, names);
    }
    const mistakes = new Mistakes();
    const result: RouteDefinition[] = [];
    for (const route of routes) {
      mistakes.collect(() => result.push(configured(overriddenRoute(route, builders, this.rights), shared)));
    }
    mistakes.report();
    return result;
  }

  /** Reads need no unit of work. */
  readonly #inUnits: HandlerWrapper = (handle, method) =>
    method === 'GET' ? handle : inOneUnit(this.dataSource, handle);

  /**
   * Checks the names of methods without a route; called once all hand-written routes are defined.
   *
   * @param warn called for methods that begin like a generated one
   * @throws ResourceError OVERRIDE_MISSPELT
   */
  verifyNames(warn: (line: string) => void): void {
    const mistakes = new Mistakes();
    for (const [builder, names] of this.#names) {
      const { misspelt, similar } = misnamedMethods(builder, names);
      for (const { method, nearest } of misspelt) {
        mistakes.add(new ResourceError('OVERRIDE_MISSPELT', builder.name, method, nearest));
      }
      if (similar.length > 0) warn(warningOf(builder.name, similar));
    }
    mistakes.report();
  }

  /**
   * Checks that each root has one configuration; called once all resources are defined.
   *
   * @throws ResourceError RESOURCE_CONFIGURATION_TAKEN
   */
  verifyConfigurations(): void {
    const mistakes = new Mistakes();
    for (const shared of this.#configurations) mistakes.collect(() => shared.verify());
    mistakes.report();
  }

  /**
   * Checks that a resource is one of the override classes, if it is marked as such, and a root, if it is a domain class.
   *
   * @throws ResourceError RESOURCE_NOT_A_ROOT, RESOURCE_NOT_MARKED, RESOURCE_UNKNOWN
   */
  verifyKnown(resource: AnyResource): void {
    if (isModel(resource)) verifyRoot(resource, this.rights.registry);
    const type = classOf(resource);
    const known = this.#resources.get(type);
    if (known && (known === resource || known === type)) return;
    if (markedRoot(type)) throw new ResourceError('RESOURCE_UNKNOWN', nameOf(type));
    if (generatedRoot(type)) throw notMarked(type);
  }
}

function warningOf(resource: string, methods: readonly string[]): string {
  return `${resource} has methods that are named like generated ones but have no route: ${methods.join(', ')}. Correct the names, or write "#" before those that only the class itself calls.`;
}

function verifyMark(type: unknown, registry: MetadataRegistry): void {
  const root = markedRoot(type);
  if (!root) throw notMarked(type);
  if (!isRoot(root, registry)) throw new ResourceError('RESOURCE_WITHOUT_ROOT', nameOf(type), nameOf(root));
  checkOptions(resourceOptions(type), RESOURCE_OPTIONS, `@Resource on ${nameOf(type)}`);
  const base = generatedRoot(type);
  if (base && base !== root) throw new ResourceError('GENERATED_OF_ANOTHER', nameOf(type), base.name, root.name);
}

function isRoot(root: DomainClass, { aggregates }: MetadataRegistry): boolean {
  return aggregates.some((aggregate) => aggregate.root.type === root);
}

function verifyRoot(type: DomainClass, registry: MetadataRegistry): void {
  if (isRoot(type, registry)) return;
  const roots = registry.aggregates.map(({ root }) => root.name).join(', ');
  throw new ResourceError('RESOURCE_NOT_A_ROOT', type.name, roots);
}

/** A getter, because the application may configure the resource later. */
function configured(route: RouteDefinition, shared: SharedConfiguration): RouteDefinition {
  return Object.defineProperty({ ...route }, 'resourceConfiguration', { get: () => shared.value, enumerable: true });
}

function overriddenRoute(
  route: RouteDefinition,
  builders: readonly ResourceBuilder[],
  rights: ModelRights,
): RouteDefinition {
  const [builder, other] = builders.filter(({ instance }) => ownMethod(instance, route.name));
  if (!builder) return route;
  if (other) throw new ResourceError('OVERRIDE_TAKEN', builder.name, other.name, route.name);
  const instance = builder.instance as Record<string, RouteHandler>;
  const handle = builder.wrapped((request, response) => instance[route.name]!(request, response), route.method);
  return {
    ...route,
    resource: builder.name,
    returnsPlainContent: false,
    // The method decides what it accepts.
    items: undefined,
    readHead: undefined,
    handle: hidingUnreadableValues(rights, operationOf(route)!, handle),
  };
}

function classOf(resource: AnyResource): unknown {
  return typeof resource === 'function' ? resource : resource.constructor;
}

function notMarked(type: unknown): ResourceError {
  return new ResourceError('RESOURCE_NOT_MARKED', nameOf(type));
}

function nameOf(type: unknown): string {
  return typeof type === 'function' ? type.name : String(type);
}
