import { isDeepStrictEqual } from 'node:util';
import { isPlainObject } from '../../foundation';
import type { CollectionMetadata, EntityMetadata, RenamedMember } from '../../metadata';
import { InvalidEntityError, type Violation } from '../../values';
import { oldNamesOf, reachesOldNames } from './old-names';

/**
 * Replaces the old names in a payload with the current ones, at every level.
 *
 * @param used collects the old names that occur in it
 * @throws InvalidEntityError where a member is sent by both names with different values
 */
export function renamedContent(
  entity: EntityMetadata,
  content: unknown,
  within: CollectionMetadata | undefined,
  used: Set<RenamedMember>,
): unknown {
  if (!reachesOldNames(entity, within)) return content;
  const renaming = new ContentRenaming(used);
  const renamed = renaming.rename(entity, content, within, []);
  if (renaming.violations.length > 0) throw new InvalidEntityError(renaming.violations);
  return renamed;
}

type Path = Violation['path'];

class ContentRenaming {
  readonly violations: Violation[] = [];

  constructor(private readonly used: Set<RenamedMember>) {}

  rename(entity: EntityMetadata, content: unknown, within: CollectionMetadata | undefined, path: Path): unknown {
    if (Array.isArray(content)) {
      return content.map((element, index) => this.rename(entity, element, within, [...path, index]));
    }
    if (!isPlainObject(content)) return content;
    const oldNames = oldNamesOf(entity, within);
    const members: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(content)) {
      const old = oldNames.get(name);
      const wireName = old?.member.wireName ?? name;
      if (old) this.used.add(old.renamed);
      if (old && wireName in content) this.#verifySameValue(content, wireName, name, path);
      else members[wireName] = this.#renameNested(entity, wireName, value, path);
    }
    return members;
  }

  #renameNested(entity: EntityMetadata, wireName: string, value: unknown, path: Path): unknown {
    const name = entity.wireNames.toDomain(wireName) ?? '';
    const collection = entity.collections.get(name);
    const association = collection ?? entity.references.get(name);
    return association ? this.rename(association.target, value, collection, [...path, name]) : value;
  }

  #verifySameValue(content: Record<string, unknown>, wireName: string, oldName: string, path: Path): void {
    if (isDeepStrictEqual(content[wireName], content[oldName])) return;
    const message = `is sent as "${wireName}" and, with another value, by its old name "${oldName}": send "${wireName}" alone`;
    this.violations.push({ path, sentPath: [wireName], message });
  }
}
