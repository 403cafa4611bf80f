import { isPlainObject } from '../../foundation';
import type { EntityMetadata, RenamedMember } from '../../metadata';
import { oldNamesOf } from './old-names';

/**
 * Replaces the old names of collections in the paths of the steps of a batch. The values of steps are read by the
 * routes of the steps, which accept old names themselves.
 *
 * @param content  of the request; a malformed batch is returned as it is
 * @param used     collects the old names that occur in it
 */
export function renamedSteps(root: EntityMetadata, content: unknown, used: Set<RenamedMember>): unknown {
  if (!isPlainObject(content) || !Array.isArray(content.steps)) return content;
  const steps = content.steps.map((step: unknown) => {
    const hasPath = isPlainObject(step) && typeof step.path === 'string';
    return hasPath ? { ...step, path: renamedStepPath(root, step.path as string, used) } : step;
  });
  return { ...content, steps };
}

/** The name of a collection is followed by a key, except that of a single child. */
function renamedStepPath(root: EntityMetadata, path: string, used: Set<RenamedMember>): string {
  let entity = root;
  let isKey = false;
  const segments = path.split('/').map((segment) => {
    const wasKey = isKey;
    isKey = false;
    if (wasKey) return segment;
    const old = oldNamesOf(entity).get(segment);
    const wireName = old?.member.wireName ?? segment;
    const collection = entity.collections.get(entity.wireNames.toDomain(wireName) ?? '');
    if (!collection) return segment;
    if (old) used.add(old.renamed);
    isKey = collection.kind !== 'oneToOne';
    entity = collection.target;
    return wireName;
  });
  return segments.join('/');
}
