import type { WhereOptions } from 'sequelize';
import type { AggregateMetadata, CollectionPath, EntityMetadata } from '../../metadata';
import { matchesScope, tiesOf } from '../models/association';
import type { FieldValues } from '../models/domain-model';
import { type HoldingPath, whereParentOf, whereRootAbove } from '../reads/membership-criteria';

/** Rows of one class whose holders are meant. */
export interface Held {
  readonly entity: EntityMetadata;
  readonly rows: readonly FieldValues[];
  /** A way from a root to the rows that is left out. */
  readonly except?: CollectionPath;
}

/** One way in which roots of an aggregate hold rows. */
export interface HoldingWay {
  readonly aggregate: AggregateMetadata;
  /** For the roots. */
  readonly criteria: WhereOptions;
  /** The primary keys of the roots, where the rows name them. */
  readonly keys?: readonly unknown[];
}

/** @param holding the paths on which entities of a class are held */
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

/** Undefined when no row names a parent. */
function wayOf({ aggregate, path }: HoldingPath, rows: readonly FieldValues[]): HoldingWay | undefined {
  const ties = tiesOf(path.at(-1)!);
  const field = ties.kind === 'oneToMany' ? ties.foreignKey : ties.targetKey;
  const named = rows.filter((row) => matchesScope(ties.scope, row)).map((row) => row[field]);
  const keys = present(named);
  if (keys.length === 0) return undefined;
  if (ties.kind === 'manyToMany') {
    const parents = whereParentOf(path.at(-1)!, { [ties.targetKey]: keys as string[] });
    return { aggregate, criteria: whereRootAbove(path, parents) };
  }
  return wayFrom({ aggregate, path }, ties.sourceKey, keys);
}

/** The way from rows of the join table of a many-to-many collection; none when no row names a parent. */
export function linkWays(holding: HoldingPath, rows: readonly FieldValues[]): HoldingWay[] {
  const { sourceKey, foreignKey, holderScope } = tiesOf(holding.path.at(-1)!);
  const keys = present(rows.filter((row) => matchesScope(holderScope, row)).map((row) => row[foreignKey]));
  return keys.length === 0 ? [] : [wayFrom(holding, sourceKey, keys)];
}

/** @param keys of the parents, in the field `sourceKey` */
function wayFrom({ aggregate, path }: HoldingPath, sourceKey: string, keys: readonly unknown[]): HoldingWay {
  const criteria = whereRootAbove(path, { [sourceKey]: keys as string[] });
  const namesRoots = path.length === 1 && sourceKey === aggregate.root.primaryKey.name;
  return namesRoots ? { aggregate, criteria, keys } : { aggregate, criteria };
}

function present(values: readonly unknown[]): unknown[] {
  return [...new Set(values.filter((value) => value !== undefined && value !== null))];
}
