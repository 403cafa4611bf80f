import { ResourceBuilder, type ResourceConfiguration, type RouteBuilder } from '../../core';
import type { DomainClass } from '../../metadata';
import { ResourceError } from '../errors';

/** The resource of an aggregate root, with its generated routes: it may be configured, and has no methods for routes. */
export class RootResource<T extends object = object> extends ResourceBuilder<T> {
  constructor(readonly root: DomainClass) {
    super({} as T);
  }

  override get name(): string {
    return this.root.name;
  }

  /** @throws ResourceError ROOT_WITHOUT_METHODS */
  override builder(path: string): RouteBuilder<T> {
    throw new ResourceError('ROOT_WITHOUT_METHODS', this.name, path);
  }
}

/** The configuration of all routes of a root: that of the root, or of one of its override classes. */
export class SharedConfiguration {
  readonly #resources: readonly ResourceBuilder[];

  constructor(
    private readonly root: DomainClass,
    resources: readonly ResourceBuilder[],
  ) {
    this.#resources = resources;
    for (const resource of resources) resource.inherits(() => this.value);
  }

  get value(): ResourceConfiguration | undefined {
    return this.#configured[0]?.configuration;
  }

  /** @throws ResourceError RESOURCE_CONFIGURATION_TAKEN */
  verify(): void {
    const [first, second] = this.#configured;
    if (!first || !second) return;
    throw new ResourceError('RESOURCE_CONFIGURATION_TAKEN', first.name, second.name, this.root.name);
  }

  get #configured(): readonly ResourceBuilder[] {
    return this.#resources.filter(({ isConfigured }) => isConfigured);
  }
}
