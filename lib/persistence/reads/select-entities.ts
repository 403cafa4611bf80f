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
import { isStateName, stateOfEmptySql, stateSql } from './root-version';
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
  /** The fields to read; all when absent. */
  readonly selection?: Selection;
  /** The accessible rows; all when absent. */
  readonly scopes?: Scopes;
  readonly ignoresDefaultScope?: boolean;
  /** Whether soft-deleted rows are read; none when absent. */
  readonly deleted?: DeletedRows;
  /** The rows of a join table to read with them. */
  readonly links?: Links;
  /** @see Search.version */
  readonly version?: {
    readonly name: string | undefined;
    /** The place below the root. */
    readonly at: ParameterizedPlace;
    /** Whether the version is read only if the place has no entities. */
    readonly isOfEmpty?: boolean;
  };
}

/** Reads instances of one class, by default in the order of their primary keys. */
export async function selectEntities(
  entity: EntityMetadata,
  criteria: WhereOptions,
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
    const where = { [Op.and]: [criteria, ...scopeConditions(entity, scopes)] };
    const findOptions = findOptionsFor(model, where, deleted);
    return withoutDefaultScope(model).findAll({ ...findOptions, order: orderBy(entity, keys), attributes, ...options });
  }
  const findOptions = findOptionsFor(model, inScopes(entity, criteria, scopes), deleted);
  const include = links && { include: [linkInclude(links)], subQuery: false };
  return model.findAll({ ...findOptions, order: orderBy(entity, keys), attributes, ...options, ...include });
}

/** The attributes, with the state of the aggregate if it is requested. */
function attributesWithVersion(
  version: SelectOptions['version'],
  scopes: Scopes,
  attributesOf: (more: readonly string[]) => string[] | undefined,
): FindAttributeOptions | undefined {
  if (version?.name === undefined) return attributesOf([]);
  if (!isStateName(version.name)) return attributesOf([version.name]);
  const sql = version.isOfEmpty
    ? stateOfEmptySql(version.name, version.at, scopes)
    : stateSql(version.name, version.at, scopes, ({ links }) => links.as);
  const column: ProjectionAlias = [sql, version.name];
  const attributes = attributesOf([]);
  return attributes ? [...attributes, column] : { include: [column] };
}

/** {@link selectEntities} with the fields of the join table. */
async function selectLinked(entity: EntityMetadata, criteria: WhereOptions, options: SelectOptions): Promise<Row[]> {
  const { links } = options;
  const rows = await selectEntities(entity, criteria, options);
  return links
    ? rows.map((row) => new LinkedRow(row, row.get(links.association.links.as) as Entity, links.fields))
    : rows;
}

/** Restricts criteria to the default scope of the class and to the accessible rows. */
export function inScopes(entity: EntityMetadata, where: WhereOptions, scopes: Scopes): WhereOptions {
  const scope = scopeConditions(entity, scopes);
  return inDefaultScope(modelOf(entity.type), scope.length === 0 ? where : { [Op.and]: [where, ...scope] });
}

/** Criteria for the entities at a place that match a search; the caller restricts them by {@link inScopes}. */
export function whereAt(place: ParameterizedPlace, { criteria }: Search, scopes: Scopes): WhereOptions {
  const members = whereMemberAt(place, scopes);
  return criteria ? { [Op.and]: [members, whereMatching(entityAt(place), criteria, scopes)] } : members;
}

/** The entities at the place that match the criteria and, where keys are given, have one of them. */
export function findAt(
  place: Place,
  keys: WantedKeys,
  { criteria, selection, deleted }: Search,
  scopes: Scopes,
  options: Pick<SelectOptions, 'lock'> = {},
): Promise<Entity[]> {
  const [entity, where] = entityAndCriteria(place, keys, criteria, scopes);
  return selectEntities(entity, where, { ...options, selection, scopes, deleted });
}

/** {@link findAt} for responses: with fields of the join table and the version of the root. */
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

/** Up to `size` entities at the place, in the order of the search, after a given row. */
export function chunkAt(place: Place, size: number, search: Search, scopes: Scopes, after?: Row): Promise<Row[]> {
  const entity = entityAt(place);
  const sort = orderOf(entity, search);
  const matching = whereAt(place, search, scopes);
  const where = after ? { [Op.and]: [matching, whereAfter(entity, sort, after)] } : matching;
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
  const bounds = { limit: isUncounted ? size + 1 : size, offset: (number - 1) * size };
  const beside = { links: linksAt(place, scopes), version: { name, at: place } };
  const options = { ...bounds, sort, selection, scopes, deleted, ...beside };
  return selectLinked(entityAt(place), whereAt(place, search, scopes), options);
}

export function countAt(place: Place, search: Search, scopes: Scopes): Promise<number> {
  const entity = entityAt(place);
  const model = modelOf(entity.type);
  const findOptions = findOptionsFor(model, inScopes(entity, whereAt(place, search, scopes), scopes), search.deleted);
  const links = linksAt(place, scopes);
  const include = links && { include: [{ ...linkInclude(links), attributes: [] }] };
  return model.count({ ...findOptions, ...include });
}
