import type { EntityMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import type { SecureEntry } from '../../security';
import { deferDenials } from '../access/defer-denials';
import { writingElement } from '../access/writing';
import type { Position } from './changes-draft';
import type { ContentReader } from './content-reader';
import { elementPlace } from './wire-path';

/** Reads the payload of an entity that may turn out to be new; undefined where the request may not create one here. */
export function readNewIfPermitted(
  reader: ContentReader,
  entity: EntityMetadata,
  content: unknown,
  position: Position,
): Changes['asNew'] {
  const { root, access } = reader.write;
  const creating = writingElement(root, position.collections, { write: 'POST', isNamed: false, hasMore: true });
  return access.permits(creating) ? readNewEntity(reader, entity, content, position) : undefined;
}

/**
 * Reads the payload of an update a second time, as that of a create, for the case that there is no entity to update.
 *
 * @param creating the permissions to create one here
 */
export function readNewEntity(
  reader: ContentReader,
  entity: EntityMetadata,
  content: unknown,
  position: Position,
  creating: readonly SecureEntry[] = [],
): NonNullable<Changes['asNew']> {
  const rules = reader.rules.fork();
  const { access, denial } = deferDenials(reader.write.access);
  access.demand(creating, elementPlace(reader.write, position));
  const newPosition: Position = { ...position, kind: 'create', isReplacing: false, changing: undefined };
  const changes = reader.withAccess(access, rules).readDraft(entity, content, newPosition, false);
  return { changes, violations: rules.violations, denial: denial() };
}
