import { digestOf, type Request, type Response } from '../../core';
import { type CollectionMetadata, type CollectionPath, type FieldMetadata, versionFieldOf } from '../../metadata';
import { noticesReads, type Row, SelectedRow, type Selection, versionNameAt } from '../../persistence';
import type { Operation } from '../operation/operation';

/** In place of a shape: a write leads to a version of its own, so that nothing else has the same tag. */
const WRITTEN = 'w';

/** The representation that a read would show. */
interface Shown {
  /** Whether it is an array. */
  readonly isList: boolean;
  /** Whether the version decides which entities these are. */
  readonly isSettled: boolean;
  /** Of a list. */
  readonly part?: string;
}

/** The entity tags of one operation's responses. */
export class AggregateTags {
  /** By what is shown; empty where the body has to tell what it shows. */
  readonly #shapes = new WeakMap<Selection, string>();

  readonly #rootVersion: string | undefined;

  /** @param versionName under which rows tell the version of their root; undefined where nothing does */
  private constructor(
    private readonly operation: Operation,
    /** Whether who asks sees some rows only, so that others see others. */
    private readonly isScoped: boolean,
    readonly versionName: string | undefined,
  ) {
    this.#rootVersion = versionFieldOf(operation.aggregate.root);
  }

  /** Undefined where they are off. */
  static of(operation: Operation, domain: { readonly rows: { readonly areAny: boolean } }): AggregateTags | undefined {
    if (operation.input.concurrency === 'off') return undefined;
    const { aggregate, collections: path } = operation;
    return new AggregateTags(operation, domain.rows.areAny, versionNameAt({ aggregate, path }));
  }

  /**
   * Tags what a read shows.
   *
   * @param row       one of those that were read, with the version of their root
   * @param selection what the content shows of each entity
   * @param isSettled whether the version decides which entities these are
   * @param part      of a list that it shows
   */
  read(response: Response, row: Row, selection: Selection, content: unknown, isSettled = true, part = ''): void {
    const name = this.versionName;
    const version = name === undefined ? undefined : row instanceof SelectedRow ? row.json(name) : row.get(name);
    if (name !== undefined && typeof version !== 'number') return;
    const shape = name !== undefined && isSettled ? (this.#shapes.get(selection) ?? this.#learn(selection)) : '';
    response.setEntityTag({ version: version as number | undefined, shape: shape ? shape + part : undefined, content });
  }

  /**
   * Has a read of several statements end after the first, where the request names the tag that {@link read} would give:
   * the response is 304 then. Undefined where the version does not decide what is shown, or no tag is of that shape.
   */
  endingKnown(
    { headers }: Request,
    response: Response,
    selection: Selection,
    { isList, isSettled, part = '' }: Shown,
  ): ((row: Row) => boolean) | undefined {
    const name = this.versionName;
    if (name === undefined || !isSettled) return undefined;
    const shape = (this.#shapes.get(selection) ?? this.#learn(selection)) || undefined;
    if (shape === undefined || !headers['if-none-match']?.includes(`-${shape}${part}.`)) return undefined;
    return (row) => {
      const version = row.get(name);
      return typeof version === 'number' && response.respondIfKnown({ version, shape: shape + part }, isList);
    };
  }

  /**
   * Tags what a write shows, or, where it shows nothing, the version that it has led to. Children that a payload has named
   * come in its order, so that no read has the same tag.
   *
   * @param root once all is written
   */
  written(response: Response, root: Row | undefined, selection?: Selection, content?: unknown): void {
    const name = this.#rootVersion;
    const version = name === undefined ? undefined : root?.get(name);
    if (typeof version !== 'number') return;
    let shape: string | undefined;
    if (selection && selection.collections.size > 0) shape = WRITTEN;
    else if (selection) shape = this.#shapes.get(selection) ?? this.#learn(selection);
    response.setEntityTag({ version, shape: shape || undefined, content });
  }

  #learn(selection: Selection): string {
    const text = this.isScoped ? undefined : this.#textOf(selection, this.operation.collections);
    const shape = text === undefined ? '' : digestOf(text).slice(0, 11);
    this.#shapes.set(selection, shape);
    return shape;
  }

  /** Undefined where something is shown that changes without the version of the root. */
  #textOf(selection: Selection, path: CollectionPath): string | undefined {
    const { entity, fields, references, collections, withDeleted } = selection;
    if (references.size > 0 || fields.some(isMade) || noticesReads(entity) || !this.#holds(path)) return undefined;
    let text = `${entity.name}${withDeleted ? '!' : ''}(${fields.map(namesOf).join()}`;
    for (const [collection, below] of collections) {
      const inner = this.#textOf(below, [...path, collection]);
      if (inner === undefined) return undefined;
      text += `,${namesOf(collection)}:${inner}`;
    }
    return `${text})`;
  }

  #holds(path: CollectionPath): boolean {
    const isSame = (one: CollectionPath) =>
      one.length === path.length && one.every((step: CollectionMetadata, index) => step === path[index]);
    return path.length === 0 || this.operation.aggregate.paths.some(isSame);
  }
}

/** With the old name, which is shown too. */
function namesOf({ wireName, renamed }: FieldMetadata | CollectionMetadata): string {
  return renamed ? `${wireName}=${renamed.name}` : wireName;
}

/** Whether code gives the value, which may read anything. */
function isMade({ sources }: FieldMetadata): boolean {
  return sources !== undefined;
}
