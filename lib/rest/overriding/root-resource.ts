import { ResourceBuilder, type RouteBuilder } from '../../core';
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
