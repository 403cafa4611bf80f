import { BadRequestException, ContentTooLargeException, type Request, type Response } from '../../core';
import type { EntityMetadata } from '../../metadata';
import { EntityNotFoundError } from '../../operations';
import type { EntityKey, Row } from '../../persistence';
import type { Operation } from '../operation/operation';
import { KEY_PARAMETER } from '../operation/resource-path';
import { readKey } from './read-key';

/** Room for missing ids in a header; what is cut off is said by `...`. */
const MAX_HEADER_LENGTH = 2048;

interface Found {
  readonly entity: Row;
}

/** @throws BadRequestException for an empty id, ContentTooLargeException for too many */
export function keysOf({ entity, input }: Operation, { rawPathParameters }: Request): RequestedKeys {
  return new RequestedKeys(entity, rawPathParameters[KEY_PARAMETER]!, input.maxItems);
}

/** @throws BadRequestException for several ids where one is taken */
export function requireSingleIds(
  { rawPathParameters }: Request,
  detail = 'The bytes of a value are transferred for one id at a time.',
): void {
  if (Object.values(rawPathParameters).some((raw) => raw.includes(','))) throw new BadRequestException(detail);
}

/** The keys at the end of a path: one, or several joined by commas. */
export class RequestedKeys {
  /** As the columns hold them, in request order, each once; texts that no key is written as are left out. */
  readonly keys: readonly EntityKey[];
  /** Whether the response is an array: exactly when the request has a comma. */
  readonly isList: boolean;
  readonly #keyByText: ReadonlyMap<string, EntityKey | undefined>;

  /**
   * @param raw  as it was sent: a literal comma separates, `%2C` is data
   * @throws BadRequestException for an empty part, ContentTooLargeException for more than `maxItems`
   */
  constructor(
    private readonly entity: EntityMetadata,
    raw: string,
    maxItems: number,
  ) {
    const parts = raw.split(',');
    if (parts.includes('')) throw new BadRequestException('One of the ids in the path is empty.');
    if (parts.length > maxItems) {
      throw new ContentTooLargeException(
        `There are ${parts.length} ids in the path: send at most ${maxItems} at once.`,
      );
    }
    this.isList = parts.length > 1;
    const keyByText = new Map<string, EntityKey | undefined>();
    const keys: EntityKey[] = [];
    for (const part of parts) {
      const text = decodeURIComponent(part);
      if (keyByText.has(text)) continue;
      const key = readKey(entity.key, text);
      keyByText.set(text, key);
      if (key !== undefined) keys.push(key);
    }
    this.#keyByText = keyByText;
    this.keys = keys;
  }

  /** Whether some text is written as no key is: it is missing before the database is asked. */
  get hasUnreadable(): boolean {
    return this.keys.length < this.#keyByText.size;
  }

  /** @throws EntityNotFoundError when each of the texts is written as no key is */
  requireReadable(): void {
    if (this.keys.length === 0) throw this.notFound();
  }

  /** The texts of those that were not found, in request order. */
  missing(found: readonly Found[]): string[] {
    const there = new Set(found.map(({ entity }) => String(entity.get(this.entity.key.name))));
    return [...this.#keyByText].filter(([, key]) => key === undefined || !there.has(String(key))).map(([text]) => text);
  }

  /** @throws EntityNotFoundError when one of the keys is missing */
  requireAll(found: readonly Found[]): void {
    const missing = this.missing(found);
    if (missing.length > 0) throw this.notFound(missing);
  }

  /** The same error whether a key is missing, cannot be read, or is that of another parent's child. */
  notFound(missing: readonly string[] = this.missing([])): EntityNotFoundError {
    return new EntityNotFoundError(this.entity, missing, this.isList);
  }

  /** The error for keys of this request, as it wrote them; any other error as it is. */
  inRequestsWords(error: unknown): unknown {
    const isOwn = error instanceof EntityNotFoundError && error.entity === this.entity && this.#asksFor(error.keys);
    return isOwn ? this.notFound(this.#textsOf(error.keys)) : error;
  }

  /** Names in `Missing-Ids` what was not found beside what was. */
  reportMissing(response: Response, found: readonly Found[]): void {
    // A single id is there or 404; its entity may bear another key by now.
    if (!this.isList) return;
    const missing = this.missing(found).map(encodeURIComponent);
    if (missing.length === 0) return;
    let header = missing.join(',');
    if (header.length > MAX_HEADER_LENGTH) {
      const end = header.lastIndexOf(',', MAX_HEADER_LENGTH);
      header = `${header.slice(0, Math.max(end, 0))},...`;
    }
    response.setHeader('Missing-Ids', header);
  }
  /** Whether these are the keys that stand at the end of the path, not those of a parent. */
  #asksFor(keys: readonly EntityKey[]): boolean {
    const own = new Set(this.keys);
    return keys.every((key) => own.has(key));
  }

  /** The texts that are no keys, and those of the given keys. */
  #textsOf(keys: readonly EntityKey[]): string[] {
    const asked = new Set(keys);
    return [...this.#keyByText].filter(([, key]) => key === undefined || asked.has(key)).map(([text]) => text);
  }
}
