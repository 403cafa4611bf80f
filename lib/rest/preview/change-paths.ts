import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { LocatedRow, PlacedRow, Row } from '../../persistence';
import { codecOf } from '../../values';
import type { Operation } from '../operation/operation';
import type { Asked } from './requested-entities';

/** From the payload down to an element. */
type PayloadPath = PlacedRow['path'];

/** A row on the way, as its path has it. */
interface Named {
  readonly text: string;
  /** Undefined for what the payload does not name. */
  readonly payloadPath?: PayloadPath;
}

/**
 * The paths of rows in changes. What the request is about, and what is below it, is named from there, elements of the
 * payload by their indexes as in `field_errors`, others by their keys: `order_items[0]`, `order_items[id=7]`. All else is
 * named from the root, behind a slash: `/orders[id=7].invoice`.
 */
export class ChangePaths {
  /** By the element that holds it, the collection, and the row. */
  readonly #payloadPaths: ReadonlyMap<string, PayloadPath>;

  constructor(
    private readonly operation: Operation,
    private readonly asked: Asked,
    placed: readonly PlacedRow[],
  ) {
    this.#payloadPaths = new Map(placed.map((row) => [nameOf(aboveIn(row.path), row.model, row.key), row.path]));
  }

  /** Empty for the one entity that the request is about. */
  of(standing: LocatedRow): string {
    const { aggregate, collections } = this.operation;
    const { path, chain } = standing;
    const own = this.#own(standing);
    const rootName: Named = { text: `/${aggregate.resourceName}${selector(aggregate.root, chain[0]!)}` };
    const steps = path.slice(own ? collections.length : 0);
    const rows = chain.slice(chain.length - steps.length);
    return steps.reduce((above, step, index) => this.#below(above, step, rows[index]!), own ?? rootName).text;
  }

  /** The entity on the way that the request is about; undefined where there is none. */
  #own({ path, chain }: LocatedRow): Named | undefined {
    const { collections, verb, input, entity } = this.operation;
    const { length } = collections;
    const row = chain[length];
    if (!row || !collections.every((step, index) => step === path[index]) || !this.#isBelowParents(chain))
      return undefined;
    if (verb === 'create') return this.#created(row);
    if (verb === 'replace') return this.#element(collections.at(-1)!, row);
    if (input.keys === 'none') return { text: '', payloadPath: [] };
    const key = String(row.get(entity.key.name));
    if (!this.asked.keys.some((one) => String(one) === key)) return undefined;
    return { text: this.asked.isList ? selector(entity, row) : '', payloadPath: [] };
  }

  #isBelowParents(chain: LocatedRow['chain']): boolean {
    const { parentKeys } = this.asked.place ?? {};
    const { aggregate, collections } = this.operation;
    const entities = [aggregate.root, ...collections.map(({ target }) => target)];
    return parentKeys?.every((key, index) => isKey(entities[index]!, chain[index]!, key)) === true;
  }

  /** One of the entities that the payload describes. */
  #created(row: Row): Named | undefined {
    const payloadPath = this.#payloadPathOf([], undefined, this.operation.entity, row);
    if (!payloadPath) return undefined;
    return { text: this.asked.isList ? `[${payloadPath.at(-1)}]` : '', payloadPath };
  }

  /** An element of the collection that is replaced, whose name is left out. */
  #element({ property, target }: CollectionMetadata, row: Row): Named {
    const payloadPath = this.#payloadPathOf([], property, target, row);
    return { text: payloadPath ? `[${payloadPath.at(-1)}]` : selector(target, row), payloadPath };
  }

  #below(
    { text, payloadPath: above }: Named,
    { kind, property, wireName, target }: CollectionMetadata,
    row: Row,
  ): Named {
    const payloadPath = above && this.#payloadPathOf(above, property, target, row);
    const named = text === '' ? wireName : `${text}.${wireName}`;
    if (kind === 'oneToOne') return { text: named, payloadPath };
    return { text: `${named}${payloadPath ? `[${payloadPath.at(-1)}]` : selector(target, row)}`, payloadPath };
  }

  #payloadPathOf(
    above: PayloadPath,
    property: string | undefined,
    { type, primaryKey }: EntityMetadata,
    row: Row,
  ): PayloadPath | undefined {
    const place = property === undefined ? above : [...above, property];
    return this.#payloadPaths.get(nameOf(place, type.name, String(row.get(primaryKey.name))));
  }
}

/** The path of the collection of an element: without its index. */
function aboveIn(path: PayloadPath): PayloadPath {
  return typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
}

function nameOf(place: PayloadPath, model: string, key: string): string {
  return JSON.stringify([place, model, key]);
}

/** @param key undefined for a single child, which its parent tells */
function isKey(entity: EntityMetadata, row: Row, key: unknown): boolean {
  return key === undefined || String(row.get(entity.key.name)) === String(key);
}

/** `[id=7]` */
function selector({ key }: EntityMetadata, row: Row): string {
  return `[${key.wireName}=${JSON.stringify(codecOf(key.type).write(row.get(key.name)))}]`;
}
