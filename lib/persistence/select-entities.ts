import { Op, type WhereOptions } from 'sequelize';
import type { EntityMetadata } from '../metadata';
import type { Page, Search, SortKey } from './criteria';
import { type Entity, modelOf } from './domain-model';
import { completeSort, following, orderBy } from './keyset';
import { membersAt } from './membership';
import { entityAt, type Place } from './place';
import { meeting } from './search-criteria';
import { selectedAttributes } from './selected-attributes';
import type { Selection } from './selection';

export interface SelectOptions {
  readonly lock?: boolean;
  readonly limit?: number;
  readonly offset?: number;
  readonly sort?: readonly SortKey[];
  /** What is needed of the rows; all when absent. */
  readonly selection?: Selection;
}

/** Rows of one class, in the order of the primary keys unless another is asked for. */
export async function selectEntities(
  entity: EntityMetadata,
  where: WhereOptions,
  { sort, selection, ...options }: SelectOptions = {},
): Promise<Entity[]> {
  const keys = completeSort(entity, sort);
  const sorted = keys.map(({ field }) => field.name);
  const attributes = selection && selectedAttributes(selection, sorted);
  return modelOf(entity.type).findAll({ where, order: orderBy(entity, keys), attributes, ...options });
}

/** Criteria for the entities at a place that are sought. */
export function sought(place: Place, { criteria }: Search): WhereOptions {
  const members = membersAt(place);
  return criteria ? { [Op.and]: [members, meeting(entityAt(place), criteria)] } : members;
}

/** A list in pieces, each of which begins after the last entity of the one before. */
export async function* chunksAt(place: Place, size: number, search: Search): AsyncGenerator<Entity[], void, undefined> {
  const entity = entityAt(place);
  const sort = completeSort(entity, search.sort);
  let after: WhereOptions = {};
  while (true) {
    const where: WhereOptions = { [Op.and]: [sought(place, search), after] };
    const chunk = await selectEntities(entity, where, { limit: size, sort, selection: search.selection });
    if (chunk.length > 0) yield chunk;
    if (chunk.length < size) return;
    after = following(entity, sort, chunk.at(-1)!);
  }
}

export function pageAt(place: Place, { number, size }: Page, search: Search): Promise<Entity[]> {
  const { sort, selection } = search;
  const options = { limit: size, offset: (number - 1) * size, sort, selection };
  return selectEntities(entityAt(place), sought(place, search), options);
}

export function countAt(place: Place, search: Search): Promise<number> {
  return modelOf(entityAt(place).type).count({ where: sought(place, search) });
}
