import type { MetadataRegistry } from '../../metadata';
import type { EntityStore } from '../../persistence';
import { ModelRights } from '../access/model-rights';
import type { RowDigests } from '../concurrency/row-digests';
import { DomainScopes } from '../scopes/domain-scopes';

/** The store of an application, and the access rules of its sealed model; all handlers share it. */
export class Domain {
  readonly rights: ModelRights;
  readonly scopes: DomainScopes;

  constructor(
    readonly store: EntityStore,
    /** Of rows of classes without a version, for their entity tags. */
    readonly rowDigests: RowDigests,
  ) {
    this.rights = new ModelRights(store.registry);
    this.scopes = new DomainScopes(store.registry);
  }

  get registry(): MetadataRegistry {
    return this.store.registry;
  }
}
