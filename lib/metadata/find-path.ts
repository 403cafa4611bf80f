import type { CollectionPath } from './types/entities';

/** The path whose properties are joined by dots in the name: `orderItems.shipments`. */
export function findPath(paths: readonly CollectionPath[], name: string): CollectionPath | undefined {
  return paths.find((path) => dotted(path) === name);
}

/** The dotted paths of an aggregate, for messages. */
export function listPaths(paths: readonly CollectionPath[]): string {
  return paths.map(dotted).join(', ') || 'none, because there are no collections';
}

function dotted(path: CollectionPath): string {
  return path.map(({ property }) => property).join('.');
}
