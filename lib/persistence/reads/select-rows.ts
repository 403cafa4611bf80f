import { literal, Op, type WhereOptions } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import type { Page, Search, SortKey } from './criteria';
import type { DeletedRows } from './deleted-rows';
import { pickByKeys } from './keyed-entities';
import { completeSort, orderBy, orderOf, whereAfter } from './keyset';
import { type Links, linksAt } from './links';
import { whereKeyIn } from './membership-criteria';
import { type EntityKey, entityAt, type Place, parentKeysOf, type WantedKeys } from './place';
import { whereParentAt } from './place-criteria';
import { type ParameterizedPlace, QueryParameters } from './query-parameters';
import type { ReadPlans } from './read-plans';
import { isStateName, stateOfEmptySql, stateSql } from './root-version';
import type { Row } from './row';
import { COUNT, RowStatement } from './row-statement';
import { ALL_ROWS, type Scopes } from './scopes';
import { inScopes, whereAt } from './select-entities';
import { selectedNames } from './selected-attributes';
import type { Selection } from './selection';
import type { Placeholder } from './sql-template';

/** The cached plans of an application, and the rows that the caller has access to. */
export interface RowSource {
  readonly plans: ReadPlans;
  readonly scopes: Scopes;
}

export interface RowOptions {
  readonly selection?: Selection;
  /** Fields to read besides those of the selection. */
  readonly more?: readonly string[];
  /** By the primary key when absent. */
  readonly sort?: readonly SortKey[];
  readonly limit?: number;
  readonly offset?: number;
  readonly deleted?: DeletedRows;
  /** Called only when no statement of that shape is cached. */
  readonly links?: () => Links | undefined;
  /** @see Search.version */
  readonly version?: string;
  /** The expression under the name `version`. Called only when no statement of that shape is cached. */
  readonly state?: () => Literal;
  readonly isLocking?: boolean;
}

type Literal = ReturnType<typeof literal>;

const NO_FIELDS: readonly string[] = [];
export const allRows = (rows: Row[]) => rows;
export const listOfOne = (key: EntityKey) => [key];

/** A statement with the values of its placeholders. */
export interface PlannedRead {
  readonly statement: RowStatement;
  readonly values: readonly unknown[];
}

/**
 * Reads rows of one class, by default in the order of their primary keys.
 *
 * @param where called only when no statement of that shape is cached
 */
function selectRows(
  source: RowSource,
  entity: EntityMetadata,
  parameters: QueryParameters,
  where: () => WhereOptions,
  options: RowOptions = {},
): Promise<Row[]> {
  const { statement, values } = planRows(source, entity, parameters, where, options);
  return statement.read(values, allRows);
}

/** Prepares the statement of {@link selectRows} without sending it. */
export function planRows(
  { plans, scopes }: RowSource,
  entity: EntityMetadata,
  parameters: QueryParameters,
  where: () => WhereOptions,
  { selection, more = NO_FIELDS, sort, limit, offset, deleted, links, version, state, isLocking }: RowOptions,
): PlannedRead {
  const order = completeSort(entity, sort);
  parameters.addSort(order);
  const extraFields = [...order.map(({ field }) => field.name), ...more];
  if (version !== undefined) extraFields.push(version);
  const { names, text } = selectedNames(entity, selection, extraFields);
  const limitAt = parameters.addOptional('limit', limit);
  const offsetAt = parameters.addOptional('offset', offset);
  const shape = shapeOf(scopes, `${entity.name}:${text}`, parameters, deleted);
  const statement = plans.byShape.of(shape, () => {
    const bounds = { limit: numberAt(limitAt), offset: numberAt(offsetAt) };
    const within = inScopes(entity, where(), scopes);
    const rows = { where: within, order: orderBy(entity, order), ...bounds, deleted, ...(isLocking && { lock: true }) };
    return new RowStatement(entity, names, rows, parameters, {
      links: links?.(),
      state: version !== undefined && isStateName(version) ? state?.() : undefined,
    });
  });
  return { statement, values: parameters.values };
}

/** `findInOrder` as plain rows. */
export function rowsWithKeys(
  source: RowSource,
  place: Place,
  keys: WantedKeys,
  { criteria, selection, deleted, version }: Search,
): Promise<Row[]> {
  const arrange = (rows: Row[]) => pickByKeys(place, rows, keys);
  const plan = () => planKeyed(source, place, keys, { criteria, selection, deleted, version });
  if (!selection || criteria || deleted || source.scopes !== ALL_ROWS) {
    const { statement, values } = plan();
    return statement.read(values, arrange);
  }
  const { byKey, single } = source.plans;
  const statement = (keys ? byKey : single).of(place.path, selection, () => plan().statement);
  return statement.read([...parentKeysOf(place).map(listOfOne), ...(keys ? [keys] : [])], arrange);
}

/** The statement of {@link rowsWithKeys}. */
export function planKeyed(
  source: RowSource,
  place: Place,
  keys: WantedKeys,
  search: Search,
  isLocking = false,
): PlannedRead {
  const { selection, deleted, version } = search;
  const entity = entityAt(place);
  const parameters = new QueryParameters(`${isLocking ? 'locked ' : ''}${keys ? 'keys' : 'single'}`);
  const at = parameters.addPlace(place);
  const criteria = parameters.addCriteria(search.criteria);
  const keysAt = keys && parameters.addValue(keys);
  const where = () => ({
    [Op.and]: [whereAt(at, { criteria }, source.scopes), ...(keysAt ? [whereKeyIn(entity, keysAt)] : [])],
  });
  const { state, links } = besideRows(source, at, version);
  const lockedLinks = () => {
    const linked = links();
    return linked && isLocking ? { ...linked, isLocking } : linked;
  };
  const options = { selection, deleted, version, state, links: lockedLinks, isLocking };
  return planRows(source, entity, parameters, where, options);
}

export function pageOfRows(
  source: RowSource,
  place: Place,
  { number, size, isUncounted }: Page,
  search: Search,
): Promise<Row[]> {
  const options = { ...search, limit: isUncounted ? size + 1 : size, offset: (number - 1) * size };
  const parameters = new QueryParameters('page');
  const { where, ...beside } = addPlaceAndCriteria(source, parameters, place, search);
  return selectRows(source, entityAt(place), parameters, where, { ...options, ...beside });
}

/** Reads up to `size` rows at the place, in the order of the search, after a given row. */
export function chunkOfRows(
  source: RowSource,
  place: Place,
  size: number,
  search: Search,
  after?: Row,
): Promise<Row[]> {
  const { criteria, sort, selection, deleted } = search;
  if (after || criteria || deleted || sort || !selection || source.scopes !== ALL_ROWS) {
    const { statement, values } = planChunk(source, place, size, search, after);
    return statement.read(values, allRows);
  }
  const statement = source.plans.lists.of(
    place.path,
    selection,
    () => planChunk(source, place, size, search).statement,
  );
  return statement.read([...parentKeysOf(place).map(listOfOne), size], allRows);
}

function planChunk(source: RowSource, place: Place, size: number, search: Search, after?: Row): PlannedRead {
  const entity = entityAt(place);
  const sort = orderOf(entity, search);
  const parameters = new QueryParameters(after ? `next${search.isTotal ? ' in a total order' : ''}` : 'first');
  const { where, ...beside } = addPlaceAndCriteria(source, parameters, place, search);
  const last = after && parameters.addValue(after);
  const whereNext = () => (last ? { [Op.and]: [where(), whereAfter(entity, sort, last)] } : where());
  return planRows(source, entity, parameters, whereNext, { ...search, sort, limit: size, ...beside });
}

export function countOfRows(source: RowSource, place: Place, search: Search): Promise<number> {
  const { plans, scopes } = source;
  const entity = entityAt(place);
  const parameters = new QueryParameters('count');
  const { deleted } = search;
  const { where, links } = addPlaceAndCriteria(source, parameters, place, search);
  const shape = shapeOf(scopes, entity.name, parameters, deleted);
  const statement = plans.byShape.of(shape, () => {
    const counted = { where: inScopes(entity, where(), scopes), deleted };
    return RowStatement.counting(entity, counted, parameters, { links: links() });
  });
  return statement.read(parameters.values, ([row]) => Number(row?.get(COUNT)));
}

/**
 * The parent that the place's collection belongs to; undefined when it does not exist.
 *
 * @param version the name under which the row has the version of its root, if the place has no entities
 */
export async function parentRow(source: RowSource, place: Place, version?: string): Promise<Row | undefined> {
  const parameters = new QueryParameters('parent');
  const at = parameters.addPlace(place);
  const parent = place.path.at(-1)!.owner;
  const where = () => whereParentAt(at, source.scopes);
  const selection = { entity: parent, fields: [], references: new Map(), collections: new Map() };
  const state = () => stateOfEmptySql(version!, at, source.scopes);
  const [row] = await selectRows(source, parent, parameters, where, { selection, version, state });
  return row;
}

function addPlaceAndCriteria(
  source: RowSource,
  parameters: QueryParameters,
  place: Place,
  { criteria, version }: Pick<Search, 'criteria' | 'version'>,
) {
  const at = parameters.addPlace(place);
  const parameterized = parameters.addCriteria(criteria);
  return {
    where: () => whereAt(at, { criteria: parameterized }, source.scopes),
    ...besideRows(source, at, version),
  };
}

/** What a statement selects besides the fields of the rows at a place. */
function besideRows({ scopes }: RowSource, at: ParameterizedPlace, version: string | undefined) {
  return {
    links: () => linksAt(at, scopes),
    state: () => stateSql(version!, at, scopes, ({ through }) => through.name),
  };
}

/** Undefined for a statement that is not cached: the access of a principal is not part of a shape. */
function shapeOf(scopes: Scopes, query: string, { shape }: QueryParameters, deleted?: DeletedRows): string | undefined {
  if (scopes !== ALL_ROWS) return undefined;
  return deleted ? `${query}:${shape}:${deleted}` : `${query}:${shape}`;
}

function numberAt(placeholder: Placeholder<number> | undefined): Literal | undefined {
  return placeholder && literal(placeholder.sql(String));
}
