import { BadRequestException, ContentTooLargeException } from '../../core';
import type { EntityMetadata } from '../../metadata';
import { EntityNotFoundError } from '../../operations';
import type { EntityKey, Row } from '../../persistence';
import type { Operation } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';
import { KEY_PARAMETER } from '../operation/resource-path';
import { readKey } from './read-key';

/** A longer list of missing ids is cut, and ends in `...`. */
const MAX_HEADER_LENGTH = 2048;

interface Found {
  readonly entity: Row;
}

/** The number of ids in the path as sent, repeated ones included; 1 for a path without ids. */
export function idCount({ rawPathParameters }: RequestParts): number {
  return rawPathParameters[KEY_PARAMETER]?.split(',').length ?? 1;
}

/**
 * The keys at the end of the path of a request.
 *
 * @throws BadRequestException for an empty id, ContentTooLargeException for too many
 */
export function keysOf({ entity, input }: Operation, { rawPathParameters }: RequestParts): RequestedKeys {
  return new RequestedKeys(entity, rawPathParameters[KEY_PARAMETER]!, input.maxItems);
}

/** @throws BadRequestException for several ids in any segment of the path */
export function requireSingleIds(
  { rawPathParameters }: RequestParts,
  detail = 'A large value is read and written for one id at a time.',
): void {
  if (Object.values(rawPathParameters).some((raw) => raw.includes(','))) throw new BadRequestException(detail);
}

/** The ids at the end of a path: one, or several separated by commas. */
export class RequestedKeys {
  /** The distinct keys in request order; ids that are not valid keys are left out. */
  readonly keys: readonly EntityKey[];
  /** Whether the request has several ids, so that the response is an array. */
  readonly isList: boolean;
  readonly #keyByText: ReadonlyMap<string, EntityKey | undefined>;

  /**
   * @param raw as it was sent: a literal comma separates, `%2C` is part of an id
   * @throws BadRequestException for an empty id, ContentTooLargeException for more than `maxItems`
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

  /** Whether an id is not a valid key, and therefore missing. */
  get hasInvalidIds(): boolean {
    return this.keys.length < this.#keyByText.size;
  }

  /** @throws EntityNotFoundError when none of the ids is a valid key */
  requireValidId(): void {
    if (this.keys.length === 0) throw this.notFound();
  }

  /** The ids that were not found, as sent, in request order. */
  missing(found: readonly Found[]): string[] {
    const foundKeys = new Set(found.map(({ entity }) => String(entity.get(this.entity.key.name))));
    const missing = [...this.#keyByText].filter(([, key]) => key === undefined || !foundKeys.has(String(key)));
    return missing.map(([text]) => text);
  }

  /** @throws EntityNotFoundError when one of the keys is missing */
  requireAll(found: readonly Found[]): void {
    const missing = this.missing(found);
    if (missing.length > 0) throw this.notFound(missing);
  }

  /** The same error whether a row is missing, an id is not a valid key, or a child belongs to another parent. */
  notFound(missing: readonly string[] = this.missing([])): EntityNotFoundError {
    return new EntityNotFoundError(this.entity, missing, this.isList);
  }

  /** A not-found error of this request with the ids as sent, invalid ones included; any other error as it is. */
  withRequestedIds(error: unknown): unknown {
    const isOwn = error instanceof EntityNotFoundError && error.entity === this.entity && this.#includes(error.keys);
    return isOwn ? this.notFound(this.#idsOf(error.keys)) : error;
  }

  /** The header `Missing-Ids`; undefined if all ids were found. A single missing id is 404. */
  missingHeader(found: readonly Found[]): string | undefined {
    const missing = this.missing(found).map(encodeURIComponent);
    if (missing.length === 0) return undefined;
    const header = missing.join(',');
    if (header.length <= MAX_HEADER_LENGTH) return header;
    const end = header.lastIndexOf(',', MAX_HEADER_LENGTH);
    return `${header.slice(0, Math.max(end, 0))},...`;
  }

  /** Whether these are keys at the end of the path, not those of a parent. */
  #includes(keys: readonly EntityKey[]): boolean {
    const own = new Set(this.keys);
    return keys.every((key) => own.has(key));
  }

  /** The ids of the given keys, and all invalid ids. */
  #idsOf(keys: readonly EntityKey[]): string[] {
    const wanted = new Set(keys);
    return [...this.#keyByText].filter(([, key]) => key === undefined || wanted.has(key)).map(([text]) => text);
  }
}
