import { type FindAttributeOptions, type LOCK, Op, type ProjectionAlias, type WhereOptions } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { inDefaultScope, withoutDefaultScope } from '../models/default-scope';
import { type Entity, modelOf } from '../models/domain-model';
import type { Page, Search, SortKey } from './criteria';
import { type DeletedRows, findOptionsFor } from './deleted-rows';
import { completeSort, orderBy, orderOf, whereAfter } from './keyset';
import { LinkedRow } from './linked-row';
import { type Links, linkInclude, linksAt } from './links';
import { whereKeyIn } from './membership-criteria';
import { entityAt, type Place, type WantedKeys } from './place';
import { whereMemberAt } from './place-criteria';
import type { ParameterizedPlace } from './query-parameters';
import { ROOT_VERSION, rootVersionSql, versionOfEmptySql } from './root-version';
import type { Row } from './row';
import { ALL_ROWS, type Scopes } from './scopes';
import { scopeConditions, whereMatching } from './search-criteria';
import { selectedAttributes } from './selected-attributes';
import type { Selection } from './selection';

export interface SelectOptions {
  readonly lock?: boolean | LOCK;
  readonly limit?: number;
  readonly offset?: number;
  readonly sort?: readonly SortKey[];
  /** The fields that are needed of the rows; all when absent. */
  readonly selection?: Selection;
  /** Which rows there are; all when absent. */
  readonly scopes?: Scopes;
  /** Whether rows are sought that the default scope of their class leaves out, too. */
  readonly ignoresDefaultScope?: boolean;
  /** Whether rows are sought that were deleted softly. */
  readonly deleted?: DeletedRows;
  /** The rows of a join table that are read with them. */
  readonly links?: Links;
  /** As {@link Search} has it, and the place that the root is above. */
  readonly version?: {
    readonly name: string | undefined;
    readonly at: ParameterizedPlace;
    /** Whether the place must have no entities for it. */
    readonly isOfEmpty?: boolean;
  };
}

/** Rows of one class, in the order of the primary keys unless another is asked for. */
export async function selectEntities(
  entity: EntityMetadata,
  sought: WhereOptions,
  {
    sort,
    selection,
    scopes = ALL_ROWS,
    ignoresDefaultScope = false,
    deleted,
    links,
    version,
    ...options
  }: SelectOptions = {},
): Promise<Entity[]> {
  const keys = completeSort(entity, sort);
  const sorted = keys.map(({ field }) => field.name);
  const attributes = attributesWithVersion(
    version,
    scopes,
    (more) => selection && selectedAttributes(selection, [...sorted, ...more]),
  );
  const model = modelOf(entity.type);
  if (ignoresDefaultScope) {
    const where = { [Op.and]: [sought, ...scopeConditions(entity, scopes)] };
    const among = findOptionsFor(model, where, deleted);
    return withoutDefaultScope(model).findAll({ ...among, order: orderBy(entity, keys), attributes, ...options });
  }
  const among = findOptionsFor(model, inScopes(entity, sought, scopes), deleted);
  const include = links && { include: [linkInclude(links)], subQuery: false };
  return model.findAll({ ...among, order: orderBy(entity, keys), attributes, ...options, ...include });
}

/** The attributes that are asked for, with the version of the root. */
function attributesWithVersion(
  version: SelectOptions['version'],
  scopes: Scopes,
  attributesOf: (more: readonly string[]) => string[] | undefined,
): FindAttributeOptions | undefined {
  if (version?.name === undefined) return attributesOf([]);
  if (version.name !== ROOT_VERSION) return attributesOf([version.name]);
  const sql = version.isOfEmpty ? versionOfEmptySql(version.at, scopes) : rootVersionSql(version.at);
  const column: ProjectionAlias = [sql, ROOT_VERSION];
  const own = attributesOf([]);
  return own ? [...own, column] : { include: [column] };
}

/** {@link selectEntities} of a place, with what a join table says of them. */
async function selectLinked(entity: EntityMetadata, sought: WhereOptions, options: SelectOptions): Promise<Row[]> {
  const { links } = options;
  const found = await selectEntities(entity, sought, options);
  return links ? found.map((one) => new LinkedRow(one, one.get(links.ties.links.as) as Entity, links.fields)) : found;
}

/** Criteria narrowed to the rows of a class that are there. */
export function inScopes(entity: EntityMetadata, where: WhereOptions, scopes: Scopes): WhereOptions {
  const scope = scopeConditions(entity, scopes);
  return inDefaultScope(modelOf(entity.type), scope.length === 0 ? where : { [Op.and]: [where, ...scope] });
}

/** Criteria for the entities at a place that are sought, before their own class is narrowed. */
export function whereAt(place: ParameterizedPlace, { criteria }: Search, scopes: Scopes): WhereOptions {
  const members = whereMemberAt(place, scopes);
  return criteria ? { [Op.and]: [members, whereMatching(entityAt(place), criteria, scopes)] } : members;
}

/** The entities at the place that have one of the keys, if any are given, and meet the criteria. */
export function findAt(
  place: Place,
  keys: WantedKeys,
  { criteria, selection, deleted }: Search,
  scopes: Scopes,
  options: Pick<SelectOptions, 'lock'> = {},
): Promise<Entity[]> {
  const sought = entityAndCriteria(place, keys, criteria, scopes);
  return selectEntities(...sought, { ...options, selection, scopes, deleted });
}

/** {@link findAt} as responses show it. */
export function readAt(
  place: Place,
  keys: WantedKeys,
  { criteria, selection, deleted, version: name }: Search,
  scopes: Scopes,
): Promise<Row[]> {
  const beside = { links: linksAt(place, scopes), version: { name, at: place } };
  return selectLinked(...entityAndCriteria(place, keys, criteria, scopes), { selection, scopes, deleted, ...beside });
}

function entityAndCriteria(
  place: Place,
  keys: WantedKeys,
  criteria: Search['criteria'],
  scopes: Scopes,
): [EntityMetadata, WhereOptions] {
  const entity = entityAt(place);
  return [entity, { [Op.and]: [whereAt(place, { criteria }, scopes), ...(keys ? [whereKeyIn(entity, keys)] : [])] }];
}

/** As many entities at the place as given, which come after a row in the order that is asked for. */
export function chunkAt(place: Place, size: number, search: Search, scopes: Scopes, after?: Row): Promise<Row[]> {
  const entity = entityAt(place);
  const sort = orderOf(entity, search);
  const sought = whereAt(place, search, scopes);
  const where = after ? { [Op.and]: [sought, whereAfter(entity, sort, after)] } : sought;
  const { selection, deleted, version: name } = search;
  const beside = { links: linksAt(place, scopes), version: { name, at: place } };
  return selectLinked(entity, where, { limit: size, sort, selection, scopes, deleted, ...beside });
}

export function pageAt(
  place: Place,
  { number, size, isUncounted }: Page,
  search: Search,
  scopes: Scopes,
): Promise<Row[]> {
  const { sort, selection, deleted, version: name } = search;
  const part = { limit: isUncounted ? size + 1 : size, offset: (number - 1) * size };
  const beside = { links: linksAt(place, scopes), version: { name, at: place } };
  const options = { ...part, sort, selection, scopes, deleted, ...beside };
  return selectLinked(entityAt(place), whereAt(place, search, scopes), options);
}

export function countAt(place: Place, search: Search, scopes: Scopes): Promise<number> {
  const entity = entityAt(place);
  const model = modelOf(entity.type);
  const among = findOptionsFor(model, inScopes(entity, whereAt(place, search, scopes), scopes), search.deleted);
  const links = linksAt(place, scopes);
  const include = links && { include: [{ ...linkInclude(links), attributes: [] }] };
  return model.count({ ...among, ...include });
}
