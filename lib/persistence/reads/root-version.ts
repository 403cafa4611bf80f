import { literal, Op, type WhereOptions } from 'sequelize';
import { type CollectionMetadata, versionFieldOf } from '../../metadata';
import { dialectOf } from '../dialects/dialect-of';
import { associationKeys, type ManyToMany } from '../models/association';
import { modelOf } from '../models/domain-model';
import { whereKeyIn } from './membership-criteria';
import { entityAt, type Place } from './place';
import { asKeys, whereMemberAt, whereParentAt } from './place-criteria';
import type { ParameterizedPlace } from './query-parameters';
import { type LinkColumns, rowTextSql } from './row-text';
import type { Scopes } from './scopes';
import { selectSql } from './select-sql';
import { select } from './subquery';

/*
 * The names under which rows have the state of their aggregate, beside their fields. No field has a space in its name.
 */

/** The version of the root, in rows below it. */
export const ROOT_VERSION = 'version of the root';
/** The texts of the rows that a path names, from the root down to the row itself, if the root has no version. */
export const PATH_ROWS = 'rows of the path';
/** The same without the row itself. */
export const PARENT_ROWS = 'rows of the parents';
/** The text of the row itself. */
export const OWN_ROW = 'row of the entity';

type Literal = ReturnType<typeof literal>;

/** Whether a statement selects an expression under this name. */
export function isStateName(name: string): boolean {
  return name.includes(' ');
}

/**
 * The name under which rows at a place can have the state of their aggregate.
 *
 * @param isList whether the path names the parents of the rows only
 */
export function stateNameAt({ aggregate, path }: Pick<Place, 'aggregate' | 'path'>, isList = false): string {
  const version = versionFieldOf(aggregate.root);
  if (version === undefined) return isList ? PARENT_ROWS : PATH_ROWS;
  return path.length > 0 ? ROOT_VERSION : version;
}

/** Selects the state of the aggregate as a column of the rows at a place, so that both are read at the same time. */
export function stateSql(name: string, place: ParameterizedPlace, scopes: Scopes, linkAlias?: LinkAlias): Literal {
  if (name === ROOT_VERSION) return rootVersionSql(place);
  const own = () => rowTextSql(entityAt(place), linkColumnsAt(place, linkAlias));
  if (name === OWN_ROW) return literal(own());
  return literal(joined(place, [...parentTexts(place, scopes), ...(name === PATH_ROWS ? [own()] : [])]));
}

/**
 * Selects the state if the place has no entities, else null: a list that was read as empty may have entities by now, and
 * its tag must not be newer than its content.
 */
export function stateOfEmptySql(name: string, place: ParameterizedPlace, scopes: Scopes): Literal {
  const { root } = place.aggregate;
  const { target } = place.path.at(-1)!;
  const members = select(modelOf(target.type), target.primaryKey.name, whereMemberAt(place, scopes));
  const isEmpty = `NOT EXISTS ${members.val}`;
  if (name !== ROOT_VERSION) {
    return literal(`CASE WHEN ${isEmpty} THEN ${stateSql(name, place, scopes).val} END`);
  }
  const where = { [Op.and]: [whereKeyIn(root, asKeys(place.parentKeys[0]!)), literal(isEmpty)] };
  return select(modelOf(root.type), versionFieldOf(root)!, where);
}

function rootVersionSql({ aggregate: { root }, parentKeys }: ParameterizedPlace): Literal {
  return select(modelOf(root.type), versionFieldOf(root)!, whereKeyIn(root, asKeys(parentKeys[0]!)));
}

/** The texts of the rows above a place, from the root down. */
function parentTexts(place: ParameterizedPlace, scopes: Scopes): string[] {
  return placesAbove(place).map((above) => {
    const { owner } = above.path.at(-1)!;
    const where: WhereOptions = whereParentAt(above, scopes);
    const text = literal(rowTextSql(owner));
    return `(${selectSql(modelOf(owner.type), { attributes: [[text, OWN_ROW]], where })})`;
  });
}

/** The places from the collection of the root down to the place itself: each parent has a row. */
export function placesAbove<T extends Pick<Place, 'path'> & { readonly parentKeys: readonly unknown[] }>(
  place: T,
): T[] {
  return place.path.map((_, index) => ({
    ...place,
    path: place.path.slice(0, index + 1),
    parentKeys: place.parentKeys.slice(0, index + 1),
  }));
}

/** Joins texts; null if one of them is. */
function joined({ aggregate: { root } }: ParameterizedPlace, texts: readonly string[]): string {
  if (texts.length === 1) return texts[0]!;
  return dialectOf(modelOf(root.type).sequelize!).syntax.joinTexts(texts, `'${BETWEEN_ROWS}'`);
}

export const BETWEEN_ROWS = '.';

/** The name of the join table in a statement. */
export type LinkAlias = (association: ManyToMany) => string;

function linkColumnsAt({ path }: ParameterizedPlace, aliasOf?: LinkAlias): LinkColumns | undefined {
  const collection: CollectionMetadata | undefined = path.at(-1);
  if (!aliasOf || !collection || collection.joinFields.size === 0) return undefined;
  return { fields: collection.joinFields, alias: aliasOf(associationKeys(collection) as ManyToMany) };
}
