import { HttpException } from '../../core';
import { EntityNotFoundError } from '../../operations';
import type { EntityKey, Place } from '../../persistence';
import { contentOf } from '../chain/read-content';
import { placeOf } from '../chain/read-place';
import { keysOf } from '../chain/requested-keys';
import type { Operation } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';

/** The entities that a request names in its path and payload. */
export class RequestedEntities {
  /** Undefined for a path with an invalid key: the write is rejected then, unless an override accepts the key. */
  readonly place?: Place;
  readonly keys: readonly EntityKey[] = [];
  /** Whether the request has several ids or an array of payloads. */
  readonly isList: boolean = false;

  constructor(operation: Operation, request: RequestParts) {
    try {
      this.place = placeOf(operation, request);
      if (operation.input.keys !== 'none') {
        const { keys, isList } = keysOf(operation, request);
        this.keys = keys;
        this.isList = isList;
      } else if (operation.verb === 'create') {
        this.isList = Array.isArray(contentOf(operation, request));
      }
    } catch (error) {
      if (!(error instanceof HttpException || error instanceof EntityNotFoundError)) throw error;
    }
  }

  /** The keys of the roots in the path. */
  get rootKeys(): readonly EntityKey[] {
    const [rootKey] = this.place?.parentKeys ?? [];
    return rootKey === undefined ? this.keys : [rootKey];
  }
}
