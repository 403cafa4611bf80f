import type { EntityMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import type { SecureEntry } from '../../security';
import { deferDenials } from '../access/defer-denials';
import { writingElement } from '../access/writing';
import { isRootNew, type Position } from './changes-draft';
import type { ContentReader } from './content-reader';
import { elementSubject } from './wire-path';

/** {@link readNewEntity}, if the request may create an entity here; else undefined. */
export function readNewIfPermitted(
  reader: ContentReader,
  entity: EntityMetadata,
  content: unknown,
  position: Position,
): Changes['asNew'] {
  const { root, access } = reader.context;
  const { collections } = position;
  const write = { method: 'POST', isNamed: false, hasMore: true, isRootNew: isRootNew(reader.context) } as const;
  const creating = writingElement(collections.at(-1)!, access.writesAt(root, collections), write);
  return access.permits(creating) ? readNewEntity(reader, entity, content, position) : undefined;
}

/**
 * Reads the payload of an update a second time as that of a create, which is used if the entity does not exist.
 *
 * @param creating the permissions to create an entity here
 */
export function readNewEntity(
  reader: ContentReader,
  entity: EntityMetadata,
  content: unknown,
  position: Position,
  creating: readonly SecureEntry[] = [],
): NonNullable<Changes['asNew']> {
  const rules = reader.rules.fork();
  const { access, denial } = deferDenials(reader.context.access);
  access.require(creating, elementSubject(reader.context, position));
  const newPosition: Position = { ...position, kind: 'create', isReplacing: false, changing: undefined };
  const changes = reader.withAccess(access, rules).readDraft(entity, content, newPosition, false);
  return { changes, violations: rules.violations, denial: denial() };
}
