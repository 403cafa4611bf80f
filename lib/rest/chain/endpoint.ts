import { NotFoundException, type Request } from '../../core';
import { BoundedMemo } from '../../foundation';
import type { AggregateMetadata, CollectionPath, EntityMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import { type EntityKey, type EntityStore, entityAt, type Place, type Selection } from '../../persistence';
import { entriesAt } from '../../security';
import { type Access, accessOf, OPEN_ACCESS } from '../access/access';
import type { WriteKind } from '../access/writable';
import type { BulkSection, SearchSection } from '../aggregate-configuration';
import { resourcePath } from '../operation/route-names';
import type { Write } from '../payload/changes-draft';
import { isTable, isTextFormat } from '../payload/from-text';
import { typedContent, typedRows } from '../payload/typed-content';
import { storeFor } from '../scopes/row-rules';
import { SearchReader } from '../search/search-reader';
import { keySelection, writtenSelection } from '../selection/build-selection';
import { readSelection } from '../selection/read-selection';
import { preferencesOf } from './preferences';
import { readKey } from './read-key';
import { RequestedKeys } from './requested-keys';

/** The name of the last key in a path. */
export const KEY_PARAMETER = 'id';

/** A root or collection with its paths: what the handlers of its routes share. */
export class Endpoint {
  readonly entity: EntityMetadata;
  /** Of the list: `/orders/{order_id}/order_items`. */
  readonly path: string;
  readonly search: SearchReader;
  readonly #parameters: readonly string[];
  readonly #keyed: readonly EntityMetadata[];
  /** By what the query names, where nothing is secured: the same selection has the same statements. */
  readonly #openSelections = new BoundedMemo((named) => readSelection(this.entity, JSON.parse(named), OPEN_ACCESS));

  constructor(
    readonly store: EntityStore,
    readonly aggregate: AggregateMetadata,
    readonly collections: CollectionPath,
    readonly bulk: BulkSection,
    search: SearchSection,
  ) {
    const { path, parameters } = resourcePath(aggregate, collections);
    this.path = path;
    this.#parameters = parameters;
    this.#keyed = collections.map(({ owner }) => owner);
    this.entity = entityAt({ aggregate, path: collections });
    this.search = new SearchReader(this.entity, collections.at(-1)?.wireName ?? aggregate.resourceName, search);
  }

  /** @throws NotFoundException for a parent key that no key is written as */
  placeOf({ pathParameters }: Request): Place {
    const parentKeys = this.#parameters.map((name, index) => requireKey(this.#keyed[index]!, pathParameters[name]!));
    return { aggregate: this.aggregate, path: this.collections, parentKeys };
  }

  /** What the operations of a request ask: rows outside the scope of its principal are not there. */
  storeFor(request: Request): EntityStore {
    return storeFor(this.store, request);
  }

  /** The content of a write, typed by its columns where the format has text alone. */
  contentOf(request: Request): unknown {
    const content = request.getContent();
    if (!isTextFormat(request.contentType)) return content;
    return isTable(request.contentType) ? typedRows(this.entity, content) : typedContent(this.entity, content);
  }

  /** What the request may do with the parts of the model. */
  accessOf(request: Request): Access {
    return accessOf(request, this.store.registry);
  }

  /** How payloads are read here. */
  write(kind: WriteKind, access: Access, ids = 1): Write {
    const { aggregate, collections, bulk } = this;
    return { kind, root: aggregate.root, collections, maxItems: bulk.maxItems, ids, access };
  }

  /** What the answer to a write shows: of entities that the request may not read, their keys alone. */
  answerTo(payloads: readonly Changes[], access: Access): Selection {
    const canRead = access.permits(entriesAt(this.aggregate.root, this.collections, 'GET'));
    return canRead ? writtenSelection(this.entity, payloads, access) : keySelection(this.entity);
  }

  /** @throws BadRequestException for an empty id, ContentTooLargeException for too many */
  keysOf({ rawPathParameters }: Request): RequestedKeys {
    return new RequestedKeys(this.entity, rawPathParameters[KEY_PARAMETER]!, this.bulk.maxItems);
  }

  /**
   * What a read shows of its entities.
   *
   * @throws BadRequestException for a name that is not known
   */
  selectionOf({ query }: Request, access: Access): Selection {
    const { include, exclude, expand } = query;
    if (!access.isOpen || !(include || exclude || expand)) return readSelection(this.entity, query, access);
    return this.#openSelections.of(JSON.stringify({ include, exclude, expand }));
  }

  /** Whether one missing id refuses the whole request. */
  isStrict(request: Request): boolean {
    return this.bulk.missing === 'reject' || preferencesOf(request).isStrict;
  }
}

function requireKey(entity: EntityMetadata, text: string): EntityKey {
  const key = readKey(entity.key, text);
  if (key === undefined) throw notFound(entity, [text]);
  return key;
}

/** The same words whether the key is missing, wrong-typed, or that of another parent's child. */
export function notFound({ name, key }: EntityMetadata, keys: readonly EntityKey[]): NotFoundException {
  const list = keys.map((one) => JSON.stringify(String(one))).join(', ');
  return new NotFoundException(`No ${name} with ${key.wireName} ${list} is here.`);
}
