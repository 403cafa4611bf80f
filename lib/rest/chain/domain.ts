import type { Request } from '../../core';
import type { MetadataRegistry } from '../../metadata';
import type { EntityStore } from '../../persistence';
import { ModelRights } from '../access/model-rights';
import { RowRules } from '../scopes/row-rules';

/** What all operations of an application are carried out with: its store, and the rules of its sealed model. */
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

  /** What the operations of a request ask: rows outside the scope of its principal are not there. */
  storeFor(request: Request): EntityStore {
    return this.rows.storeFor(this.store, request);
  }
}
