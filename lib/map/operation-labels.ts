import type { MapEntity, MapOperation, MapResource } from './domain-map';
import { SIZES } from './sizes';
import { textWidth } from './text-width';

/** The drawing shows the shortest paths of a class. There may be many, where aggregates contain each other. */
const MAX_PATHS = 2;

/** The label of one operation. */
export interface OperationLabel {
  /** From the left edge of the card. */
  readonly x: number;
  readonly operation: MapOperation;
}

export function shownResources({ resources }: MapEntity): readonly MapResource[] {
  return resources.slice(0, MAX_PATHS);
}

/** A note on the paths that the drawing leaves out. */
export function hiddenPathsText({ resources }: MapEntity): string | undefined {
  const more = resources.length - MAX_PATHS;
  return more > 0 ? `and ${more} longer ${more === 1 ? 'path' : 'paths'}` : undefined;
}

/** The width of one line with the five verbs. Actions may take further lines. */
export function verbsWidth({ operations }: MapResource): number {
  const verbs = withoutPatch(operations).slice(0, 5);
  return verbs.reduce((sum, { label }) => sum + textWidth(label, SIZES.text) + SIZES.labelGap, -SIZES.labelGap);
}

/** Arranges the labels of the operations in lines that fit the width of the card. */
export function labelLines({ operations }: MapResource, width: number): OperationLabel[][] {
  const lines: OperationLabel[][] = [[]];
  let x: number = SIZES.padding;
  for (const operation of withoutPatch(operations)) {
    const labelWidth = textWidth(operation.label, SIZES.text);
    if (x + labelWidth > width - SIZES.padding && lines.at(-1)!.length > 0) {
      lines.push([]);
      x = SIZES.padding;
    }
    lines.at(-1)!.push({ x, operation });
    x += labelWidth + SIZES.labelGap;
  }
  return lines;
}

/** `requires edit_orders: create, update` */
export function permissionLines({ operations }: MapResource): string[] {
  const labels = new Map<string, string[]>();
  for (const { label, permissions } of withoutPatch(operations)) {
    const names = permissions.join(', ');
    if (names) labels.set(names, [...(labels.get(names) ?? []), label.replace(/\(.*/, '')]);
  }
  return [...labels].map(([names, operations]) => `requires ${names}: ${operations.join(', ')}`);
}

/** Without a PATCH beside a PUT, since both do the same. */
function withoutPatch(operations: readonly MapOperation[]): MapOperation[] {
  const isRepeated = ({ method, path }: MapOperation) =>
    method === 'PATCH' && operations.some((other) => other.method === 'PUT' && other.path === path);
  return operations.filter((operation) => !isRepeated(operation));
}

/** Shortens `/orders/{order_id}/order_items/{order_item_id}/shipments` to `/orders/…/shipments`. */
export function shortPath(path: string): string {
  const segments = path.split('/').slice(1);
  return segments.length > 2 ? `/${segments[0]}/…/${segments.at(-1)}` : path;
}
