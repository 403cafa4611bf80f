import { ContentTooLargeException } from '../../core';
import type { EntityMetadata } from '../../metadata';
import { isKnown } from './writable';

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

/** @throws ContentTooLargeException */
export function requireAtMost(maxItems: number, elements: readonly unknown[]): void {
  if (elements.length <= maxItems) return;
  throw new ContentTooLargeException(
    `There are ${elements.length} elements in an array: send at most ${maxItems} at once.`,
  );
}

/**
 * {@link requireAtMost} for every array in the content, at any depth.
 *
 * @throws ContentTooLargeException
 */
export function requireArraysAtMost(maxItems: number, content: unknown): void {
  if (typeof content !== 'object' || content === null) return;
  if (Array.isArray(content)) requireAtMost(maxItems, content);
  for (const inner of Object.values(content)) requireArraysAtMost(maxItems, inner);
}

export function isObject(content: unknown): content is Record<string, unknown> {
  return typeof content === 'object' && content !== null && !Array.isArray(content);
}
