import type { ModelMistakes } from './model-mistakes';
import type { CollectionPath, EntityMetadata } from './types/entities';

/** The path whose properties are joined by dots in the name: `orderItems.shipments`. */
export function findPath(paths: readonly CollectionPath[], name: string): CollectionPath | undefined {
  return paths.find((path) => dotted(path) === name);
}

/** Whether a step of a dotted path is an association whose mistake is reported already. */
export function hasReportedStep(path: string, root: EntityMetadata, mistakes: ModelMistakes): boolean {
  let at: EntityMetadata | undefined = root;
  for (const property of path === '' ? [] : path.split('.')) {
    if (at && mistakes.isLeftOut(at.type, property)) return true;
    at = at?.collections.get(property)?.target;
  }
  return false;
}

/** The dotted paths of an aggregate, for messages. */
export function listPaths(paths: readonly CollectionPath[]): string {
  return paths.map(dotted).join(', ') || 'none, because there are no collections';
}

function dotted(path: CollectionPath): string {
  return path.map(({ property }) => property).join('.');
}
