import type { CollectionMetadata, EntityMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import { childrenByParent, referredEntities } from './associated-rows';
import { needsInstances } from './code-run-on-reads';
import type { Page, Search } from './criteria';
import type { DeletedRows } from './deleted-rows';
import { type JoinedChildren, joinedChildren } from './joined-children';
import { readInOrder } from './keyed-entities';
import { type LargeValue, largeValueAt } from './large-value';
import { LinkedRow } from './linked-row';
import { linksBetween } from './links-between';
import { lockedParentRows, lockedPathRows, type PathRow } from './path-rows';
import { type EntityKey, entityAt, type Place, type WantedKeys } from './place';
import { whereParentAt } from './place-criteria';
import { ReadPlans } from './read-plans';
import type { Row } from './row';
import { ALL_ROWS, type Scopes } from './scopes';
import { chunkAt, countAt, pageAt, selectEntities } from './select-entities';
import { chunkOfRows, countOfRows, pageOfRows, parentRow, type RowSource, rowsWithKeys } from './select-rows';
import type { Selection } from './selection';

/**
 * Reads the rows of responses; instances are built only where `needsInstances` says so.
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

  /** {@link findInOrder} */
  find(place: Place, keys: WantedKeys, search: Search = {}): Promise<Row[]> {
    return needsInstances(entityAt(place))
      ? readInOrder(place, keys, search, this.#source.scopes)
      : rowsWithKeys(this.#source, place, keys, search);
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
    return largeValueAt(this.#source.scopes, place, key, field);
  }

  /** {@link joinedChildren} */
  joined(place: Place, key: EntityKey, search: Parameters<typeof joinedChildren>[3]): JoinedChildren | undefined {
    return joinedChildren(this.#source, place, key, search);
  }

  /** A page of the entities at the place that match the search, in its order. */
  page(place: Place, page: Page, search: Search = {}): Promise<Row[]> {
    return needsInstances(entityAt(place))
      ? pageAt(place, page, search, this.#source.scopes)
      : pageOfRows(this.#source, place, page, search);
  }

  /** Up to `size` entities at the place that match the search, in its order, after a given row. */
  chunk(place: Place, size: number, search: Search = {}, after?: Row): Promise<Row[]> {
    return needsInstances(entityAt(place))
      ? chunkAt(place, size, search, this.#source.scopes, after)
      : chunkOfRows(this.#source, place, size, search, after);
  }

  /** The number of entities at the place that match the search. */
  count(place: Place, search: Search = {}): Promise<number> {
    return needsInstances(entityAt(place))
      ? countAt(place, search, this.#source.scopes)
      : countOfRows(this.#source, place, search);
  }

  /**
   * The keys of the parent that the place's collection belongs to; undefined when it does not exist.
   *
   * @param version the name under which the row has the version of its root, if the place has no entities
   */
  async parent(place: Place, version?: string): Promise<Row | undefined> {
    const parent = place.path.at(-1)!.owner;
    if (!needsInstances(parent)) return parentRow(this.#source, place, version);
    const { scopes } = this.#source;
    const options = { scopes, version: { name: version, at: place, isOfEmpty: true } };
    const [found] = await selectEntities(parent, whereParentAt(place, scopes), options);
    return found;
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
    const { joinFields } = collection;
    const linkOf = await linksBetween(collection, parents, children, [...joinFields.keys()]);
    return children.map((child, index) => new LinkedRow(child, linkOf(parents[index]!, child), joinFields));
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
