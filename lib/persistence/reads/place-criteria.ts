import { Op, type WhereOptions } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { type KeysOrPlaceholder, whereChildOf, whereKeyIn } from './membership-criteria';
import type { ParameterizedPlace } from './query-parameters';
import type { Scopes } from './scopes';
import { scopeConditions } from './search-criteria';

/**
 * Criteria for the entities at a place: nested subqueries for all parents, from the root down.
 *
 * @param scopes applied to the parents only; the caller applies them to the entities themselves
 */
export function whereMemberAt({ aggregate, path, parentKeys }: ParameterizedPlace, scopes: Scopes): WhereOptions {
  const [rootKey, ...keys] = parentKeys;
  if (rootKey === undefined) return {};
  return path.reduce<WhereOptions>(
    (parents, collection, index) => {
      const children = whereChildOf(collection, parents);
      if (index === path.length - 1) return children;
      const { target } = collection;
      return { [Op.and]: [children, ...whereKey(target, keys[index]), ...scopeConditions(target, scopes)] };
    },
    { [Op.and]: [whereKeyIn(aggregate.root, asKeys(rootKey)), ...scopeConditions(aggregate.root, scopes)] },
  );
}

/** Criteria for the parent of the last collection of a place. */
export function whereParentAt(place: ParameterizedPlace, scopes: Scopes): WhereOptions {
  const above = { ...place, path: place.path.slice(0, -1), parentKeys: place.parentKeys.slice(0, -1) };
  const parent = place.path.at(-1)!.owner;
  return { [Op.and]: [whereMemberAt(above, scopes), ...whereKey(parent, place.parentKeys.at(-1))] };
}

function whereKey(entity: EntityMetadata, key: ParameterizedPlace['parentKeys'][number]): WhereOptions[] {
  return key === undefined ? [] : [whereKeyIn(entity, asKeys(key))];
}

/** A single key as a list of one. */
export function asKeys(key: NonNullable<ParameterizedPlace['parentKeys'][number]>): KeysOrPlaceholder {
  return typeof key === 'object' ? key : [key];
}
