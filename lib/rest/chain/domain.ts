import type { Request } from '../../core';
import type { MetadataRegistry } from '../../metadata';
import type { EntityStore } from '../../persistence';
import { ModelRights } from '../access/model-rights';
import { RowRules } from '../scopes/row-rules';

/** The parts that all operations of an application share: its store, and the rules of its sealed model. */
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

  /** The store for the operations of a request: rows outside the scope of its principal are not found. */
  storeFor(request: Request): EntityStore {
    return this.rows.storeFor(this.store, request);
  }
}
