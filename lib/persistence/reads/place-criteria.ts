import { Op, type WhereOptions } from 'sequelize';
import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { Search } from './criteria';
import { type KeysOrPlaceholder, whereChildOf, whereKeyIn } from './membership-criteria';
import { entityAt } from './place';
import type { ParameterizedPlace } from './query-parameters';
import type { Scopes } from './scopes';
import { scopeConditions, whereMatching } from './search-criteria';

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
      return {
        [Op.and]: [children, ...whereKey(target, keys[index]), ...scopeConditions(target, scopes, { via: collection })],
      };
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

/**
 * Restricts criteria to the accessible rows.
 *
 * @param via the collection in which the criteria require an accessible parent, which need not be looked for twice
 */
export function inScopes(
  entity: EntityMetadata,
  where: WhereOptions,
  scopes: Scopes,
  via?: CollectionMetadata,
): WhereOptions {
  const scope = scopeConditions(entity, scopes, { via });
  return scope.length === 0 ? where : { [Op.and]: [where, ...scope] };
}

/** Criteria for the entities at a place that match a search; the caller restricts them by {@link inScopes}. */
export function whereAt(place: ParameterizedPlace, { criteria }: Search, scopes: Scopes): WhereOptions {
  const members = whereMemberAt(place, scopes);
  return criteria ? { [Op.and]: [members, whereMatching(entityAt(place), criteria, scopes)] } : members;
}

/** The collection in which {@link whereAt} requires a parent of its rows, in scope; undefined for roots. */
export function requiredCollection({ path, parentKeys }: Pick<ParameterizedPlace, 'path' | 'parentKeys'>) {
  return parentKeys[0] === undefined ? undefined : path.at(-1);
}
