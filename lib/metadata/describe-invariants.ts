import { MetadataError } from './errors';
import { findPath, hasReportedStep, listPaths } from './find-path';
import type { ModelMistakes } from './model-mistakes';
import type { AggregateMetadata, InvariantDeclaration, InvariantMetadata } from './types/aggregates';
import type { CollectionPath, EntityMetadata } from './types/entities';

/** The metadata of a root's invariants; reports those that could not be checked. */
export function describeInvariants(
  declared: readonly InvariantDeclaration[],
  { root, paths }: Pick<AggregateMetadata, 'root' | 'paths'>,
  mistakes: ModelMistakes,
): readonly InvariantMetadata[] {
  const methods = new Map<string, string>();
  const described = declared.map((invariant) => {
    mistakes.note(() => verifyInvariant(invariant, root, methods));
    const { name, message, method } = invariant;
    const known = invariant.load.filter((path) => !hasReportedStep(path, root, mistakes));
    const load = known.flatMap((path) => mistakes.note(() => [pathOf(path, method, root, paths)]) ?? []);
    return Object.freeze({ name, message, method, load });
  });
  return Object.freeze(described);
}

/** The name is sent in responses, and is part of the API documents. */
const NAME = /^[A-Za-z][\w-]*$/;

function verifyInvariant(
  { name, message, method }: InvariantDeclaration,
  root: EntityMetadata,
  methods: Map<string, string>,
): void {
  if (typeof (root.type.prototype as Record<string, unknown>)[method] !== 'function') {
    throw new MetadataError('INVARIANT_METHOD_MISSING', root.name, method);
  }
  if (!NAME.test(name)) throw new MetadataError('INVARIANT_NAME_INVALID', root.name, method, name);
  if (message.trim() === '') throw new MetadataError('INVARIANT_MESSAGE_EMPTY', root.name, method);
  const other = methods.get(name);
  if (other !== undefined) throw new MetadataError('INVARIANT_NAME_TAKEN', root.name, name, other, method);
  methods.set(name, method);
}

function pathOf(path: string, method: string, root: EntityMetadata, paths: AggregateMetadata['paths']): CollectionPath {
  const found = findPath(paths, path);
  if (found) return found;
  throw new MetadataError('INVARIANT_LOAD_UNKNOWN', root.name, method, path, listPaths(paths));
}
