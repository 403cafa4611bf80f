import type { Request } from '../../core';
import { BoundedMemo } from '../../foundation';
import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { Selection } from '../../persistence';
import { type Access, openAccess } from '../access/access';
import { defaultSelection } from './build-selection';
import { type Reading, readSelection } from './read-selection';

/** Reads what the queries of one root or collection ask to be shown. */
export class SelectionReader {
  /** By what the query names, where nothing is secured: the same selection has the same statements. */
  readonly #open = new BoundedMemo((named) => this.#read(named));
  readonly #access = openAccess();

  /** @param within the collection that they are in */
  constructor(
    private readonly entity: EntityMetadata,
    private readonly within?: CollectionMetadata,
  ) {}

  /**
   * @throws BadRequestException for a name that is not known
   */
  read(query: Request['query'], access: Access, reading: Reading = {}): Selection {
    const { include, exclude, expand } = query;
    if (!include && !exclude && !expand && !reading.withDeleted) {
      return defaultSelection(this.entity, access, reading.isSingle, this.within);
    }
    if (!access.isOpen) return readSelection(this.entity, query, access, reading, this.within);
    return this.#open.of(JSON.stringify([{ include, exclude, expand }, reading]));
  }

  #read(named: string): Selection {
    const [query, reading] = JSON.parse(named) as [Request['query'], Reading];
    return readSelection(this.entity, query, this.#access, reading, this.within);
  }
}
