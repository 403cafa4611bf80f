import type { CollectionPath } from './types/entities';

/**
 * Whether the collection at the end of a path has routes: those above it must be readable. A path through rows that no
 * request may read would be a second way to what lies below them, beside their flags.
 */
export function isRouted(path: CollectionPath): boolean {
  return path.every(({ exposure }, index) => exposure.read || index === path.length - 1);
}
