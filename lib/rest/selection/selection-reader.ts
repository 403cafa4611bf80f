import type { Request } from '../../core';
import { BoundedMemo } from '../../foundation';
import type { EntityMetadata } from '../../metadata';
import type { Selection } from '../../persistence';
import { type Access, openAccess } from '../access/access';
import { defaultSelection } from './build-selection';
import { readSelection } from './read-selection';

/** Reads what the queries of one root or collection ask to be shown. */
export class SelectionReader {
  /** By what the query names, where nothing is secured: the same selection has the same statements. */
  readonly #open = new BoundedMemo((named) => readSelection(this.entity, JSON.parse(named), this.#access));
  readonly #access = openAccess();

  constructor(private readonly entity: EntityMetadata) {}

  /** @throws BadRequestException for a name that is not known */
  read(query: Request['query'], access: Access): Selection {
    const { include, exclude, expand } = query;
    if (!include && !exclude && !expand) return defaultSelection(this.entity, access);
    if (!access.isOpen) return readSelection(this.entity, query, access);
    return this.#open.of(JSON.stringify({ include, exclude, expand }));
  }
}
