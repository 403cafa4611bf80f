import { Op, type WhereOptions } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { type KeysOrPlaceholder, whereChildOf, whereKeyIn } from './membership-criteria';
import type { ParameterizedPlace } from './query-parameters';
import type { Scopes } from './scopes';
import { scopeConditions } from './search-criteria';

/**
 * Criteria for the entities at a place: the whole chain of parents in one query, from the root down.
 *
 * @param scopes of the parents; who selects the entities themselves says what there is of them
 */
export function whereMemberAt({ aggregate, path, parentKeys }: ParameterizedPlace, scopes: Scopes): WhereOptions {
  const [rootKey, ...keys] = parentKeys;
  if (rootKey === undefined) return {};
  return path.reduce<WhereOptions>(
    (parents, collection, index) => {
      const children = whereChildOf(collection, parents);
      if (index === path.length - 1) return children;
      const { target } = collection;
      return { [Op.and]: [children, ...named(target, keys[index]), ...scopeConditions(target, scopes)] };
    },
    { [Op.and]: [whereKeyIn(aggregate.root, asKeys(rootKey)), ...scopeConditions(aggregate.root, scopes)] },
  );
}

/** Criteria for the parents of the place's last collection. */
export function whereParentAt(place: ParameterizedPlace, scopes: Scopes): WhereOptions {
  const above = { ...place, path: place.path.slice(0, -1), parentKeys: place.parentKeys.slice(0, -1) };
  const parent = place.path.at(-1)!.owner;
  return { [Op.and]: [whereMemberAt(above, scopes), ...named(parent, place.parentKeys.at(-1))] };
}

function named(entity: EntityMetadata, key: ParameterizedPlace['parentKeys'][number]): WhereOptions[] {
  return key === undefined ? [] : [whereKeyIn(entity, asKeys(key))];
}

/** For criteria by one key. */
export function asKeys(key: NonNullable<ParameterizedPlace['parentKeys'][number]>): KeysOrPlaceholder {
  return typeof key === 'object' ? key : [key];
}
