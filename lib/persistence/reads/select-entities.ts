import { Op, type WhereOptions } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { everyRow, inDefaultScope } from '../models/default-scope';
import { type Entity, modelOf } from '../models/domain-model';
import type { PlaceOfKeys } from './asked';
import type { Page, Search, SortKey } from './criteria';
import { completeSort, following, orderBy } from './keyset';
import { membersAt } from './members';
import { keyed } from './membership';
import { type EntityKey, entityAt, type Place } from './place';
import type { Row } from './row';
import { ALL_ROWS, type Scopes } from './scopes';
import { conditions, meeting } from './search-criteria';
import { selectedAttributes } from './selected-attributes';
import type { Selection } from './selection';

export interface SelectOptions {
  readonly lock?: boolean;
  readonly limit?: number;
  readonly offset?: number;
  readonly sort?: readonly SortKey[];
  /** What is needed of the rows; all when absent. */
  readonly selection?: Selection;
  /** Which rows there are; all when absent. */
  readonly scopes?: Scopes;
  /** Whether rows are sought that the default scope of their class leaves out, too. */
  readonly isEveryRow?: boolean;
}

/** Rows of one class, in the order of the primary keys unless another is asked for. */
export async function selectEntities(
  entity: EntityMetadata,
  sought: WhereOptions,
  { sort, selection, scopes = ALL_ROWS, isEveryRow = false, ...options }: SelectOptions = {},
): Promise<Entity[]> {
  const keys = completeSort(entity, sort);
  const sorted = keys.map(({ field }) => field.name);
  const attributes = selection && selectedAttributes(selection, sorted);
  const model = modelOf(entity.type);
  if (isEveryRow) {
    const where = { [Op.and]: [sought, ...conditions(entity, scopes)] };
    return everyRow(model).findAll({ where, order: orderBy(entity, keys), attributes, ...options });
  }
  const where = within(entity, sought, scopes);
  return model.findAll({ where, order: orderBy(entity, keys), attributes, ...options });
}

/** Criteria narrowed to the rows of a class that are there. */
export function within(entity: EntityMetadata, where: WhereOptions, scopes: Scopes): WhereOptions {
  const scope = conditions(entity, scopes);
  return inDefaultScope(modelOf(entity.type), scope.length === 0 ? where : { [Op.and]: [where, ...scope] });
}

/** Criteria for the entities at a place that are sought, before their own class is narrowed. */
export function soughtAt(place: PlaceOfKeys, { criteria }: Search, scopes: Scopes): WhereOptions {
  const members = membersAt(place, scopes);
  return criteria ? { [Op.and]: [members, meeting(entityAt(place), criteria, scopes)] } : members;
}

/** The entities at the place that have one of the keys and meet the criteria. */
export function findAt(
  place: Place,
  keys: readonly EntityKey[],
  { criteria, selection }: Search,
  scopes: Scopes,
  options: Pick<SelectOptions, 'lock'> = {},
): Promise<Entity[]> {
  const entity = entityAt(place);
  const where = { [Op.and]: [soughtAt(place, { criteria }, scopes), keyed(entity, keys)] };
  return selectEntities(entity, where, { ...options, selection, scopes });
}

/** As many entities at the place as given, which come after a row in the order that is asked for. */
export function chunkAt(place: Place, size: number, search: Search, scopes: Scopes, after?: Row): Promise<Entity[]> {
  const entity = entityAt(place);
  const sort = completeSort(entity, search.sort);
  const sought = soughtAt(place, search, scopes);
  const where = after ? { [Op.and]: [sought, following(entity, sort, after)] } : sought;
  return selectEntities(entity, where, { limit: size, sort, selection: search.selection, scopes });
}

export function pageAt(place: Place, { number, size }: Page, search: Search, scopes: Scopes): Promise<Entity[]> {
  const { sort, selection } = search;
  const options = { limit: size, offset: (number - 1) * size, sort, selection, scopes };
  return selectEntities(entityAt(place), soughtAt(place, search, scopes), options);
}

export function countAt(place: Place, search: Search, scopes: Scopes): Promise<number> {
  const entity = entityAt(place);
  return modelOf(entity.type).count({ where: within(entity, soughtAt(place, search, scopes), scopes) });
}
