import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { LocatedRow, PlacedRow, Row } from '../../persistence';
import { codecOf } from '../../values';
import type { Operation } from '../operation/operation';
import type { RequestedEntities } from './requested-entities';

/** The path of an element in the payload. */
type PayloadPath = PlacedRow['path'];

/** The path of a row in a response. */
interface RowPath {
  readonly text: string;
  /** Undefined for a row that the payload does not contain. */
  readonly payloadPath?: PayloadPath;
}

/**
 * The paths of rows in the changes of a preview.
 *
 * Rows at and below the requested entity have paths relative to it: elements of the payload by index, as in
 * `field_errors` (`order_items[0]`), others by key (`order_items[id=7]`). All other rows have paths from the root, with a
 * leading slash (`/orders[id=7].invoice`).
 */
export class ChangePaths {
  /** The payload paths of rows, by the path of their collection, their model and their key. */
  readonly #payloadPaths: ReadonlyMap<string, PayloadPath>;

  constructor(
    private readonly operation: Operation,
    private readonly requested: RequestedEntities,
    placed: readonly PlacedRow[],
  ) {
    this.#payloadPaths = new Map(placed.map((row) => [idOf(withoutIndex(row.path), row.model, row.key), row.path]));
  }

  /** The path of a row; empty for the one entity that the request is about. */
  of(located: LocatedRow): string {
    const { aggregate, collections } = this.operation;
    const { path, chain } = located;
    const requestedPath = this.#requestedPath(located);
    const rootPath: RowPath = { text: `/${aggregate.resourceName}${selector(aggregate.root, chain[0]!)}` };
    const steps = path.slice(requestedPath ? collections.length : 0);
    const rows = chain.slice(chain.length - steps.length);
    return steps.reduce((above, step, index) => this.#below(above, step, rows[index]!), requestedPath ?? rootPath).text;
  }

  /** The path of the requested entity at or above the row; undefined if there is none. */
  #requestedPath({ path, chain }: LocatedRow): RowPath | undefined {
    const { collections, verb, input, entity } = this.operation;
    const { length } = collections;
    const row = chain[length];
    if (!row || !collections.every((step, index) => step === path[index]) || !this.#isBelowParents(chain))
      return undefined;
    if (verb === 'create') return this.#created(row);
    if (verb === 'replace') return this.#element(collections.at(-1)!, row);
    if (input.keys === 'none') return { text: '', payloadPath: [] };
    const key = String(row.get(entity.key.name));
    if (!this.requested.keys.some((requestedKey) => String(requestedKey) === key)) return undefined;
    return { text: this.requested.isList ? selector(entity, row) : '', payloadPath: [] };
  }

  #isBelowParents(chain: LocatedRow['chain']): boolean {
    const { parentKeys } = this.requested.place ?? {};
    const { aggregate, collections } = this.operation;
    const entities = [aggregate.root, ...collections.map(({ target }) => target)];
    return parentKeys?.every((key, index) => hasKey(entities[index]!, chain[index]!, key)) === true;
  }

  /** The path of a created entity; undefined if the payload does not contain it. */
  #created(row: Row): RowPath | undefined {
    const payloadPath = this.#payloadPathOf([], undefined, this.operation.entity, row);
    if (!payloadPath) return undefined;
    return { text: this.requested.isList ? `[${payloadPath.at(-1)}]` : '', payloadPath };
  }

  /** The path of an element of the replaced collection, without the collection's name. */
  #element({ property, target }: CollectionMetadata, row: Row): RowPath {
    const payloadPath = this.#payloadPathOf([], property, target, row);
    return { text: payloadPath ? `[${payloadPath.at(-1)}]` : selector(target, row), payloadPath };
  }

  #below(
    { text, payloadPath: above }: RowPath,
    { kind, property, wireName, target }: CollectionMetadata,
    row: Row,
  ): RowPath {
    const payloadPath = above && this.#payloadPathOf(above, property, target, row);
    const collectionText = text === '' ? wireName : `${text}.${wireName}`;
    if (kind === 'oneToOne') return { text: collectionText, payloadPath };
    const element = payloadPath ? `[${payloadPath.at(-1)}]` : selector(target, row);
    return { text: collectionText + element, payloadPath };
  }

  #payloadPathOf(
    above: PayloadPath,
    property: string | undefined,
    { type, primaryKey }: EntityMetadata,
    row: Row,
  ): PayloadPath | undefined {
    const collectionPath = property === undefined ? above : [...above, property];
    return this.#payloadPaths.get(idOf(collectionPath, type.name, String(row.get(primaryKey.name))));
  }
}

/** The path of an element's collection. */
function withoutIndex(path: PayloadPath): PayloadPath {
  return typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
}

function idOf(collectionPath: PayloadPath, model: string, key: string): string {
  return JSON.stringify([collectionPath, model, key]);
}

/** @param key undefined for a single child, which has no key in paths */
function hasKey(entity: EntityMetadata, row: Row, key: unknown): boolean {
  return key === undefined || String(row.get(entity.key.name)) === String(key);
}

/** `[id=7]` */
function selector({ key }: EntityMetadata, row: Row): string {
  return `[${key.wireName}=${JSON.stringify(codecOf(key.type).write(row.get(key.name)))}]`;
}
