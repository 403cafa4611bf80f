import { Op, type WhereOptions } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { childrenOf, type Keys, keyed } from './membership-criteria';
import type { PlaceOfKeys } from './query-parameters';
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
      if (index === path.length - 1) return children;
      const { target } = collection;
      return { [Op.and]: [children, ...named(target, keys[index]), ...conditions(target, scopes)] };
    },
    { [Op.and]: [keyed(aggregate.root, oneKey(rootKey)), ...conditions(aggregate.root, scopes)] },
  );
}

/** Criteria for the parents of the place's last collection. */
export function parentAt(place: PlaceOfKeys, scopes: Scopes): WhereOptions {
  const above = { ...place, path: place.path.slice(0, -1), parentKeys: place.parentKeys.slice(0, -1) };
  const parent = place.path.at(-1)!.owner;
  return { [Op.and]: [membersAt(above, scopes), ...named(parent, place.parentKeys.at(-1))] };
}

function named(entity: EntityMetadata, key: PlaceOfKeys['parentKeys'][number]): WhereOptions[] {
  return key === undefined ? [] : [keyed(entity, oneKey(key))];
}

/** For criteria by one key. */
export function oneKey(key: NonNullable<PlaceOfKeys['parentKeys'][number]>): Keys {
  return typeof key === 'object' ? key : [key];
}
