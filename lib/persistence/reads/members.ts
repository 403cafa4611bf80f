import { Op, type WhereOptions } from 'sequelize';
import { childrenOf, keyed } from './membership';
import type { Place } from './place';
import type { Scopes } from './scopes';
import { conditions } from './search-criteria';

/**
 * Criteria for the entities at a place: the whole chain of parents in one query, from the root down.
 *
 * @param scopes of the parents; who selects the entities themselves says what there is of them
 */
export function membersAt({ aggregate, path, parentKeys }: Place, scopes: Scopes): WhereOptions {
  const [rootKey, ...keys] = parentKeys;
  if (rootKey === undefined) return {};
  return path.reduce<WhereOptions>(
    (parents, collection, index) => {
      const children = childrenOf(collection, parents);
      const key = keys[index];
      if (key === undefined) return children;
      const { target } = collection;
      return { [Op.and]: [children, keyed(target, [key]), ...conditions(target, scopes)] };
    },
    { [Op.and]: [keyed(aggregate.root, [rootKey]), ...conditions(aggregate.root, scopes)] },
  );
}

/** Criteria for the parents of the place's last collection. */
export function parentAt(place: Place, scopes: Scopes): WhereOptions {
  const above = { ...place, path: place.path.slice(0, -1), parentKeys: place.parentKeys.slice(0, -1) };
  const parent = place.path.at(-1)!.owner;
  return { [Op.and]: [membersAt(above, scopes), keyed(parent, [place.parentKeys.at(-1)!])] };
}
