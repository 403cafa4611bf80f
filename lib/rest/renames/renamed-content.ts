import { isDeepStrictEqual } from 'node:util';
import { isPlainObject } from '../../foundation';
import type { CollectionMetadata, EntityMetadata, RenamedMember } from '../../metadata';
import { InvalidEntityError, type Violation } from '../../values';
import { oldNamesOf, reachesOldNames } from './old-names';

/** What is found on the way. */
interface Found {
  readonly used: Set<RenamedMember>;
  readonly violations: Violation[];
}

/**
 * A payload with the new names alone, at every level.
 *
 * @param used takes the old names that it has
 * @throws InvalidEntityError where a member is sent by both names with different values
 */
export function renamedContent(
  entity: EntityMetadata,
  content: unknown,
  within: CollectionMetadata | undefined,
  used: Set<RenamedMember>,
): unknown {
  if (!reachesOldNames(entity, within)) return content;
  const found: Found = { used, violations: [] };
  const renamed = rename(entity, content, within, [], found);
  if (found.violations.length > 0) throw new InvalidEntityError(found.violations);
  return renamed;
}

type Path = Violation['path'];

function rename(
  entity: EntityMetadata,
  content: unknown,
  within: CollectionMetadata | undefined,
  path: Path,
  found: Found,
): unknown {
  if (Array.isArray(content)) return content.map((one, index) => rename(entity, one, within, [...path, index], found));
  if (!isPlainObject(content)) return content;
  const names = oldNamesOf(entity, within);
  const members: Record<string, unknown> = {};
  for (const [sent, value] of Object.entries(content)) {
    const old = names.get(sent);
    const wireName = old?.member.wireName ?? sent;
    if (old) found.used.add(old.renamed);
    const isTwice = old !== undefined && wireName in content;
    if (isTwice) refuseTwo(content[wireName], value, { sent, wireName, path, found });
    else members[wireName] = below(entity, wireName, value, path, found);
  }
  return members;
}

interface Twice {
  readonly sent: string;
  readonly wireName: string;
  readonly path: Path;
  readonly found: Found;
}

function refuseTwo(value: unknown, old: unknown, { sent, wireName, path, found }: Twice): void {
  if (isDeepStrictEqual(value, old)) return;
  const message = `is sent as "${wireName}" and, with another value, by its old name "${sent}": send "${wireName}" alone`;
  found.violations.push({ path, sentPath: [wireName], message });
}

function below(entity: EntityMetadata, wireName: string, value: unknown, path: Path, found: Found): unknown {
  const name = entity.wireNames.toDomain(wireName) ?? '';
  const collection = entity.collections.get(name);
  const association = collection ?? entity.references.get(name);
  return association ? rename(association.target, value, collection, [...path, name], found) : value;
}
