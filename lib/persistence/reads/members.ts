import { Op, type WhereOptions } from 'sequelize';
import type { PlaceOfKeys } from './asked';
import { childrenOf, type Keys, keyed } from './membership';
import type { Scopes } from './scopes';
import { conditions } from './search-criteria';

/**
 * Criteria for the entities at a place: the whole chain of parents in one query, from the root down.
 *
 * @param scopes of the parents; who selects the entities themselves says what there is of them
 */
export function membersAt({ aggregate, path, parentKeys }: PlaceOfKeys, scopes: Scopes): WhereOptions {
  const [rootKey, ...keys] = parentKeys;
  if (rootKey === undefined) return {};
  return path.reduce<WhereOptions>(
    (parents, collection, index) => {
      const children = childrenOf(collection, parents);
      const key = keys[index];
      if (key === undefined) return children;
      const { target } = collection;
      return { [Op.and]: [children, keyed(target, oneKey(key)), ...conditions(target, scopes)] };
    },
    { [Op.and]: [keyed(aggregate.root, oneKey(rootKey)), ...conditions(aggregate.root, scopes)] },
  );
}

/** Criteria for the parents of the place's last collection. */
export function parentAt(place: PlaceOfKeys, scopes: Scopes): WhereOptions {
  const above = { ...place, path: place.path.slice(0, -1), parentKeys: place.parentKeys.slice(0, -1) };
  const parent = place.path.at(-1)!.owner;
  return { [Op.and]: [membersAt(above, scopes), keyed(parent, oneKey(place.parentKeys.at(-1)!))] };
}

function oneKey(key: PlaceOfKeys['parentKeys'][number]): Keys {
  return typeof key === 'object' ? key : [key];
}
