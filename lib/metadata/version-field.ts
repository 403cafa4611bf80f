import type { EntityMetadata } from './types/entities';

/** The name of the version field, which counts the writes of an entity; that of a root counts those of its children too. */
export function versionFieldOf({ fields }: EntityMetadata): string | undefined {
  for (const { name, origin } of fields.values()) if (origin === 'version') return name;
  return undefined;
}
