import type { EntityMetadata, MetadataRegistry } from '../../metadata';
import type { ForeignKey } from '../models/foreign-keys';
import type { StoredForeignKeys, WithForeignKeys } from '../models/stored-foreign-keys';
import { treesOf } from '../models/trees';
import type { Scopes } from '../reads/scopes';
import { RowLocks } from './row-locks';
import { lookedUpReferences } from './verify-references';

/** The rows besides its own that a write of a class has to look up or lock. */
interface References {
  /** {@link lookedUpReferences} */
  readonly lookedUp: readonly ForeignKey[];
  /** Whether the rows are a tree: see {@link treesOf}. */
  readonly isTree: boolean;
  /** Whether rows may belong to roots of other classes. */
  readonly isOwned: boolean;
  /** Those that the result follows from. */
  readonly stored: StoredForeignKeys | undefined;
}

/** The {@link References} of the classes of a store, worked out with the first write of a class. */
export class ClassReferences {
  readonly #known = new Map<EntityMetadata, References>();

  constructor(
    private readonly sequelize: WithForeignKeys,
    private readonly registry: MetadataRegistry,
    private readonly scopes: Scopes,
  ) {}

  of(entity: EntityMetadata): References {
    // The start reads them from the database.
    const { foreignKeys: stored } = this.sequelize;
    const known = this.#known.get(entity);
    if (known && known.stored === stored) return known;
    const { entities } = this.registry;
    const found: References = {
      lookedUp: lookedUpReferences(entity, entities, this.scopes),
      isTree: treesOf(entity, entities).length > 0,
      isOwned: RowLocks.of(this.registry).owningRootsOf(entity).length > 0,
      stored,
    };
    this.#known.set(entity, found);
    return found;
  }
}
