import { Op } from 'sequelize';
import { codeOnReads } from './code-run-on-reads';
import type { Page, Search } from './criteria';
import { orderOf, whereAfter } from './keyset';
import { linksAt } from './links';
import { whereKeyIn } from './membership-criteria';
import { pickByKeys } from './pick-by-keys';
import { type EntityKey, entityAt, type Place, parentKeysOf, type WantedKeys } from './place';
import { requiredCollection, whereAt, whereParentAt } from './place-criteria';
import { type PlannedRead, planCount, planRows, type RowSource } from './plan-rows';
import { type ParameterizedPlace, QueryParameters } from './query-parameters';
import { type LinkAlias, stateOfEmptySql, stateSql } from './root-version';
import type { Row } from './row';
import { COUNT } from './row-query';
import { ALL_ROWS, type Scopes } from './scopes';

export const allRows = (rows: Row[]) => rows;
export const listOfOne = (key: EntityKey) => [key];

/** The rows at a place that have one of the keys and match the search, in the order of the keys; {@link pickByKeys}. */
export function rowsWithKeys(source: RowSource, place: Place, keys: WantedKeys, search: Search): Promise<Row[]> {
  const { byKey, single } = source.plans;
  const { criteria, deleted, selection } = search;
  const entity = entityAt(place);
  const isPlain = !criteria && !deleted && source.scopes === ALL_ROWS && !codeOnReads(entity).runsOnFinds;
  const { statement, values } = (keys ? byKey : single).of(
    place.path,
    isPlain ? (selection ?? entity) : undefined,
    [...parentKeysOf(place).map(listOfOne), ...(keys ? [keys] : [])],
    () => planKeyed(source, place, keys, search),
  );
  return statement.read(values, (rows) => pickByKeys(place, rows, keys));
}

/** `entity` without what responses have beside the fields; `text` for the framework alone, so that no code runs. */
interface KeyedOptions {
  readonly purpose: 'response' | 'entity' | 'text';
  readonly lock?: true;
}

/** The statement of {@link rowsWithKeys}. */
export function planKeyed(
  source: RowSource,
  place: Place,
  keys: WantedKeys,
  { selection, deleted, version, criteria }: Search,
  { purpose, lock }: KeyedOptions = { purpose: 'response' },
): PlannedRead {
  const entity = entityAt(place);
  const kind = `${purpose}${lock ? ' locked' : ''}${keys ? ' keys' : ''}`;
  const parameters = purpose === 'text' ? new QueryParameters(kind) : QueryParameters.of(entity, kind);
  const at = parameters.addPlace(place);
  const wanted = parameters.addCriteria(criteria);
  const keysAt = keys && parameters.addValue(keys);
  const where = (scopes: Scopes) => ({
    [Op.and]: [whereAt(at, { criteria: wanted }, scopes), ...(keysAt ? [whereKeyIn(entity, keysAt)] : [])],
  });
  const beside = purpose === 'entity' ? {} : besideRows(at, version, lock);
  return planRows(source, entity, parameters, {
    selection,
    deleted,
    version,
    where,
    via: requiredCollection(place),
    lock,
    ...beside,
  });
}

/** A page of the rows at a place that match the search, in its order. */
export function pageOfRows(
  source: RowSource,
  place: Place,
  { number, size, isUncounted }: Page,
  search: Search,
): Promise<Row[]> {
  const { parameters, ...matching } = matchingAt('page', place, search);
  const { selection, sort, deleted, version } = search;
  const bounds = { limit: isUncounted ? size + 1 : size, offset: (number - 1) * size };
  const options = { selection, sort, deleted, version, ...bounds, ...matching };
  const { statement, values } = planRows(source, entityAt(place), parameters, options);
  return statement.read(values, allRows);
}

/** Reads up to `size` rows at the place, in the order of the search, after a given row. */
export function chunkOfRows(
  source: RowSource,
  place: Place,
  size: number,
  search: Search,
  after?: Row,
): Promise<Row[]> {
  const { criteria, deleted, sort, selection } = search;
  const entity = entityAt(place);
  const isAll = !after && !criteria && !deleted && !sort;
  const isPlain = isAll && source.scopes === ALL_ROWS && !codeOnReads(entity).runsOnFinds;
  const { statement, values } = source.plans.lists.of(
    place.path,
    isPlain ? (selection ?? entity) : undefined,
    [...parentKeysOf(place).map(listOfOne), size],
    () => planChunk(source, place, size, search, after),
  );
  return statement.read(values, allRows);
}

function planChunk(source: RowSource, place: Place, size: number, search: Search, after?: Row): PlannedRead {
  const entity = entityAt(place);
  const sort = orderOf(entity, search);
  const kind = after ? `next${search.isTotal ? ' in a total order' : ''}` : 'first';
  const { parameters, where, ...beside } = matchingAt(kind, place, search);
  const last = after && parameters.addValue(after);
  const whereNext = (scopes: Scopes) =>
    last ? { [Op.and]: [where(scopes), whereAfter(entity, sort, last)] } : where(scopes);
  const { selection, deleted, version } = search;
  const options = { selection, sort, deleted, version, limit: size, ...beside, where: whereNext };
  return planRows(source, entity, parameters, options);
}

/** The number of rows at a place that match the search. */
export function countOfRows(source: RowSource, place: Place, search: Search): Promise<number> {
  const { parameters, where, via, links } = matchingAt('count', place, search);
  const options = { where, via, links, deleted: search.deleted };
  const { statement, values } = planCount(source, entityAt(place), parameters, options);
  return statement.read(values, ([row]) => Number(row?.get(COUNT)));
}

/**
 * The parent that the place's collection belongs to; undefined when it does not exist.
 *
 * @param version the name under which the row has the version of its root, if the place has no entities
 */
export async function parentRow(source: RowSource, place: Place, version?: string): Promise<Row | undefined> {
  const parent = place.path.at(-1)!.owner;
  const parameters = QueryParameters.of(parent, 'parent');
  const at = parameters.addPlace(place);
  const where = (scopes: Scopes) => whereParentAt(at, scopes);
  const selection = { entity: parent, fields: [], references: new Map(), collections: new Map() };
  const state = (scopes: Scopes) => stateOfEmptySql(version!, at, scopes);
  const { statement, values } = planRows(source, parent, parameters, { where, selection, version, state });
  return statement.read(values, ([row]) => row);
}

/** The query for the rows at a place that match criteria. */
function matchingAt(kind: string, place: Place, { criteria, version }: Search) {
  const parameters = QueryParameters.of(entityAt(place), kind);
  const at = parameters.addPlace(place);
  const matched = parameters.addCriteria(criteria);
  const where = (scopes: Scopes) => whereAt(at, { criteria: matched }, scopes);
  return { parameters, where, via: requiredCollection(place), ...besideRows(at, version) };
}

/** What a statement selects besides the fields of the rows at a place. */
function besideRows(at: ParameterizedPlace, version: string | undefined, lock?: true) {
  return {
    links: (scopes: Scopes) => {
      const links = linksAt(at, scopes);
      return links && lock ? { ...links, lock } : links;
    },
    state: (scopes: Scopes, linkAlias: LinkAlias) => stateSql(version!, at, scopes, linkAlias),
  };
}
