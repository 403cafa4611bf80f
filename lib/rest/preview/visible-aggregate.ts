import type { Request } from '../../core';
import type { CollectionPath, EntityMetadata } from '../../metadata';
import { leaf } from '../../operations';
import {
  type EntityKey,
  type EntityStore,
  type LocatedRow,
  locateRows,
  type Place,
  type Row,
  type Selection,
  type WantedKeys,
  type WrittenRows,
} from '../../persistence';
import { entriesAt } from '../../security';
import type { Access } from '../access/access';
import type { Domain } from '../chain/domain';
import { type Representation, represent } from '../chain/representation';
import type { Operation } from '../operation/operation';
import { defaultSelection, keySelection } from '../selection/default-selection';
import { ChangePaths } from './change-paths';
import { LargeSizes } from './large-sizes';
import { Asked } from './requested-entities';

/** A row of the aggregate as who sends the request may see it. */
export interface VisibleRow {
  /** See {@link ChangePaths}. */
  readonly path: string;
  /** Which of the ways from the root it is on. */
  readonly level: number;
  readonly values: Representation;
  /** Digests of large values, by wire name, to compare them: only their size is shown. */
  readonly marks: ReadonlyMap<string, string>;
}

/** By what tells the row, and those above it, from others. */
export type VisibleRows = ReadonlyMap<string, VisibleRow>;

/** The rows of an aggregate that a write concerns, as far as the one who sends it may read them. */
export class VisibleAggregate {
  readonly #store: EntityStore;
  readonly #access: Access;
  readonly #asked: Asked;
  readonly #levels: readonly CollectionPath[];
  readonly #selections = new Map<CollectionPath, Selection | undefined>();

  constructor(
    private readonly operation: Operation,
    domain: Domain,
    request: Request,
  ) {
    this.#store = domain.storeFor(request);
    this.#access = domain.rights.accessOf(request);
    this.#asked = new Asked(operation, request);
    this.#levels = [[], ...operation.aggregate.paths];
  }

  /**
   * The rows that were written, and those above them, as they are now.
   *
   * @param other those of the other state, once they are known
   */
  async rows(written: WrittenRows, other?: VisibleRows): Promise<VisibleRows> {
    const standing = await locateRows(this.operation.aggregate.root, this.#levels, written, this.#asked.rootKeys);
    // The elements of payloads stand in different steps.
    const placed = this.operation.verb === 'batch' ? [] : written.placed;
    const paths = new ChangePaths(this.operation, this.#asked, placed);
    const sizes = new LargeSizes(this.#store.retrieval, this.#access, written);
    const seen = new Map<string, VisibleRow>();
    for (const siblings of siblingsAmong(standing)) {
      const { place, rows, selection } = await this.#read(siblings);
      if (!selection) continue;
      for (const one of siblings) {
        const own = one.chain.at(-1)!;
        const row = rows.get(keyOf(selection.entity, own));
        if (!row) continue;
        const name = nameOf(one);
        const { values, marks } = await sizes.of(place, row, other !== undefined && !other.has(name));
        const shown = { ...represent(leaf(row), selection), ...values };
        seen.set(name, { path: paths.of(one), level: this.#levels.indexOf(one.path), values: shown, marks });
      }
    }
    return seen;
  }

  /** Children of one parent, as a request would read them there. */
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
    if (!this.#selections.has(path)) this.#selections.set(path, this.#makeSelection(path));
    return this.#selections.get(path);
  }

  /** Of what a response to the request shows though no route reads it, and of what it must not read, as responses do. */
  #makeSelection(path: CollectionPath): Selection | undefined {
    const { verb, aggregate, collections, entity } = this.operation;
    const isOwn = verb !== 'batch' && collections.every((step, index) => step === path[index]);
    const permitted = this.#access.permits(entriesAt(aggregate.root, path, 'GET'));
    if (!permitted) return isOwn && path.length === collections.length ? keySelection(entity) : undefined;
    const asked = path.slice(isOwn ? collections.length : 0);
    const isRead =
      (isOwn || aggregate.exposure.read) && asked.every(({ exposure, isHidden }) => exposure.read && !isHidden);
    if (!isRead) return undefined;
    const within = path.at(-1);
    const whole = defaultSelection(within?.target ?? aggregate.root, this.#access, false, within);
    return { ...whole, references: new Map(), collections: new Map() };
  }
}

function siblingsAmong(standing: readonly LocatedRow[]): Iterable<readonly LocatedRow[]> {
  const groups = new Map<string, LocatedRow[]>();
  for (const one of standing) {
    const name = nameOf({ ...one, keys: one.keys.slice(0, -1) });
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  return groups.values();
}

function keyOf({ key }: EntityMetadata, row: Row): string {
  return String(row.get(key.name));
}

function nameOf({ path, keys }: LocatedRow): string {
  return JSON.stringify([path.map(({ property }) => property), keys]);
}
