import type { Entity, FieldValues } from '../persistence';
import { below, distinct, type Violation } from '../values';
import type { LinkChanges, MergedColumn } from './changes';
import type { ExistingChild, PlacedEntity } from './placed-changes';

/** The values of a payload with its merge patches applied. */
interface MergedValues {
  readonly values: FieldValues;
  /** The columns that a patch was applied to. */
  readonly merged: readonly unknown[];
  /** The paths begin with the field. */
  readonly violations: readonly Violation[];
}

/** @param row undefined for a new one */
export function mergedValues(
  { values, merging = [] }: { readonly values: FieldValues; readonly merging?: readonly MergedColumn[] },
  row: Entity | undefined,
): MergedValues {
  const columns = merging.map(({ field, merge }) => ({ field, ...merge(row) }));
  return {
    values: { ...values, ...Object.fromEntries(columns.map(({ field, value }) => [field, value])) },
    merged: columns.map(({ value }) => value),
    violations: columns.flatMap(({ violations }) => violations),
  };
}

/** The payload of a stored entity, in which nothing is left to be merged. */
export interface MergedEntity extends PlacedEntity {
  /** The columns that a patch was applied to. */
  readonly merged?: readonly unknown[];
}

/** Applies the merge patches in payloads, each to the columns of its own entity. */
export function mergePayloads(placed: readonly PlacedEntity[]): {
  readonly placed: readonly MergedEntity[];
  readonly violations: readonly Violation[];
} {
  if (!placed.some(({ changes }) => changes.merging)) return { placed, violations: [] };
  const violations: Violation[] = [];
  const payloads = placed.map((payload): MergedEntity => {
    const { values, merged, violations: own } = mergedValues(payload.changes, payload.entity);
    violations.push(...below(payload.path, own));
    return { ...payload, merged, changes: { ...payload.changes, values, merging: undefined } };
  });
  return { placed: payloads, violations: distinct(violations) };
}

/** Applies the merge patches of the columns of a join table to the row of a link, or to nothing for a new one. */
export function mergeLink<T extends ExistingChild>(
  element: T,
  row: Entity | undefined,
): { readonly element: T; readonly violations: readonly Violation[] } {
  const { changes, path } = element;
  if (!changes.link?.merging) return { element, violations: [] };
  const { values, violations } = mergedValues(changes.link, row);
  const link: LinkChanges = { ...changes.link, values, merging: undefined };
  return { element: { ...element, changes: { ...changes, link } }, violations: below(path, violations) };
}
