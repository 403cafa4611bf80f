import type { EntityMetadata } from './types';

/** The field that counts the writes of an entity, and, of a root, those of all that it holds; undefined where none does. */
export function versionFieldOf({ fields }: EntityMetadata): string | undefined {
  for (const { name, origin } of fields.values()) if (origin === 'version') return name;
  return undefined;
}
