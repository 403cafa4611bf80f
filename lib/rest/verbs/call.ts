import type { Request, Response } from '../../core';
import type { RootCheck } from '../../operations';
import type { EntityStore, Place } from '../../persistence';
import type { Access } from '../access/access';
import type { Preferences } from '../chain/preferences';
import type { RequestedKeys } from '../chain/requested-keys';
import type { IsKnown } from '../concurrency/aggregate-tags';
import type { RequestParts } from '../operation/request-parts';

/** The sender of a request: which rows exist for it, what it may read and write, and what it has read already. */
export interface Caller {
  readonly access: Access;
  readonly store: EntityStore;
  /** Whether the sender has the content with a tag already, so that the response is 304; undefined without `If-None-Match`. */
  readonly isKnown?: IsKnown;
  /** The request and the response themselves, for code of the application: overrides of the steps of a batch, and their guards. */
  readonly exchange?: { readonly request: Request; readonly response: Response };
}

/** A call of an operation: what path, query and headers of a request say, before its body is read. */
export interface Call extends Omit<Caller, 'exchange'> {
  readonly request: RequestParts;
  readonly place: Place;
  readonly preferences: Preferences;
  /** The ids at the end of the path; undefined for a path without ids. */
  readonly requested?: RequestedKeys;
  /** The comparison with `If-Match` and `If-None-Match`. */
  readonly rootCheck?: RootCheck;
}
