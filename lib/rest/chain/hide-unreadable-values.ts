import type { RouteHandler } from '../../core';
import type { EntityMetadata, MetadataRegistry } from '../../metadata';
import type { SecureEntry } from '../../security';
import { InvalidEntityError, type Violation } from '../../values';
import type { Access } from '../access/access';
import type { ModelRights } from '../access/model-rights';
import { readingAssociation, readingEntity, readingField } from '../access/reading';
import type { Operation } from '../operation/operation';

/** Wraps a handler so that its errors contain no value that the request may not read. */
export function hidingUnreadableValues(rights: ModelRights, operation: Operation, handle: RouteHandler): RouteHandler {
  if (!rights.isSecured) return handle;
  const starts = violationStarts(operation);
  return async (request, response) => {
    try {
      return await handle(request, response);
    } catch (error) {
      throw withoutUnreadableValues(error, rights.registry, starts, rights.accessOf(request));
    }
  };
}

/**
 * The same InvalidEntityError without values that the request may not read, sent or stored; other errors as they are.
 *
 * @param starts the entities at which paths of violations may begin
 */
export function withoutUnreadableValues(
  error: unknown,
  registry: MetadataRegistry,
  starts: readonly EntityMetadata[],
  access: Access,
): unknown {
  if (access.isOpen || !(error instanceof InvalidEntityError)) return error;
  const isReadable = ({ path }: Violation) =>
    starts.every((start) => {
      const entries = readEntriesAt(start, path);
      return !entries || access.permits([...readingEntity(registry, start), ...entries]);
    });
  return new InvalidEntityError(
    error.violations.map((violation) =>
      isReadable(violation) ? violation : { ...violation, invalidValue: undefined },
    ),
  );
}

/** The paths of an action's violations may begin at the owner of any collection. */
export function violationStarts({ aggregate, entity, action }: Operation): readonly EntityMetadata[] {
  return action ? [aggregate.root, ...new Set(aggregate.paths.map((path) => path.at(-1)!.owner))] : [entity];
}

/** The entries for reading the member at a path; undefined if the path names none, as for an argument of an action. */
function readEntriesAt(entity: EntityMetadata, path: Violation['path']): readonly SecureEntry[] | undefined {
  const [name, ...rest] = path.filter((segment) => typeof segment === 'string');
  if (name === undefined) return [];
  const field = entity.fields.get(name) ?? entity.computed.get(name);
  if (field) return readingField(field);
  const association = entity.collections.get(name) ?? entity.references.get(name);
  return association && [...readingAssociation(association), ...(readEntriesAt(association.target, rest) ?? [])];
}
