import { type ContentTag, digestOf } from '../../core';
import { type CollectionMetadata, type CollectionPath, type FieldMetadata, versionFieldOf } from '../../metadata';
import type { RootCheck } from '../../operations';
import { codeOnReads, type Row, SelectedRow, type Selection, stateNameAt } from '../../persistence';
import type { Operation } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';
import type { RowDigests } from './row-digests';

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

/** Whether the client has the content with a tag, by its media type; then the response is 304. */
export type IsKnown = (tag: Omit<ContentTag, 'content'>, isList: boolean) => boolean;

/** A comparison with `If-None-Match` by the first row of a read. */
export interface KnownCheck {
  /** Whether the client has the content. */
  readonly isMet: boolean;
  matches(row: Row): boolean;
}

/** What entity tags need of the domain. */
interface TaggedDomain {
  readonly scopes: { readonly areAny: boolean };
  readonly rowDigests: RowDigests;
}

/**
 * The entity tags of one operation's responses. A tag contains the version of the root, and a shape: a digest of the
 * selection when the version determines the content, else of the body. Without a version it contains a digest of the rows
 * that the path names, and one of the body.
 */
export class AggregateTags {
  /** Digests of selections; empty when the body must be digested instead. */
  readonly #shapes = new WeakMap<Selection, string>();

  readonly #rootVersion: string | undefined;

  private constructor(
    private readonly operation: Operation,
    private readonly domain: TaggedDomain,
    /** The name under which rows hold the version of their root, or the rows of the path. */
    readonly versionName: string,
  ) {
    this.#rootVersion = versionFieldOf(operation.aggregate.root);
  }

  /** Undefined when entity tags are off for the operation. */
  static of(operation: Operation, domain: TaggedDomain): AggregateTags | undefined {
    if (operation.input.concurrency === 'off') return undefined;
    const { aggregate, collections: path, verb } = operation;
    return new AggregateTags(operation, domain, stateNameAt({ aggregate, path }, verb === 'list'));
  }

  /**
   * The tag of the response to a read.
   *
   * @param rows      those that the path names, or one row of a list
   * @param isSettled whether the version determines which entities the content has
   * @param part      the page of a list
   */
  forRead(
    rows: readonly Row[],
    selection: Selection,
    content: unknown,
    isSettled = true,
    part = '',
  ): ContentTag | undefined {
    if (this.#rootVersion === undefined) return this.#forRows(rows, content);
    const version = stateOf(rows[0]!, this.versionName);
    if (typeof version !== 'number') return undefined;
    const shape = isSettled ? (this.#shapes.get(selection) ?? this.#computeShape(selection)) : '';
    return { version, representation: shape ? shape + part : undefined, content };
  }

  /** The content is always digested: it may have rows that the path does not name. */
  #forRows(rows: readonly Row[], content: unknown): ContentTag | undefined {
    const texts = rows.map((row) => stateOf(row, this.versionName));
    if (!texts.every((text) => typeof text === 'string')) return undefined;
    return { version: this.domain.rowDigests.of(...texts), representation: undefined, content };
  }

  /**
   * Returns a check that ends a read of several statements after the first, if `If-None-Match` has the tag that
   * {@link forRead} would give. Undefined if no tag of the request can match.
   */
  knownCheck(
    { headers }: RequestParts,
    isKnown: IsKnown,
    selection: Selection,
    { isList, isSettled, part = '' }: Representation,
  ): KnownCheck | undefined {
    const name = this.versionName;
    if (this.#rootVersion === undefined || !isSettled) return undefined;
    const shape = (this.#shapes.get(selection) ?? this.#computeShape(selection)) || undefined;
    if (shape === undefined || !headers['if-none-match']?.includes(`-${shape}${part}.`)) return undefined;
    const check = {
      isMet: false,
      matches(row: Row) {
        const version = row.get(name);
        check.isMet = typeof version === 'number' && isKnown({ version, representation: shape + part }, isList);
        return check.isMet;
      },
    };
    return check;
  }

  /**
   * The tag of the response to a write; without content it contains only the new version. Content with children never has the tag
   * of a read, because the children are in the order of the payload. Without a version only a conditional write has a tag.
   *
   * @param root after the write
   */
  forWrite(
    rootCheck: RootCheck | undefined,
    selection?: Selection,
    content?: unknown,
    root: Row | undefined = rootCheck?.root,
  ): ContentTag | undefined {
    const name = this.#rootVersion;
    if (name === undefined) {
      const version = rootCheck && this.domain.rowDigests.ofRows(rootCheck.rows);
      return version === undefined ? undefined : { version, representation: undefined, content };
    }
    const version = root?.get(name);
    if (typeof version !== 'number') return undefined;
    let shape: string | undefined;
    if (selection && selection.collections.size > 0) shape = WRITTEN;
    else if (selection) shape = this.#shapes.get(selection) ?? this.#computeShape(selection);
    return { version, representation: shape || undefined, content };
  }

  #computeShape(selection: Selection): string {
    const text = this.domain.scopes.areAny ? undefined : this.#textOf(selection, this.operation.collections);
    const shape = text === undefined ? '' : digestOf(text).slice(0, 11);
    this.#shapes.set(selection, shape);
    return shape;
  }

  /** Undefined if the selection includes values that change without the version of the root. */
  #textOf(selection: Selection, path: CollectionPath): string | undefined {
    const { entity, fields, references, collections, withDeleted } = selection;
    if (references.size > 0 || fields.some(isComputed) || codeOnReads(entity).isAny || !this.#isInAggregate(path)) {
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

function stateOf(row: Row, name: string): unknown {
  return row instanceof SelectedRow ? row.json(name) : row.get(name);
}

/** The wire name, with the old name that the content has too. */
function namesOf({ wireName, renamed }: FieldMetadata | CollectionMetadata): string {
  return renamed ? `${wireName}=${renamed.name}` : wireName;
}

/** The code of a computed field may read anything. */
function isComputed({ sources }: FieldMetadata): boolean {
  return sources !== undefined;
}
