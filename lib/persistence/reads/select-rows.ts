import { literal, Op, type WhereOptions } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { Asked } from './asked';
import type { Page, Search, SortKey } from './criteria';
import { inKeyOrder } from './keyed-entities';
import { completeSort, following, orderBy } from './keyset';
import { parentAt } from './members';
import { keyed } from './membership';
import { type EntityKey, entityAt, type Place } from './place';
import type { ReadPlans } from './read-plans';
import type { Row } from './row';
import { COUNT, RowStatement } from './row-statement';
import { ALL_ROWS, type Scopes } from './scopes';
import { soughtAt, within } from './select-entities';
import { selectedNames } from './selected-attributes';
import type { Selection } from './selection';
import type { Placeholder } from './sql-template';

/** What statements are made of besides what one read asks for. */
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
}

const NOTHING: readonly string[] = [];
export const asTheyAre = (rows: Row[]) => rows;
export const listOfOne = (key: EntityKey) => [key];

/** A read whose statement is known. */
export interface Read {
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
  asked: Asked,
  sought: () => WhereOptions,
  options: RowOptions = {},
): Promise<Row[]> {
  const { statement, values } = planRows(source, entity, asked, sought, options);
  return statement.read(values, asTheyAre);
}

/** {@link selectRows} as far as the statement. */
export function planRows(
  { plans, scopes }: RowSource,
  entity: EntityMetadata,
  asked: Asked,
  sought: () => WhereOptions,
  { selection, more = NOTHING, sort, limit, offset }: RowOptions,
): Read {
  const order = asked.sort(completeSort(entity, sort));
  const { names, text } = selectedNames(entity, selection, [...order.map(({ field }) => field.name), ...more]);
  const part = { limit: asked.optional('limit', limit), offset: asked.optional('offset', offset) };
  // What a principal may see is no part of the shape.
  const shape = scopes === ALL_ROWS ? `${entity.name}:${text}:${asked.shape}` : undefined;
  const statement = plans.shaped.of(shape, () => {
    const where = within(entity, sought(), scopes);
    const bounds = { limit: numberAt(part.limit), offset: numberAt(part.offset) };
    return new RowStatement(entity, names, { where, order: orderBy(entity, order), ...bounds }, asked);
  });
  return { statement, values: asked.values };
}

/** The entities at the place that have one of the keys and meet the criteria, in the order of the keys. */
export function rowsWithKeys(
  source: RowSource,
  place: Place,
  keys: readonly EntityKey[],
  { criteria, selection }: Search,
): Promise<Row[]> {
  const arrange = (rows: Row[]) => inKeyOrder(entityAt(place), rows, keys);
  const plan = () => planKeyed(source, place, keys, { criteria, selection });
  if (!selection || criteria || source.scopes !== ALL_ROWS) {
    const { statement, values } = plan();
    return statement.read(values, arrange);
  }
  const statement = source.plans.byKey.of(place.path, selection, () => plan().statement);
  return statement.read([...place.parentKeys.map(listOfOne), keys], arrange);
}

function planKeyed(source: RowSource, place: Place, keys: readonly EntityKey[], { criteria, selection }: Search): Read {
  const entity = entityAt(place);
  const asked = new Asked('keys');
  const at = asked.place(place);
  const met = asked.criteria(criteria);
  const wanted = asked.value(keys);
  const sought = () => ({ [Op.and]: [soughtAt(at, { criteria: met }, source.scopes), keyed(entity, wanted)] });
  return planRows(source, entity, asked, sought, { selection });
}

export function pageOfRows(source: RowSource, place: Place, { number, size }: Page, search: Search): Promise<Row[]> {
  const options = { ...search, limit: size, offset: (number - 1) * size };
  const asked = new Asked('page');
  return selectRows(source, entityAt(place), asked, soughtIn(source, asked, place, search), options);
}

/** As many rows at the place as given, which come after another in the order that is asked for. */
export function chunkOfRows(
  source: RowSource,
  place: Place,
  size: number,
  search: Search,
  after?: Row,
): Promise<Row[]> {
  const { criteria, sort, selection } = search;
  if (after || criteria || sort || !selection || source.scopes !== ALL_ROWS) {
    const { statement, values } = planChunk(source, place, size, search, after);
    return statement.read(values, asTheyAre);
  }
  const statement = source.plans.lists.of(
    place.path,
    selection,
    () => planChunk(source, place, size, search).statement,
  );
  return statement.read([...place.parentKeys.map(listOfOne), size], asTheyAre);
}

function planChunk(source: RowSource, place: Place, size: number, search: Search, after?: Row): Read {
  const entity = entityAt(place);
  const sort = completeSort(entity, search.sort);
  const asked = new Asked(after ? 'next' : 'first');
  const sought = soughtIn(source, asked, place, search);
  const last = after && asked.value(after);
  const where = () => (last ? { [Op.and]: [sought(), following(entity, sort, last)] } : sought());
  return planRows(source, entity, asked, where, { ...search, sort, limit: size });
}

export function countOfRows({ plans, scopes }: RowSource, place: Place, search: Search): Promise<number> {
  const entity = entityAt(place);
  const asked = new Asked('count');
  const sought = soughtIn({ plans, scopes }, asked, place, search);
  const shape = scopes === ALL_ROWS ? `${entity.name}:${asked.shape}` : undefined;
  const statement = plans.shaped.of(shape, () =>
    RowStatement.counting(entity, within(entity, sought(), scopes), asked),
  );
  return statement.read(asked.values, ([counted]) => Number(counted?.get(COUNT)));
}

/** Whether the parent is there that the place's collection belongs to. */
export async function hasParent(source: RowSource, place: Place): Promise<boolean> {
  const asked = new Asked('parent');
  const at = asked.place(place);
  const parent = place.path.at(-1)!.owner;
  const sought = () => parentAt(at, source.scopes);
  const selection = { entity: parent, fields: [], references: new Map(), collections: new Map() };
  return (await selectRows(source, parent, asked, sought, { selection })).length > 0;
}

function soughtIn({ scopes }: RowSource, asked: Asked, place: Place, { criteria }: Search): () => WhereOptions {
  const at = asked.place(place);
  const met = asked.criteria(criteria);
  return () => soughtAt(at, { criteria: met }, scopes);
}

function numberAt(placeholder: Placeholder<number> | undefined): ReturnType<typeof literal> | undefined {
  return placeholder && literal(placeholder.written(String));
}
