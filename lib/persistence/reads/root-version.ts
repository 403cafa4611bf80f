import { literal, Op } from 'sequelize';
import { versionFieldOf } from '../../metadata';
import { modelOf } from '../models/domain-model';
import { whereKeyIn } from './membership-criteria';
import type { Place } from './place';
import { asKeys, whereMemberAt } from './place-criteria';
import type { ParameterizedPlace } from './query-parameters';
import type { Scopes } from './scopes';
import { select } from './subquery';

/** Under which rows below a root have its version: no field is called so. */
export const ROOT_VERSION = 'version of the root';

/** Under which name rows at a place can tell the version of their root; undefined where its class has none. */
export function versionNameAt({ aggregate, path }: Pick<Place, 'aggregate' | 'path'>): string | undefined {
  const version = versionFieldOf(aggregate.root);
  return version !== undefined && path.length > 0 ? ROOT_VERSION : version;
}

/** The version of the root above a place, so that it is read in the same moment as the rows: as one column more. */
export function rootVersionSql({ aggregate: { root }, parentKeys }: ParameterizedPlace): ReturnType<typeof literal> {
  return select(modelOf(root.type), versionFieldOf(root)!, whereKeyIn(root, asKeys(parentKeys[0]!)));
}

/**
 * The same for a place that has no entities, and null where it has some: a list that was found empty before may no longer
 * be, and its version must not be newer than what it shows.
 */
export function versionOfEmptySql(place: ParameterizedPlace, scopes: Scopes): ReturnType<typeof literal> {
  const { root } = place.aggregate;
  const { target } = place.path.at(-1)!;
  const members = select(modelOf(target.type), target.primaryKey.name, whereMemberAt(place, scopes));
  const isEmpty = literal(`NOT EXISTS ${members.val}`);
  const sought = { [Op.and]: [whereKeyIn(root, asKeys(place.parentKeys[0]!)), isEmpty] };
  return select(modelOf(root.type), versionFieldOf(root)!, sought);
}
