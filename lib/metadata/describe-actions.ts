import { annotationsOf, type Declarations } from './declarations';
import { isRestorable, RESTORE } from './deletion-mark';
import { describeParameters } from './describe-parameters';
import { describeReturns } from './describe-returns';
import { MetadataError } from './errors';
import { findPath, hasReportedStep, listPaths } from './find-path';
import type { SealedModel } from './sealed-model';
import type { ActionDeclaration, ActionMetadata } from './types/actions';
import type { AggregateMetadata } from './types/aggregates';
import type { CollectionPath, EntityMetadata } from './types/entities';

/** The methods of generated routes are called `createOrder`, `updateOrder`, …, so that an action `create` would clash. */
const RESERVED = new Set(['create', 'list', 'read', 'update', 'delete']);

/** The metadata of a root's actions; adds a mistake for each action that could not be called. */
export function describeActions(
  declared: Declarations,
  aggregate: Omit<AggregateMetadata, 'actions'>,
  model: SealedModel,
): readonly ActionMetadata[] {
  const { root } = aggregate;
  const { mistakes } = model;
  const methods = new Map<string, string>();
  return declared.actions.flatMap((action) => {
    if (hasReportedStep(action.path ?? '', root, mistakes)) return [];
    const path = mistakes.note(() => pathOf(action, aggregate));
    mistakes.note(() => verifyName(action, path?.at(-1)?.target ?? root, root));
    mistakes.note(() => path && verifyNoRestore(action, path, aggregate));
    mistakes.note(() => claimName(action, root, methods));
    mistakes.note(() => verifyMethod(action, root, model));
    const parameters = path && mistakes.note(() => describeParameters(action, root, path, model));
    if (!parameters) return [];
    const { value: name, method, schema } = action;
    const returns = mistakes.note(() => describeReturns(action, root, model.entities));
    const annotations = annotationsOf(declared, method);
    return Object.freeze({ name, path, method, parameters, schema, returns, annotations });
  });
}

/** An action must not override a method of the persistence layer. */
function verifyMethod({ method }: ActionDeclaration, { type, name }: EntityMetadata, { reader }: SealedModel): void {
  const reason = reader.reservedBy?.(type, method);
  if (reason !== undefined) throw new MetadataError('ACTION_METHOD_RESERVED', name, method, reason);
}

/** @throws MetadataError ACTION_NAME_TAKEN if another action at the same place has the name */
function claimName({ path, value, method }: ActionDeclaration, root: EntityMetadata, methods: Map<string, string>) {
  const key = [path ?? [], value].flat().join('.');
  const other = methods.get(key);
  if (other !== undefined) throw new MetadataError('ACTION_NAME_TAKEN', root.name, key, other, method);
  methods.set(key, method);
}

function pathOf({ path = '', method }: ActionDeclaration, { root, paths }: Pick<AggregateMetadata, 'root' | 'paths'>) {
  if (path === '') return [];
  const found = findPath(paths, path);
  if (found) return found;
  throw new MetadataError('ACTION_PATH_UNKNOWN', root.name, method, path, listPaths(paths));
}

/** The entities of a paranoid class have a route `restore`. */
function verifyNoRestore(
  { value, method }: ActionDeclaration,
  path: CollectionPath,
  aggregate: Pick<AggregateMetadata, 'root' | 'exposure'>,
): void {
  const { root } = aggregate;
  const entity = path.at(-1)?.target ?? root;
  if (value !== RESTORE || !isRestorable(entity, path.at(-1) ?? aggregate)) return;
  throw new MetadataError('ACTION_NAME_RESTORES', root.name, method, entity.name);
}

/** @param holder the entity that the action acts on: the name is a path segment below its key */
function verifyName({ value, method }: ActionDeclaration, holder: EntityMetadata, root: EntityMetadata): void {
  if (!/^[a-z][a-z0-9_]*$/.test(value)) throw new MetadataError('ACTION_NAME_INVALID', root.name, method, value);
  if (RESERVED.has(value)) throw new MetadataError('ACTION_NAME_RESERVED', root.name, method, value);
  for (const { wireName, name, large, access } of holder.fields.values()) {
    if (!large || access === 'hidden' || wireName !== value) continue;
    throw new MetadataError('ACTION_NAME_IS_LARGE', root.name, method, value, holder.name, name);
  }
  for (const { wireName, property } of holder.collections.values()) {
    if (wireName !== value) continue;
    throw new MetadataError('ACTION_NAME_IS_COLLECTION', root.name, method, value, holder.name, property);
  }
}
