import { annotationsOf, type Declarations } from './declarations';
import type { KnownClasses } from './describe-instance';
import { describeParameters } from './describe-parameters';
import { MetadataError } from './errors';
import type { ActionDeclaration, ActionMetadata, AggregateMetadata, CollectionPath, EntityMetadata } from './types';

/** The generated methods are called `createOrder`, `updateOrder`, …; an action would be one of them. */
const RESERVED = new Set(['create', 'list', 'read', 'update', 'delete']);

/**
 * Joins what `@Action` says of the methods of a root with the methods themselves.
 *
 * @throws MetadataError for the first action that could not be called
 */
export function describeActions(
  declared: Declarations,
  aggregate: Omit<AggregateMetadata, 'actions'>,
  known: KnownClasses,
): readonly ActionMetadata[] {
  const methods = new Map<string, string>();
  return declared.actions.map((action) => {
    const { root } = aggregate;
    const path = pathOf(action, aggregate);
    verifyName(action, path.at(-1)?.target ?? root, root);
    const key = [action.path ?? [], action.value].flat().join('.');
    const other = methods.get(key);
    if (other !== undefined) throw new MetadataError('ACTION_NAME_TAKEN', root.name, key, other, action.method);
    methods.set(key, action.method);
    const parameters = describeParameters(action, root, path, known);
    const { value: name, method, schema } = action;
    return Object.freeze({ name, path, method, parameters, schema, annotations: annotationsOf(declared, method) });
  });
}

function pathOf({ path = '', method }: ActionDeclaration, { root, paths }: Pick<AggregateMetadata, 'root' | 'paths'>) {
  if (path === '') return [];
  const dotted = (candidate: CollectionPath) => candidate.map(({ property }) => property).join('.');
  const found = paths.find((candidate) => dotted(candidate) === path);
  if (found) return found;
  const known = paths.map(dotted).join(', ') || 'no path, for there are no collections';
  throw new MetadataError('ACTION_PATH_UNKNOWN', root.name, method, path, known);
}

/** @param holder the entity below whose key the name stands as a path segment */
function verifyName({ value, method }: ActionDeclaration, holder: EntityMetadata, root: EntityMetadata): void {
  if (!/^[a-z][a-z0-9_]*$/.test(value)) throw new MetadataError('ACTION_NAME_INVALID', root.name, method, value);
  if (RESERVED.has(value)) throw new MetadataError('ACTION_NAME_RESERVED', root.name, method, value);
  for (const { wireName, property } of holder.collections.values()) {
    if (wireName !== value) continue;
    throw new MetadataError('ACTION_NAME_IS_COLLECTION', root.name, method, value, holder.name, property);
  }
}
