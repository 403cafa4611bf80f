import type { Place } from '../../persistence';
import { preferencesOf } from '../chain/preferences';
import { placeOf } from '../chain/read-place';
import type { Operation } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';
import type { Call, Caller } from './call';

/**
 * Returns a function that reads what the calls of all verbs have: the sender, the preferences and the place. It rejects
 * query parameters where the operation takes none. The place of roots and the preferences of requests without any are worked
 * out here, once.
 *
 * A verb reads the rest before or after it: of several faults in a request, the first that is read is reported.
 */
export function callHead(operation: Operation): (request: RequestParts, caller: Caller) => Call {
  const { aggregate, collections: path } = operation;
  const roots: Place | undefined = path.length === 0 ? { aggregate, path, parentKeys: [] } : undefined;
  const unasked = preferencesOf(operation, { headers: {} });
  const { search, query } = operation.input;
  const isWrite = operation.method !== 'GET';
  return (request, { access, store, isKnown }) => {
    // A parameter that was meant to narrow a delete must not be ignored.
    if (query === undefined) search.rejectParameters(request.query, isWrite);
    return {
      request,
      access,
      store,
      isKnown,
      preferences: request.headers.prefer === undefined ? unasked : preferencesOf(operation, request),
      place: roots ?? placeOf(operation, request),
    };
  };
}
