import type { WhereOptions } from 'sequelize';
import type { AggregateMetadata, CollectionPath, EntityMetadata } from '../../metadata';
import { associationKeys, matchesScope } from '../models/association';
import type { FieldValues } from '../models/domain-model';
import { type RootPath, whereParentOf, whereRootAbove } from '../reads/membership-criteria';

/** Rows of one class whose roots are to be found. */
export interface MemberRows {
  readonly entity: EntityMetadata;
  readonly rows: readonly FieldValues[];
  /** A path from a root to the rows that is not searched. */
  readonly except?: CollectionPath;
}

/** The roots of one aggregate that rows belong to by one path. */
export interface RootQuery {
  readonly aggregate: AggregateMetadata;
  /** Criteria of the roots. */
  readonly criteria: WhereOptions;
  /** The primary keys of the roots, if the rows have them as foreign keys. */
  readonly keys?: readonly unknown[];
}

/**
 * The queries for the roots that rows belong to, one for each path.
 *
 * @param paths from roots to entities, by class
 */
export function rootQueries(
  members: readonly MemberRows[],
  paths: ReadonlyMap<EntityMetadata, readonly RootPath[]>,
): RootQuery[] {
  return members.flatMap(({ entity, rows, except }) =>
    paths
      .get(entity)!
      .filter(({ path }) => path !== except)
      .flatMap((one) => queryFor(one, rows) ?? []),
  );
}

/** Undefined if no row has a parent. */
function queryFor({ aggregate, path }: RootPath, rows: readonly FieldValues[]): RootQuery | undefined {
  const association = associationKeys(path.at(-1)!);
  const field = association.kind === 'oneToMany' ? association.foreignKey : association.targetKey;
  const named = rows.filter((row) => matchesScope(association.scope, row)).map((row) => row[field]);
  const keys = presentValues(named);
  if (keys.length === 0) return undefined;
  if (association.kind === 'manyToMany') {
    const parents = whereParentOf(path.at(-1)!, { [association.targetKey]: keys as string[] });
    return { aggregate, criteria: whereRootAbove(path, parents) };
  }
  return queryByKeys({ aggregate, path }, association.sourceKey, keys);
}

/** The roots of links in a join table; none if no link has a parent. */
export function rootQueriesOfLinks({ aggregate, path }: RootPath, rows: readonly FieldValues[]): RootQuery[] {
  const { sourceKey, foreignKey, foreignKeyScope } = associationKeys(path.at(-1)!);
  const keys = presentValues(rows.filter((row) => matchesScope(foreignKeyScope, row)).map((row) => row[foreignKey]));
  return keys.length === 0 ? [] : [queryByKeys({ aggregate, path }, sourceKey, keys)];
}

/** @param keys the values of the parents' field `sourceKey` */
function queryByKeys({ aggregate, path }: RootPath, sourceKey: string, keys: readonly unknown[]): RootQuery {
  const criteria = whereRootAbove(path, { [sourceKey]: keys as string[] });
  const namesRoots = path.length === 1 && sourceKey === aggregate.root.primaryKey.name;
  return namesRoots ? { aggregate, criteria, keys } : { aggregate, criteria };
}

function presentValues(values: readonly unknown[]): unknown[] {
  return [...new Set(values.filter((value) => value !== undefined && value !== null))];
}
