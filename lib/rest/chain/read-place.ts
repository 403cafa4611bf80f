import type { Request } from '../../core';
import { EntityNotFoundError } from '../../operations';
import type { EntityKey, Place } from '../../persistence';
import type { Operation } from '../operation/operation';
import { hasKey, type ParentKey } from '../operation/resource-path';
import { readKey } from './read-key';

/**
 * Where the entities of a request are: the aggregate, the path below its root, and the keys in that path.
 *
 * @throws EntityNotFoundError for a parent key that no key is written as
 */
export function placeOf({ aggregate, collections, input }: Operation, { pathParameters }: Request): Place {
  const named = input.parents.map((parent) => parentKey(parent, pathParameters[parent.parameter]!));
  if (named.length === collections.length) return { aggregate, path: collections, parentKeys: named };
  const keys = named.values();
  const parentKeys = collections.map((_, index) => (hasKey(collections, index) ? keys.next().value : undefined));
  return { aggregate, path: collections, parentKeys };
}

function parentKey({ entity }: ParentKey, text: string): EntityKey {
  const key = readKey(entity.key, text);
  if (key === undefined) throw new EntityNotFoundError(entity, [text]);
  return key;
}
