import type { WhereOptions } from 'sequelize';
import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import { type ManyToMany, whereForeignKey } from '../models/association';
import type { Entity } from '../models/domain-model';
import { valuesOf } from '../sequelize/instance';
import { noteLoaded } from '../unit-of-work/loaded-entities';
import type { Search } from './criteria';
import { entityOf } from './entity-of';
import { completeSort } from './keyset';
import { LinkedRow } from './linked-row';
import { LINKED_PARENT, type Links } from './links';
import { pickByKeys } from './pick-by-keys';
import { entityAt, type Place, type WantedKeys } from './place';
import { inScopes } from './place-criteria';
import { type RowSource, statementOf } from './plan-rows';
import { type Row, SelectedRow } from './row';
import type { RowQuery } from './row-query';
import { ALL_ROWS, type Scopes } from './scopes';
import { planKeyed } from './select-rows';
import { selectedNames } from './selected-attributes';
import type { Selection } from './selection';

export interface SelectOptions extends Pick<RowQuery, 'lock' | 'deleted' | 'ignoresDefaultScope'> {
  readonly limit?: number;
  /** The fields to read; all when absent. */
  readonly selection?: Selection;
  /** The accessible rows; all when absent. */
  readonly scopes?: Scopes;
}

/** Reads instances of one class, in the order of their primary keys. */
export function selectEntities(
  entity: EntityMetadata,
  criteria: WhereOptions,
  { selection, scopes = ALL_ROWS, ...options }: SelectOptions = {},
): Promise<Entity[]> {
  const where = inScopes(entity, criteria, scopes);
  const { names } = selectedNames(entity, selection, []);
  const statement = statementOf(entity, { ...options, where, names, order: completeSort(entity) });
  return statement.read([], (rows) => loaded(rows, (row) => entityOf(entity, row)));
}

/** A child of a many-to-many collection, with the key of its parent. */
export type LinkedEntity = readonly [foreignKey: unknown, child: Entity];

/**
 * Reads the children of these parents with all fields of the join table, as Sequelize does: each has the instance of its
 * row there. A child of several parents is returned once for each.
 */
export function selectLinked(
  { target, joinFields }: CollectionMetadata,
  association: ManyToMany,
  parentKeys: readonly unknown[],
  lock: RowQuery['lock'],
): Promise<LinkedEntity[]> {
  const where = whereForeignKey(association, [...parentKeys]);
  const links = { association, fields: joinFields, where, lock };
  const names = [...target.fields.keys(), ...joinFields.keys(), LINKED_PARENT];
  const query = { where: { ...association.scope }, names, order: completeSort(target), lock, links };
  return statementOf(target, query).read([], (rows) => {
    const children = loaded(rows, (row) => linkedEntity(target, links, row));
    return rows.map((row, index) => [row.get(LINKED_PARENT), children[index]!]);
  });
}

function linkedEntity(target: EntityMetadata, { association, fields }: Links, row: Row): Entity {
  const { through, links, foreignKey } = association;
  if (row instanceof LinkedRow) return Object.assign(row.child as Entity, { [through.name]: row.link });
  const child = entityOf(target, row);
  const values = Object.fromEntries([...fields.keys()].map((name) => [name, row.get(name)]));
  const attributes = [foreignKey, ...fields.keys()];
  const options = { isNewRecord: false, raw: true, attributes };
  const link = through.build({ [foreignKey]: row.get(LINKED_PARENT), ...values }, options as object);
  valuesOf(child)[links.as] = link;
  return Object.assign(child, { [through.name]: link });
}

/** Builds the instances, as domain code may read them. Sequelize notes those that it finds itself. */
function loaded(rows: readonly Row[], build: (row: Row) => Entity): Entity[] {
  const entities = rows.map(build);
  if (rows[0] instanceof SelectedRow) noteLoaded(entities);
  return entities;
}

/**
 * The entities at the place that have one of the keys and match the criteria, in the order of the keys; without keys the
 * single child.
 *
 * @throws SeveralChildrenError
 */
export function entitiesWithKeys(
  source: RowSource,
  place: Place,
  keys: WantedKeys,
  search: Search,
  lock?: true,
): Promise<Entity[]> {
  const { statement, values } = planKeyed(source, place, keys, search, { purpose: 'entity', lock });
  const entity = entityAt(place);
  return statement.read(values, (rows) =>
    pickByKeys(
      place,
      loaded(rows, (row) => entityOf(entity, row)),
      keys,
    ),
  );
}
