import type { Application, Resource, ResourceBuilder, RouteDefinition, RouteHandler } from '../../core';
import type { AggregateMetadata, DomainClass, MetadataRegistry } from '../../metadata';
import type { ModelRights } from '../access/model-rights';
import { withholding } from '../chain/withheld';
import { ResourceError } from '../errors';
import { operationOf } from '../operation/operation';
import { generatedRoot, ownMethod, provideGenerated } from './generated';
import { markedRoot } from './resource';

type AnyResource = Resource<object>;

/** The classes of an application that override generated routes, by the root that each is marked for. */
export class Overrides {
  readonly #resources: ReadonlyMap<unknown, AnyResource>;

  /**
   * @param resources classes, or instances of such; of several for one class the first counts
   * @throws ResourceError RESOURCE_NOT_MARKED, RESOURCE_WITHOUT_ROOT, GENERATED_OF_ANOTHER
   */
  constructor(
    resources: readonly AnyResource[],
    private readonly rights: ModelRights,
  ) {
    const { registry } = rights;
    const byClass = new Map<unknown, AnyResource>();
    for (const resource of resources) {
      const type = classOf(resource);
      verifyMark(type, registry);
      if (!byClass.has(type)) byClass.set(type, resource);
    }
    this.#resources = byClass;
  }

  /**
   * The routes of an aggregate, some of which are answered by override classes.
   *
   * Each class becomes a resource of the application with the path of the aggregate, so that manual routes on it may
   * be relative to that path.
   *
   * @throws ResourceError OVERRIDE_TAKEN
   */
  apply(application: Application, aggregate: AggregateMetadata, routes: readonly RouteDefinition[]): RouteDefinition[] {
    const own = [...this.#resources].filter(([type]) => markedRoot(type) === aggregate.root.type);
    const builders = own.map(([, resource]) => application.addResource(resource).at(`/${aggregate.resourceName}`));
    for (const { instance } of builders) provideGenerated(instance, routes);
    return routes.map((route) => overridden(route, builders, this.rights));
  }

  /**
   * Refuses a resource whose mark would have no effect.
   *
   * @throws ResourceError RESOURCE_NOT_MARKED, RESOURCE_UNKNOWN
   */
  verifyKnown(resource: AnyResource): void {
    const type = classOf(resource);
    const known = this.#resources.get(type);
    if (known && (known === resource || known === type)) return;
    if (markedRoot(type)) throw new ResourceError('RESOURCE_UNKNOWN', nameOf(type));
    if (generatedRoot(type)) throw notMarked(type);
  }
}

function verifyMark(type: unknown, registry: MetadataRegistry): void {
  const root = markedRoot(type);
  if (!root) throw notMarked(type);
  if (!isRoot(root, registry)) throw new ResourceError('RESOURCE_WITHOUT_ROOT', nameOf(type), nameOf(root));
  const base = generatedRoot(type);
  if (base && base !== root) throw new ResourceError('GENERATED_OF_ANOTHER', nameOf(type), base.name, root.name);
}

function isRoot(root: DomainClass, { aggregates }: MetadataRegistry): boolean {
  return aggregates.some((aggregate) => aggregate.root.type === root);
}

function overridden(
  route: RouteDefinition,
  builders: readonly ResourceBuilder[],
  rights: ModelRights,
): RouteDefinition {
  const [builder, other] = builders.filter(({ instance }) => ownMethod(instance, route.name));
  if (!builder) return route;
  if (other) throw new ResourceError('OVERRIDE_TAKEN', builder.name, other.name, route.name);
  const instance = builder.instance as Record<string, RouteHandler>;
  return {
    ...route,
    resource: builder.name,
    isPlain: false,
    // The application may configure the resource after its routes have been made.
    get resourceConfiguration() {
      return builder.configuration;
    },
    handle: withholding(rights, operationOf(route)!, (request, response) => instance[route.name]!(request, response)),
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
