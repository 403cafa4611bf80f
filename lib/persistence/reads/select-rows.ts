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
import { QueryParameters } from './query-parameters';
import type { ReadPlans } from './read-plans';
import { ROOT_VERSION, rootVersionSql, versionOfEmptySql } from './root-version';
import type { Row } from './row';
import { COUNT, RowStatement } from './row-statement';
import { ALL_ROWS, type Scopes } from './scopes';
import { inScopes, whereAt } from './select-entities';
import { selectedNames } from './selected-attributes';
import type { Selection } from './selection';
import type { Placeholder } from './sql-template';

/** The parts of statements that do not depend on a single read. */
export interface RowSource {
  readonly plans: ReadPlans;
  readonly scopes: Scopes;
}

export interface RowOptions {
  readonly selection?: Selection;
  /** Fields that are needed besides those of the selection. */
  readonly more?: readonly string[];
  /** By the primary key when absent. */
  readonly sort?: readonly SortKey[];
  readonly limit?: number;
  readonly offset?: number;
  readonly deleted?: DeletedRows;
  /** Asked when there is no statement of that shape yet. */
  readonly links?: () => Links | undefined;
  /** As {@link Search} has it. */
  readonly version?: string;
  /** Asked with that. */
  readonly rootVersion?: () => Literal;
}

type Literal = ReturnType<typeof literal>;

const NOTHING: readonly string[] = [];
export const allRows = (rows: Row[]) => rows;
export const listOfOne = (key: EntityKey) => [key];

/** A read whose statement is known. */
export interface PlannedRead {
  readonly statement: RowStatement;
  /** For the places in the statement. */
  readonly values: readonly unknown[];
}

/**
 * Rows of one class, in the order of the primary keys unless another is asked for.
 *
 * @param sought made from what stands in `asked`, when there is no statement of that shape yet
 */
function selectRows(
  source: RowSource,
  entity: EntityMetadata,
  asked: QueryParameters,
  sought: () => WhereOptions,
  options: RowOptions = {},
): Promise<Row[]> {
  const { statement, values } = planRows(source, entity, asked, sought, options);
  return statement.read(values, allRows);
}

/** {@link selectRows} as far as the statement. */
export function planRows(
  { plans, scopes }: RowSource,
  entity: EntityMetadata,
  asked: QueryParameters,
  sought: () => WhereOptions,
  { selection, more = NOTHING, sort, limit, offset, deleted, links, version, rootVersion }: RowOptions,
): PlannedRead {
  const order = asked.sort(completeSort(entity, sort));
  const needed = [...order.map(({ field }) => field.name), ...more];
  if (version !== undefined) needed.push(version);
  const { names, text } = selectedNames(entity, selection, needed);
  const part = { limit: asked.optional('limit', limit), offset: asked.optional('offset', offset) };
  const shape = shapeOf(scopes, `${entity.name}:${text}`, asked, deleted);
  const statement = plans.shaped.of(shape, () => {
    const where = inScopes(entity, sought(), scopes);
    const bounds = { limit: numberAt(part.limit), offset: numberAt(part.offset) };
    const rows = { where, order: orderBy(entity, order), ...bounds, deleted };
    const isBelowRoot = version === ROOT_VERSION;
    return new RowStatement(entity, names, rows, asked, {
      links: links?.(),
      rootVersion: isBelowRoot ? rootVersion?.() : undefined,
    });
  });
  return { statement, values: asked.values };
}

/** As `findInOrder`, rows. */
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

function planKeyed(source: RowSource, place: Place, keys: WantedKeys, search: Search): PlannedRead {
  const { criteria, selection, deleted, version } = search;
  const entity = entityAt(place);
  const asked = new QueryParameters(keys ? 'keys' : 'single');
  const at = asked.place(place);
  const met = asked.criteria(criteria);
  const given = keys && asked.value(keys);
  const sought = () => ({
    [Op.and]: [whereAt(at, { criteria: met }, source.scopes), ...(given ? [whereKeyIn(entity, given)] : [])],
  });
  const beside = { links: () => linksAt(at, source.scopes), rootVersion: () => rootVersionSql(at) };
  return planRows(source, entity, asked, sought, { selection, deleted, version, ...beside });
}

export function pageOfRows(
  source: RowSource,
  place: Place,
  { number, size, isUncounted }: Page,
  search: Search,
): Promise<Row[]> {
  const options = { ...search, limit: isUncounted ? size + 1 : size, offset: (number - 1) * size };
  const asked = new QueryParameters('page');
  const { sought, ...beside } = addPlaceAndCriteria(source, asked, place, search);
  return selectRows(source, entityAt(place), asked, sought, { ...options, ...beside });
}

/** As many rows at the place as given, which come after another in the order that is asked for. */
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
  const asked = new QueryParameters(after ? `next${search.isTotal ? ' in a total order' : ''}` : 'first');
  const { sought, ...beside } = addPlaceAndCriteria(source, asked, place, search);
  const last = after && asked.value(after);
  const where = () => (last ? { [Op.and]: [sought(), whereAfter(entity, sort, last)] } : sought());
  return planRows(source, entity, asked, where, { ...search, sort, limit: size, ...beside });
}

export function countOfRows({ plans, scopes }: RowSource, place: Place, search: Search): Promise<number> {
  const entity = entityAt(place);
  const asked = new QueryParameters('count');
  const { deleted } = search;
  const { sought, links } = addPlaceAndCriteria({ plans, scopes }, asked, place, search);
  const shape = shapeOf(scopes, entity.name, asked, deleted);
  const statement = plans.shaped.of(shape, () =>
    RowStatement.counting(entity, { where: inScopes(entity, sought(), scopes), deleted }, asked, { links: links() }),
  );
  return statement.read(asked.values, ([counted]) => Number(counted?.get(COUNT)));
}

/**
 * The parent that the place's collection belongs to, if it is there.
 *
 * @param version the name under which it tells the version of its root, where the place has no entities
 */
export async function parentRow(source: RowSource, place: Place, version?: string): Promise<Row | undefined> {
  const asked = new QueryParameters('parent');
  const at = asked.place(place);
  const parent = place.path.at(-1)!.owner;
  const sought = () => whereParentAt(at, source.scopes);
  const selection = { entity: parent, fields: [], references: new Map(), collections: new Map() };
  const rootVersion = () => versionOfEmptySql(at, source.scopes);
  const [found] = await selectRows(source, parent, asked, sought, { selection, version, rootVersion });
  return found;
}

function addPlaceAndCriteria({ scopes }: RowSource, asked: QueryParameters, place: Place, { criteria }: Search) {
  const at = asked.place(place);
  const met = asked.criteria(criteria);
  const beside = { links: () => linksAt(at, scopes), rootVersion: () => rootVersionSql(at) };
  return { sought: () => whereAt(at, { criteria: met }, scopes), ...beside };
}

/** Undefined where it is not to be kept: what a principal may see is no part of a shape. */
function shapeOf(scopes: Scopes, what: string, { shape }: QueryParameters, deleted?: DeletedRows): string | undefined {
  if (scopes !== ALL_ROWS) return undefined;
  return deleted ? `${what}:${shape}:${deleted}` : `${what}:${shape}`;
}

function numberAt(placeholder: Placeholder<number> | undefined): ReturnType<typeof literal> | undefined {
  return placeholder && literal(placeholder.written(String));
}
