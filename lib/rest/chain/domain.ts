import type { Request } from '../../core';
import type { MetadataRegistry } from '../../metadata';
import type { EntityStore } from '../../persistence';
import { ModelRights } from '../access/model-rights';
import { RowRules } from '../scopes/row-rules';

/** The store of an application, and the access rules of its sealed model; all handlers share it. */
export class Domain {
  readonly rights: ModelRights;
  readonly rows: RowRules;

  constructor(readonly store: EntityStore) {
    this.rights = new ModelRights(store.registry);
    this.rows = new RowRules(store.registry);
  }

  get registry(): MetadataRegistry {
    return this.store.registry;
  }

  /** The store for one request, which does not find rows outside the principal's `@Scope`. */
  storeFor(request: Request): EntityStore {
    return this.rows.storeFor(this.store, request);
  }
}
