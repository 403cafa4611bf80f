import type { VisibleRow, VisibleRows } from './visible-aggregate';

/** One change by a write. */
export interface Change {
  /** A path such as `order_items[0].quantity`; see {@link ChangePaths}. */
  readonly path: string;
  /** Null for a created row. */
  readonly before: unknown;
  /** Null for a deleted row. */
  readonly after: unknown;
}

/** The changes between two states: created and deleted rows as a whole, other rows field by field. */
export function changesBetween(before: VisibleRows, after: VisibleRows): Change[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  const pairs = [...ids].map((id) => ({ old: before.get(id), current: after.get(id) }));
  pairs.sort((one, other) => levelOf(one) - levelOf(other));
  return pairs.flatMap(({ old, current }) => {
    if (old && current) return fieldChanges(old, current);
    const { path } = (old ?? current)!;
    return [{ path, before: old?.values ?? null, after: current?.values ?? null }];
  });
}

interface Pair {
  readonly old?: VisibleRow;
  readonly current?: VisibleRow;
}

function levelOf({ old, current }: Pair): number {
  return (old ?? current)!.level;
}

function fieldChanges(old: VisibleRow, { values, digests }: VisibleRow): Change[] {
  const prefix = old.path === '' ? '' : `${old.path}.`;
  const comparable = (value: unknown, digest: string | undefined) => `${JSON.stringify(value)} ${digest}`;
  const isChanged = (name: string) =>
    comparable(values[name], digests.get(name)) !== comparable(old.values[name], old.digests.get(name));
  return Object.keys(values)
    .filter(isChanged)
    .map((name) => ({ path: prefix + name, before: old.values[name] ?? null, after: values[name] ?? null }));
}
