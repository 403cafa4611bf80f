import type { MapEntity, MapOperation, MapResource } from './domain-map';
import { SIZES } from './sizes';
import { textWidth } from './text-width';

/** A class may be reached by many paths, where aggregates hold each other; the drawing shows the shortest. */
const DRAWN_PATHS = 2;

/** One operation within a line, from the left edge of the card. */
export interface Chip {
  readonly x: number;
  readonly operation: MapOperation;
}

export function drawnResources({ resources }: MapEntity): readonly MapResource[] {
  return resources.slice(0, DRAWN_PATHS);
}

/** What the drawing says of the paths that it leaves out. */
export function furtherPaths({ resources }: MapEntity): string | undefined {
  const more = resources.length - DRAWN_PATHS;
  return more > 0 ? `and by ${more} longer ${more === 1 ? 'path' : 'paths'}` : undefined;
}

/** Of the five verbs in one line; with more operations, the others go to further lines. */
export function chipsWidth({ operations }: MapResource): number {
  const verbs = drawn(operations).slice(0, 5);
  return verbs.reduce((sum, { label }) => sum + textWidth(label, SIZES.text) + SIZES.chipGap, -SIZES.chipGap);
}

/** PATCH does what PUT does: the drawing shows one of the two. */
export function chipLines({ operations }: MapResource, width: number): Chip[][] {
  const lines: Chip[][] = [[]];
  let x: number = SIZES.padding;
  for (const operation of drawn(operations)) {
    const chipWidth = textWidth(operation.label, SIZES.text);
    if (x + chipWidth > width - SIZES.padding && lines.at(-1)!.length > 0) {
      lines.push([]);
      x = SIZES.padding;
    }
    lines.at(-1)!.push({ x, operation });
    x += chipWidth + SIZES.chipGap;
  }
  return lines;
}

/** `needs edit_orders: create, update` */
export function permissionLines({ operations }: MapResource): string[] {
  const labels = new Map<string, string[]>();
  for (const { label, permissions } of drawn(operations)) {
    const needed = permissions.join(', ');
    if (needed) labels.set(needed, [...(labels.get(needed) ?? []), label.replace(/\(.*/, '')]);
  }
  return [...labels].map(([needed, operations]) => `needs ${needed}: ${operations.join(', ')}`);
}

function drawn(operations: readonly MapOperation[]): MapOperation[] {
  const isTwin = ({ method, path }: MapOperation) =>
    method === 'PATCH' && operations.some((other) => other.method === 'PUT' && other.path === path);
  return operations.filter((operation) => !isTwin(operation));
}

/** `/orders/{order_id}/order_items/{order_item_id}/shipments` becomes `/orders/…/shipments`. */
export function shortPath(path: string): string {
  const segments = path.split('/').slice(1);
  return segments.length > 2 ? `/${segments[0]}/…/${segments.at(-1)}` : path;
}
