import type { RouteHandler } from '../../core';
import type { EntityMetadata, MetadataRegistry } from '../../metadata';
import type { SecureEntry } from '../../security';
import { InvalidEntityError, type Violation } from '../../values';
import type { Access } from '../access/access';
import type { ModelRights } from '../access/model-rights';
import { readingAssociation, readingEntity, readingField } from '../access/reading';
import type { Operation } from '../operation/operation';

/** The work of a route on its entities, whose errors show no value that the request may not read. */
export function withholding(rights: ModelRights, operation: Operation, handle: RouteHandler): RouteHandler {
  if (!rights.isSecured) return handle;
  const starts = startsOf(operation);
  return async (request, response) => {
    try {
      return await handle(request, response);
    } catch (error) {
      throw withheld(error, rights.registry, starts, rights.accessOf(request));
    }
  };
}

/**
 * The same refusal without the values, sent or stored, of what the request may not read; other errors as they are.
 *
 * @param starts the entities that the paths of its violations may begin at
 */
export function withheld(
  error: unknown,
  registry: MetadataRegistry,
  starts: readonly EntityMetadata[],
  access: Access,
): unknown {
  if (access.isOpen || !(error instanceof InvalidEntityError)) return error;
  const isShown = ({ path }: Violation) =>
    starts.every((start) => {
      const entries = entriesTo(start, path);
      return !entries || access.permits([...readingEntity(registry, start), ...entries]);
    });
  return new InvalidEntityError(
    error.violations.map((violation) => (isShown(violation) ? violation : { ...violation, invalidValue: undefined })),
  );
}

/** A violation by a method of the domain is located by the collection of its entity. */
function startsOf({ aggregate, entity, action }: Operation): readonly EntityMetadata[] {
  return action ? [aggregate.root, ...new Set(aggregate.paths.map((path) => path.at(-1)!.owner))] : [entity];
}

/** The permissions to read the member at a path; undefined where there is none, as for an argument of an action. */
function entriesTo(entity: EntityMetadata, path: Violation['path']): readonly SecureEntry[] | undefined {
  const [name, ...rest] = path.filter((segment) => typeof segment === 'string');
  if (name === undefined) return [];
  const field = entity.fields.get(name) ?? entity.computed.get(name);
  if (field) return readingField(field);
  const association = entity.collections.get(name) ?? entity.references.get(name);
  return association && [...readingAssociation(association), ...(entriesTo(association.target, rest) ?? [])];
}
