import type { CollectionMetadata, EntityMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import { associationKeys, type ManyToMany } from '../models/association';
import type { Entity } from '../models/domain-model';
import { childrenByParent, referredEntities } from './associated-rows';
import type { Page, Search } from './criteria';
import type { DeletedRows } from './deleted-rows';
import { type JoinedChildren, joinedChildren } from './joined-children';
import { type LargeValue, largeValueAt } from './large-value';
import { LinkedRow } from './linked-row';
import { linksBetween } from './links-between';
import { lockedParentRows, lockedPathRows, type PathRow } from './path-rows';
import type { EntityKey, Place, WantedKeys } from './place';
import type { RowSource } from './plan-rows';
import { ReadPlans } from './read-plans';
import type { Row } from './row';
import { ALL_ROWS, type Scopes } from './scopes';
import { entitiesWithKeys } from './select-entities';
import { chunkOfRows, countOfRows, pageOfRows, parentRow, rowsWithKeys } from './select-rows';
import type { Selection } from './selection';

/**
 * Reads the rows of responses.
 *
 * Inside a unit of work every call takes part in its transaction.
 */
export class Retrieval {
  readonly #source: RowSource;

  /** @param plans the cache of the application */
  constructor(plans = new ReadPlans(), scopes: Scopes = ALL_ROWS) {
    this.#source = { plans, scopes };
  }

  /** The same for a caller with access to some rows only. */
  scoped(scopes: Scopes): Retrieval {
    return new Retrieval(this.#source.plans, scopes);
  }

  /** {@link rowsWithKeys} */
  find(place: Place, keys: WantedKeys, search: Search = {}): Promise<Row[]> {
    return rowsWithKeys(this.#source, place, keys, search);
  }

  /** {@link entitiesWithKeys} */
  entities(place: Place, keys: WantedKeys, search: Search, lock?: true): Promise<Entity[]> {
    return entitiesWithKeys(this.#source, place, keys, search, lock);
  }

  /** {@link lockedPathRows} */
  lockedPath(place: Place, keys: WantedKeys, deleted?: DeletedRows): Promise<readonly PathRow[]> {
    return lockedPathRows(this.#source, place, keys, deleted);
  }

  /** {@link lockedParentRows} */
  lockedParents(place: Place): Promise<readonly PathRow[]> {
    return lockedParentRows(this.#source, place);
  }

  /** {@link largeValueAt} */
  largeValue(place: Place, key: EntityKey | undefined, field: FieldMetadata): Promise<LargeValue | undefined> {
    return largeValueAt(this.#source, place, key, field);
  }

  /** {@link joinedChildren} */
  joined(place: Place, key: EntityKey, search: Parameters<typeof joinedChildren>[3]): JoinedChildren | undefined {
    return joinedChildren(this.#source, place, key, search);
  }

  /** {@link pageOfRows} */
  page(place: Place, page: Page, search: Search = {}): Promise<Row[]> {
    return pageOfRows(this.#source, place, page, search);
  }

  /** {@link chunkOfRows} */
  chunk(place: Place, size: number, search: Search = {}, after?: Row): Promise<Row[]> {
    return chunkOfRows(this.#source, place, size, search, after);
  }

  /** {@link countOfRows} */
  count(place: Place, search: Search = {}): Promise<number> {
    return countOfRows(this.#source, place, search);
  }

  /** {@link parentRow} */
  parent(place: Place, version?: string): Promise<Row | undefined> {
    return parentRow(this.#source, place, version);
  }

  /** {@link childrenByParent} */
  childrenByParent(
    collection: CollectionMetadata,
    parents: readonly Row[],
    selection?: Selection,
  ): Promise<readonly (readonly Row[])[]> {
    return childrenByParent(this.#source, collection, parents, selection);
  }

  /**
   * Adds the current fields of the join table to children that were written.
   *
   * @param parents one per child, in the same order
   */
  async linked(collection: CollectionMetadata, parents: readonly Row[], children: readonly Row[]): Promise<Row[]> {
    const { joinFields: fields } = collection;
    const links = { fields, association: associationKeys(collection) as ManyToMany };
    const linkOf = await linksBetween(collection, parents, children, [...fields.keys()]);
    return children.map((child, index) => new LinkedRow(child, linkOf(parents[index]!, child), links));
  }

  /** {@link referredEntities} */
  referredEntities(
    owner: EntityMetadata,
    reference: ReferenceMetadata,
    rows: readonly Row[],
    selection: Selection,
  ): Promise<readonly (Row | undefined)[]> {
    return referredEntities(this.#source, owner, reference, rows, selection);
  }
}
