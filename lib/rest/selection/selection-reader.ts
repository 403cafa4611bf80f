import type { Request } from '../../core';
import { BoundedMemo } from '../../foundation';
import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { Selection } from '../../persistence';
import { type Access, openAccess } from '../access/access';
import { defaultSelection } from './default-selection';
import { readSelection, type SelectionOptions } from './read-selection';

/** Reads `include`, `exclude` and `expand` for one root or collection, and caches the selections. */
export class SelectionReader {
  /** For models without `@Secure`. Equal queries get the same selection, by which SQL statements are cached. */
  readonly #cache = new BoundedMemo((key) => this.#read(key));
  readonly #access = openAccess();

  /** @param within the collection that the entities are in */
  constructor(
    private readonly entity: EntityMetadata,
    private readonly within?: CollectionMetadata,
  ) {}

  /**
   * @throws BadRequestException for an unknown name
   * @throws UnauthorizedException, ForbiddenException for a name that the request may not read
   */
  read(query: Request['query'], access: Access, options: SelectionOptions = {}): Selection {
    const { include, exclude, expand } = query;
    if (!include && !exclude && !expand && !options.withDeleted) {
      return defaultSelection(this.entity, access, options.isSingle, this.within);
    }
    if (!access.isOpen) return readSelection(this.entity, query, access, options, this.within);
    return this.#cache.of(JSON.stringify([{ include, exclude, expand }, options]));
  }

  #read(key: string): Selection {
    const [query, options] = JSON.parse(key) as [Request['query'], SelectionOptions];
    return readSelection(this.entity, query, this.#access, options, this.within);
  }
}
