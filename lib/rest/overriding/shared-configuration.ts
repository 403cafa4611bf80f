import type { ResourceBuilder, ResourceConfiguration } from '../../core';
import type { DomainClass } from '../../metadata';
import { ResourceError } from '../errors';

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
