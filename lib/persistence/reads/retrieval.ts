import type { CollectionMetadata, EntityMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import { childrenByParent, referredEntities } from './associated-rows';
import { needsInstances } from './code-run-on-reads';
import type { Page, Search } from './criteria';
import { type JoinedChildren, joinedChildren } from './joined-children';
import { readInOrder } from './keyed-entities';
import { type LargeValue, largeValueAt } from './large-value';
import { LinkedRow } from './linked-row';
import { linksBetween } from './links-between';
import { type EntityKey, entityAt, type Place, type WantedKeys } from './place';
import { whereParentAt } from './place-criteria';
import { ReadPlans } from './read-plans';
import type { Row } from './row';
import { ALL_ROWS, type Scopes } from './scopes';
import { chunkAt, countAt, pageAt, selectEntities } from './select-entities';
import { chunkOfRows, countOfRows, pageOfRows, parentRow, type RowSource, rowsWithKeys } from './select-rows';
import type { Selection } from './selection';

/**
 * Reads what responses show: rows, and instances only of those classes whose code sees how they are read.
 *
 * Every call made inside a unit of work takes part in its transaction.
 */
export class Retrieval {
  readonly #source: RowSource;

  /** @param plans of the application, kept by shape */
  constructor(plans = new ReadPlans(), scopes: Scopes = ALL_ROWS) {
    this.#source = { plans, scopes };
  }

  /** The same for one who may know of some rows only. */
  scoped(scopes: Scopes): Retrieval {
    return new Retrieval(this.#source.plans, scopes);
  }

  /** {@link findInOrder} */
  find(place: Place, keys: WantedKeys, search: Search = {}): Promise<Row[]> {
    return needsInstances(entityAt(place))
      ? readInOrder(place, keys, search, this.#source.scopes)
      : rowsWithKeys(this.#source, place, keys, search);
  }

  /** {@link largeValueAt} */
  largeValue(place: Place, key: EntityKey | undefined, field: FieldMetadata): Promise<LargeValue | undefined> {
    return largeValueAt(this.#source.scopes, place, key, field);
  }

  /** {@link joinedChildren} */
  joined(place: Place, key: EntityKey, search: Parameters<typeof joinedChildren>[3]): JoinedChildren | undefined {
    return joinedChildren(this.#source, place, key, search);
  }

  /** One page of the entities at the place that are sought, in the order that is asked for. */
  page(place: Place, page: Page, search: Search = {}): Promise<Row[]> {
    return needsInstances(entityAt(place))
      ? pageAt(place, page, search, this.#source.scopes)
      : pageOfRows(this.#source, place, page, search);
  }

  /** As many entities at the place that are sought, in the order that is asked for; those after a row, when it is given. */
  chunk(place: Place, size: number, search: Search = {}, after?: Row): Promise<Row[]> {
    return needsInstances(entityAt(place))
      ? chunkAt(place, size, search, this.#source.scopes, after)
      : chunkOfRows(this.#source, place, size, search, after);
  }

  /** How many entities at the place are sought. */
  count(place: Place, search: Search = {}): Promise<number> {
    return needsInstances(entityAt(place))
      ? countAt(place, search, this.#source.scopes)
      : countOfRows(this.#source, place, search);
  }

  /**
   * The parent that the place's collection belongs to, with as much of it as tells that it is there.
   *
   * @param version the name under which it tells the version of its root, where the place has no entities
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
   * Children that were written, with what the join table says of their links to these parents now.
   *
   * @param parents one for each child
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
