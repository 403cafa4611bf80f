import type { CollectionPath, EntityMetadata } from '../../metadata';
import { leaf } from '../../operations';
import {
  type EntityKey,
  type EntityStore,
  type Journal,
  type LocatedRow,
  locateRows,
  type Place,
  type Row,
  type Selection,
  type WantedKeys,
} from '../../persistence';
import { entriesAt } from '../../security';
import type { Access } from '../access/access';
import { type Representation, represent } from '../chain/representation';
import type { Operation } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';
import { defaultSelection, keySelection } from '../selection/default-selection';
import type { Caller } from '../verbs/call';
import { ChangePaths } from './change-paths';
import { LargeSizes } from './large-sizes';
import { RequestedEntities } from './requested-entities';

/** A row of the aggregate with the values that the request may read. */
export interface VisibleRow {
  /** See {@link ChangePaths}. */
  readonly path: string;
  /** The position of the row's collection in the aggregate, for sorting. */
  readonly level: number;
  /** The model and the primary key. */
  readonly identity: string;
  readonly values: Representation;
  /** Digests of large values by wire name, for comparison: `values` has only their sizes. */
  readonly digests: ReadonlyMap<string, string>;
}

/** Rows by an id that contains their path and keys. */
export type VisibleRows = ReadonlyMap<string, VisibleRow>;

/** Reads the rows of an aggregate that a write affects, as far as its request may read them. */
export class VisibleAggregate {
  readonly #store: EntityStore;
  readonly #access: Access;
  readonly #requested: RequestedEntities;
  readonly #levels: readonly CollectionPath[];
  readonly #selections = new Map<CollectionPath, Selection | undefined>();

  constructor(
    private readonly operation: Operation,
    { store, access }: Caller,
    request: RequestParts,
  ) {
    this.#store = store;
    this.#access = access;
    this.#requested = new RequestedEntities(operation, request);
    this.#levels = [[], ...operation.aggregate.paths];
  }

  /**
   * Reads the written rows and the rows above them in their current state.
   *
   * @param other the rows in the other state, if they were read before
   */
  async rows({ written }: Journal, other?: VisibleRows): Promise<VisibleRows> {
    const { rootKeys } = this.#requested;
    const located = await locateRows(this.operation.aggregate.root, this.#levels, written, rootKeys);
    // Indexes of payload elements say nothing in a batch, whose steps have a payload each.
    const placed = this.operation.verb === 'batch' ? [] : written.placed;
    const paths = new ChangePaths(this.operation, this.#requested, placed);
    const sizes = new LargeSizes(this.#store.retrieval, this.#access, written);
    const visible = new Map<string, VisibleRow>();
    for (const siblings of siblingsAmong(located)) {
      const { place, rows, selection } = await this.#read(siblings);
      if (!selection) continue;
      for (const sibling of siblings) {
        const row = rows.get(keyOf(selection.entity, sibling.chain.at(-1)!));
        if (!row) continue;
        const id = idOf(sibling);
        const large = await sizes.of(place, row, other !== undefined && !other.has(id));
        const values = { ...represent(leaf(row), selection), ...large.values };
        const level = this.#levels.indexOf(sibling.path);
        const identity = JSON.stringify([selection.entity.name, sibling.keys.at(-1)]);
        visible.set(id, { path: paths.of(sibling), level, identity, values, digests: large.digests });
      }
    }
    return this.operation.aggregate.paths.some((path) => path.at(-1)?.target === this.operation.aggregate.root)
      ? withoutRepeatedRoots(visible)
      : visible;
  }

  /** Reads the children of one parent, with the selection of a GET. */
  async #read(siblings: readonly LocatedRow[]) {
    const place = this.#placeOf(siblings[0]!);
    const selection = this.#selectionAt(siblings[0]!.path);
    const rows = new Map<string, Row>();
    if (!selection) return { place, rows, selection };
    const { entity } = selection;
    const isSingle = place.path.at(-1)?.kind === 'oneToOne';
    const keys = siblings.map(({ chain }) => chain.at(-1)!.get(entity.key.name) as EntityKey);
    const wanted: WantedKeys = isSingle ? undefined : keys;
    for (const row of await this.#store.retrieval.find(place, wanted, { selection })) rows.set(keyOf(entity, row), row);
    return { place, rows, selection };
  }

  #placeOf({ path, chain }: LocatedRow): Place {
    const { aggregate } = this.operation;
    const parentKeys = path.map(({ owner }, index) => {
      const isSingle = index > 0 && path[index - 1]!.kind === 'oneToOne';
      return isSingle ? undefined : (chain[index]!.get(owner.key.name) as EntityKey);
    });
    return { aggregate, path, parentKeys };
  }

  #selectionAt(path: CollectionPath): Selection | undefined {
    if (!this.#selections.has(path)) this.#selections.set(path, this.#computeSelection(path));
    return this.#selections.get(path);
  }

  /**
   * The fields of the rows at a path; undefined if the request may not read them. The written entities themselves are
   * part of its response even if no route reads them, without permission with their keys alone.
   */
  #computeSelection(path: CollectionPath): Selection | undefined {
    const { verb, aggregate, collections, entity } = this.operation;
    const isAtOrBelow = verb !== 'batch' && collections.every((step, index) => step === path[index]);
    const isPermitted = this.#access.permits(entriesAt(aggregate.root, path, 'GET'));
    if (!isPermitted) return isAtOrBelow && path.length === collections.length ? keySelection(entity) : undefined;
    const stepsToRead = path.slice(isAtOrBelow ? collections.length : 0);
    const isExposed =
      (isAtOrBelow || aggregate.exposure.read) &&
      stepsToRead.every(({ exposure, isHidden }) => exposure.read && !isHidden);
    if (!isExposed) return undefined;
    const within = path.at(-1);
    const whole = defaultSelection(within?.target ?? aggregate.root, this.#access, false, within);
    return { ...whole, references: new Map(), collections: new Map() };
  }
}

/**
 * Leaves each row of the root's class once, where a self-association contains it as a child too: below the requested
 * entity, else as a root.
 */
function withoutRepeatedRoots(rows: VisibleRows): VisibleRows {
  const roots = new Set([...rows.values()].filter(({ level }) => level === 0).map(({ identity }) => identity));
  const isRequested = ({ path }: VisibleRow) => !path.startsWith('/');
  const requested = new Set([...rows.values()].filter(isRequested).map(({ identity }) => identity));
  const isKept = (row: VisibleRow) => {
    if (!roots.has(row.identity)) return true;
    return requested.has(row.identity) ? isRequested(row) : row.level === 0;
  };
  return new Map([...rows].filter(([, row]) => isKept(row)));
}

function siblingsAmong(located: readonly LocatedRow[]): Iterable<readonly LocatedRow[]> {
  const groups = new Map<string, LocatedRow[]>();
  for (const row of located) {
    const parentId = idOf({ ...row, keys: row.keys.slice(0, -1) });
    const group = groups.get(parentId);
    if (group) group.push(row);
    else groups.set(parentId, [row]);
  }
  return groups.values();
}

function keyOf({ key }: EntityMetadata, row: Row): string {
  return String(row.get(key.name));
}

function idOf({ path, keys }: LocatedRow): string {
  return JSON.stringify([path.map(({ property }) => property), keys]);
}
