import type { VisibleRow, VisibleRows } from './visible-aggregate';

/** One difference that a write makes. */
export interface Change {
  /** As in `field_errors`: `order_items[0].quantity`; see {@link ChangePaths}. */
  readonly path: string;
  /** Null for what is created. */
  readonly before: unknown;
  /** Null for what is deleted. */
  readonly after: unknown;
}

/** The changes between two states: a created or deleted row as a whole, other rows field by field. */
export function changesBetween(before: VisibleRows, after: VisibleRows): Change[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  const rows = [...names].map((name) => ({ was: before.get(name), is: after.get(name) }));
  rows.sort((one, other) => levelOf(one) - levelOf(other));
  return rows.flatMap(({ was, is }) => {
    if (was && is) return fieldChanges(was, is);
    const { path } = (was ?? is)!;
    return [{ path, before: was?.values ?? null, after: is?.values ?? null }];
  });
}

interface Pair {
  readonly was?: VisibleRow;
  readonly is?: VisibleRow;
}

function levelOf({ was, is }: Pair): number {
  return (was ?? is)!.level;
}

function fieldChanges({ path, values: before, marks }: VisibleRow, is: VisibleRow): Change[] {
  const prefix = path === '' ? '' : `${path}.`;
  const textOf = (value: unknown, mark: string | undefined) => `${JSON.stringify(value)} ${mark}`;
  return Object.entries(is.values)
    .filter(([name, value]) => textOf(value, is.marks.get(name)) !== textOf(before[name], marks.get(name)))
    .map(([name, value]) => ({ path: `${prefix}${name}`, before: before[name] ?? null, after: value ?? null }));
}
