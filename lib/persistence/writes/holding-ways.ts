import type { WhereOptions } from 'sequelize';
import type { AggregateMetadata, CollectionPath, EntityMetadata } from '../../metadata';
import { associationKeys, matchesScope } from '../models/association';
import type { FieldValues } from '../models/domain-model';
import { type HoldingPath, whereParentOf, whereRootAbove } from '../reads/membership-criteria';

/** Rows of one class whose roots are to be found. */
export interface Held {
  readonly entity: EntityMetadata;
  readonly rows: readonly FieldValues[];
  /** A path from a root to the rows that is not searched. */
  readonly except?: CollectionPath;
}

/** The roots of one aggregate that rows belong to by one path. */
export interface HoldingWay {
  readonly aggregate: AggregateMetadata;
  /** Criteria of the roots. */
  readonly criteria: WhereOptions;
  /** The primary keys of the roots, if the rows have them as foreign keys. */
  readonly keys?: readonly unknown[];
}

/** @param holding the paths from roots to entities, by class */
export function holdingWays(
  held: readonly Held[],
  holding: ReadonlyMap<EntityMetadata, readonly HoldingPath[]>,
): HoldingWay[] {
  return held.flatMap(({ entity, rows, except }) =>
    holding
      .get(entity)!
      .filter(({ path }) => path !== except)
      .flatMap((one) => wayOf(one, rows) ?? []),
  );
}

/** Undefined if no row has a parent. */
function wayOf({ aggregate, path }: HoldingPath, rows: readonly FieldValues[]): HoldingWay | undefined {
  const association = associationKeys(path.at(-1)!);
  const field = association.kind === 'oneToMany' ? association.foreignKey : association.targetKey;
  const named = rows.filter((row) => matchesScope(association.scope, row)).map((row) => row[field]);
  const keys = presentValues(named);
  if (keys.length === 0) return undefined;
  if (association.kind === 'manyToMany') {
    const parents = whereParentOf(path.at(-1)!, { [association.targetKey]: keys as string[] });
    return { aggregate, criteria: whereRootAbove(path, parents) };
  }
  return wayFrom({ aggregate, path }, association.sourceKey, keys);
}

/** The roots of links in a join table; none if no link has a parent. */
export function linkWays(holding: HoldingPath, rows: readonly FieldValues[]): HoldingWay[] {
  const { sourceKey, foreignKey, foreignKeyScope } = associationKeys(holding.path.at(-1)!);
  const keys = presentValues(rows.filter((row) => matchesScope(foreignKeyScope, row)).map((row) => row[foreignKey]));
  return keys.length === 0 ? [] : [wayFrom(holding, sourceKey, keys)];
}

/** @param keys the values of the parents' field `sourceKey` */
function wayFrom({ aggregate, path }: HoldingPath, sourceKey: string, keys: readonly unknown[]): HoldingWay {
  const criteria = whereRootAbove(path, { [sourceKey]: keys as string[] });
  const namesRoots = path.length === 1 && sourceKey === aggregate.root.primaryKey.name;
  return namesRoots ? { aggregate, criteria, keys } : { aggregate, criteria };
}

function presentValues(values: readonly unknown[]): unknown[] {
  return [...new Set(values.filter((value) => value !== undefined && value !== null))];
}
