import { annotationsOf, type Declarations } from './declarations';
import { isRestorable, RESTORE } from './deletion-mark';
import { describeParameters } from './describe-parameters';
import { describeReturns } from './describe-returns';
import { MetadataError } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type { SealedModel } from './sealed-model';
import type { ActionDeclaration, ActionMetadata, AggregateMetadata, CollectionPath, EntityMetadata } from './types';

/** The generated methods are called `createOrder`, `updateOrder`, …; an action would be one of them. */
const RESERVED = new Set(['create', 'list', 'read', 'update', 'delete']);

/** Joins what `@Action` says of the methods of a root with the methods themselves, and notes what could not be called. */
export function describeActions(
  declared: Declarations,
  aggregate: Omit<AggregateMetadata, 'actions'>,
  model: SealedModel,
): readonly ActionMetadata[] {
  const { root } = aggregate;
  const { mistakes } = model;
  const methods = new Map<string, string>();
  return declared.actions.flatMap((action) => {
    if (leadsThroughLeftOut(action, root, mistakes)) return [];
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

/** Whether a step of its path is an association of which a mistake was told already. */
function leadsThroughLeftOut({ path = '' }: ActionDeclaration, root: EntityMetadata, mistakes: ModelMistakes): boolean {
  let at: EntityMetadata | undefined = root;
  for (const property of path === '' ? [] : path.split('.')) {
    if (at && mistakes.isLeftOut(at.type, property)) return true;
    at = at?.collections.get(property)?.target;
  }
  return false;
}

/** A method of the persistence that is called with an action's arguments, or an action with its, does neither. */
function verifyMethod({ method }: ActionDeclaration, { type, name }: EntityMetadata, { reader }: SealedModel): void {
  const reason = reader.reservedBy?.(type, method);
  if (reason !== undefined) throw new MetadataError('ACTION_METHOD_RESERVED', name, method, reason);
}

/** No two actions at one place have the same name. */
function claimName({ path, value, method }: ActionDeclaration, root: EntityMetadata, methods: Map<string, string>) {
  const key = [path ?? [], value].flat().join('.');
  const other = methods.get(key);
  if (other !== undefined) throw new MetadataError('ACTION_NAME_TAKEN', root.name, key, other, method);
  methods.set(key, method);
}

function pathOf({ path = '', method }: ActionDeclaration, { root, paths }: Pick<AggregateMetadata, 'root' | 'paths'>) {
  if (path === '') return [];
  const dotted = (candidate: CollectionPath) => candidate.map(({ property }) => property).join('.');
  const found = paths.find((candidate) => dotted(candidate) === path);
  if (found) return found;
  const known = paths.map(dotted).join(', ') || 'no path, for there are no collections';
  throw new MetadataError('ACTION_PATH_UNKNOWN', root.name, method, path, known);
}

/** A paranoid class has a route of that name. */
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

/** @param holder the entity below whose key the name stands as a path segment */
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
