import type { EntityMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import type { SecureEntry } from '../../security';
import { deferring } from '../access/deferring';
import { writingElement } from '../access/writing';
import type { Position } from './changes-draft';
import type { ContentReader } from './content-reader';
import { elementPlace } from './field-path';

/** Undefined where none may be created here. */
export function readAsNew(
  reader: ContentReader,
  entity: EntityMetadata,
  content: unknown,
  position: Position,
): Changes['asNew'] {
  const { root, access } = reader.write;
  const creating = writingElement(root, position.collections, { write: 'POST', isNamed: false, hasMore: true });
  return access.permits(creating) ? readNew(reader, entity, content, position) : undefined;
}

/** @param creating what it takes to create one here at all */
export function readNew(
  reader: ContentReader,
  entity: EntityMetadata,
  content: unknown,
  position: Position,
  creating: readonly SecureEntry[] = [],
): NonNullable<Changes['asNew']> {
  const rules = reader.rules.apart();
  const { access, denial } = deferring(reader.write.access);
  access.demand(creating, elementPlace(reader.write, position));
  const asNew: Position = { ...position, kind: 'create', isReplacing: false, changing: undefined };
  const changes = reader.deferred(access, rules).readDraft(entity, content, asNew, false);
  return { changes, violations: rules.violations, denial: denial() };
}
