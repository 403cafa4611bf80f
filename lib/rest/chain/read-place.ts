import { EntityNotFoundError } from '../../operations';
import type { EntityKey, Place } from '../../persistence';
import type { Operation } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';
import { hasKey, type ParentKey } from '../operation/resource-path';
import { readKey } from './read-key';

const NONE: Place['parentKeys'] = [];

/**
 * The place of the requested entities: the aggregate, the path below its root, and the parent keys in the URL.
 *
 * @throws EntityNotFoundError for a parent id that is not a valid key
 */
export function placeOf({ aggregate, collections, input }: Operation, request: RequestParts): Place {
  if (collections.length === 0) return { aggregate, path: collections, parentKeys: NONE };
  const { pathParameters } = request;
  const sentKeys = input.parents.map((parent) => parentKey(parent, pathParameters[parent.parameter]!));
  if (sentKeys.length === collections.length) return { aggregate, path: collections, parentKeys: sentKeys };
  // Single children on the path have no key.
  const keys = sentKeys.values();
  const parentKeys = collections.map((_, index) => (hasKey(collections, index) ? keys.next().value : undefined));
  return { aggregate, path: collections, parentKeys };
}

function parentKey({ entity }: ParentKey, text: string): EntityKey {
  const key = readKey(entity.key, text);
  if (key === undefined) throw new EntityNotFoundError(entity, [text]);
  return key;
}
