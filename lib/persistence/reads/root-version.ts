import { literal, Op } from 'sequelize';
import { versionFieldOf } from '../../metadata';
import { modelOf } from '../models/domain-model';
import { whereKeyIn } from './membership-criteria';
import type { Place } from './place';
import { asKeys, whereMemberAt } from './place-criteria';
import type { ParameterizedPlace } from './query-parameters';
import type { Scopes } from './scopes';
import { select } from './subquery';

/** The name under which rows below a root have its version; no field has a space in its name. */
export const ROOT_VERSION = 'version of the root';

/** The name under which rows at a place can have the version of their root; undefined if its class has none. */
export function versionNameAt({ aggregate, path }: Pick<Place, 'aggregate' | 'path'>): string | undefined {
  const version = versionFieldOf(aggregate.root);
  return version !== undefined && path.length > 0 ? ROOT_VERSION : version;
}

/** Selects the version of the root above a place, as a column of the rows, so that both are read at the same time. */
export function rootVersionSql({ aggregate: { root }, parentKeys }: ParameterizedPlace): ReturnType<typeof literal> {
  return select(modelOf(root.type), versionFieldOf(root)!, whereKeyIn(root, asKeys(parentKeys[0]!)));
}

/**
 * Selects the version of the root if the place has no entities, else null: a list that was read as empty may have
 * entities by now, and its version must not be newer than its content.
 */
export function versionOfEmptySql(place: ParameterizedPlace, scopes: Scopes): ReturnType<typeof literal> {
  const { root } = place.aggregate;
  const { target } = place.path.at(-1)!;
  const members = select(modelOf(target.type), target.primaryKey.name, whereMemberAt(place, scopes));
  const isEmpty = literal(`NOT EXISTS ${members.val}`);
  const where = { [Op.and]: [whereKeyIn(root, asKeys(place.parentKeys[0]!)), isEmpty] };
  return select(modelOf(root.type), versionFieldOf(root)!, where);
}
