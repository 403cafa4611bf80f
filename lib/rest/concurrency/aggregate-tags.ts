import { digestOf, type Request, type Response } from '../../core';
import { type CollectionMetadata, type CollectionPath, type FieldMetadata, versionFieldOf } from '../../metadata';
import { needsInstances, type Row, SelectedRow, type Selection, versionNameAt } from '../../persistence';
import type { Operation } from '../operation/operation';

/** The shape of a response to a write with children: no read has the same version and shape. */
const WRITTEN = 'w';

/** The representation that a read would return. */
interface Representation {
  readonly isList: boolean;
  /** Whether the version of the root determines which entities the response contains. */
  readonly isSettled: boolean;
  /** The page of a list. */
  readonly part?: string;
}

/**
 * The entity tags of one operation's responses. A tag contains the version of the root, and a shape: a digest of the
 * selection when the version determines the content, else of the body.
 */
export class AggregateTags {
  /** Digests of selections; empty when the body must be digested instead. */
  readonly #shapes = new WeakMap<Selection, string>();

  readonly #rootVersion: string | undefined;

  /** @param versionName the name under which rows hold the version of their root; undefined without a version */
  private constructor(
    private readonly operation: Operation,
    /** Whether principals see different rows, by `@Scope`. */
    private readonly isScoped: boolean,
    readonly versionName: string | undefined,
  ) {
    this.#rootVersion = versionFieldOf(operation.aggregate.root);
  }

  /** Undefined when entity tags are off for the operation. */
  static of(
    operation: Operation,
    domain: { readonly scopes: { readonly areAny: boolean } },
  ): AggregateTags | undefined {
    if (operation.input.concurrency === 'off') return undefined;
    const { aggregate, collections: path } = operation;
    return new AggregateTags(operation, domain.scopes.areAny, versionNameAt({ aggregate, path }));
  }

  /**
   * Sets the tag of the response to a read.
   *
   * @param row       one of the rows, with the version of the root
   * @param isSettled whether the version determines which entities the content has
   * @param part      the page of a list
   */
  setForRead(response: Response, row: Row, selection: Selection, content: unknown, isSettled = true, part = ''): void {
    const name = this.versionName;
    const version = name === undefined ? undefined : row instanceof SelectedRow ? row.json(name) : row.get(name);
    if (name !== undefined && typeof version !== 'number') return;
    const shape = name !== undefined && isSettled ? (this.#shapes.get(selection) ?? this.#computeShape(selection)) : '';
    response.setEntityTag({
      version: version as number | undefined,
      representation: shape ? shape + part : undefined,
      content,
    });
  }

  /**
   * Returns a check that ends a read of several statements with 304 after the first, if `If-None-Match` has the tag that
   * {@link setForRead} would set. Undefined if no tag of the request can match.
   */
  notModifiedCheck(
    { headers }: Request,
    response: Response,
    selection: Selection,
    { isList, isSettled, part = '' }: Representation,
  ): ((row: Row) => boolean) | undefined {
    const name = this.versionName;
    if (name === undefined || !isSettled) return undefined;
    const shape = (this.#shapes.get(selection) ?? this.#computeShape(selection)) || undefined;
    if (shape === undefined || !headers['if-none-match']?.includes(`-${shape}${part}.`)) return undefined;
    return (row) => {
      const version = row.get(name);
      if (typeof version !== 'number') return false;
      return response.respondIfKnown?.({ version, representation: shape + part }, isList) ?? false;
    };
  }

  /**
   * Sets the tag of the response to a write; without content it contains only the new version. Content with children never has the tag
   * of a read, because the children are in the order of the payload.
   *
   * @param root after the write
   */
  setForWrite(response: Response, root: Row | undefined, selection?: Selection, content?: unknown): void {
    const name = this.#rootVersion;
    const version = name === undefined ? undefined : root?.get(name);
    if (typeof version !== 'number') return;
    let shape: string | undefined;
    if (selection && selection.collections.size > 0) shape = WRITTEN;
    else if (selection) shape = this.#shapes.get(selection) ?? this.#computeShape(selection);
    response.setEntityTag({ version, representation: shape || undefined, content });
  }

  #computeShape(selection: Selection): string {
    const text = this.isScoped ? undefined : this.#textOf(selection, this.operation.collections);
    const shape = text === undefined ? '' : digestOf(text).slice(0, 11);
    this.#shapes.set(selection, shape);
    return shape;
  }

  /** Undefined if the selection includes values that change without the version of the root. */
  #textOf(selection: Selection, path: CollectionPath): string | undefined {
    const { entity, fields, references, collections, withDeleted } = selection;
    if (references.size > 0 || fields.some(isComputed) || needsInstances(entity) || !this.#isInAggregate(path)) {
      return undefined;
    }
    let text = `${entity.name}${withDeleted ? '!' : ''}(${fields.map(namesOf).join()}`;
    for (const [collection, below] of collections) {
      const nested = this.#textOf(below, [...path, collection]);
      if (nested === undefined) return undefined;
      text += `,${namesOf(collection)}:${nested}`;
    }
    return `${text})`;
  }

  #isInAggregate(path: CollectionPath): boolean {
    const isSame = (known: CollectionPath) =>
      known.length === path.length && known.every((step: CollectionMetadata, index) => step === path[index]);
    return path.length === 0 || this.operation.aggregate.paths.some(isSame);
  }
}

/** The wire name, with the old name that the content has too. */
function namesOf({ wireName, renamed }: FieldMetadata | CollectionMetadata): string {
  return renamed ? `${wireName}=${renamed.name}` : wireName;
}

/** The code of a computed field may read anything. */
function isComputed({ sources }: FieldMetadata): boolean {
  return sources !== undefined;
}
