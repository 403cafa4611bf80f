import type { EntityMetadata } from '../../metadata';
import { isKnown } from '../access/writable';

/** References last, so that each can be held against its foreign key. */
export function membersInOrder({ wireNames, references }: EntityMetadata, content: object): [string, unknown][] {
  const isReference = ([wireName]: [string, unknown]) => references.has(wireNames.toDomain(wireName) ?? '');
  const members = Object.entries(content);
  return [...members.filter((member) => !isReference(member)), ...members.filter(isReference)];
}

/** The names that a payload may have. */
export function knownNames({ fields, collections, references, wireNames }: EntityMetadata): string[] {
  return wireNames.wireNames.filter((wireName) => {
    const name = wireNames.toDomain(wireName)!;
    const field = fields.get(name);
    return field ? isKnown(field) : !(collections.get(name) ?? references.get(name))!.isHidden;
  });
}
