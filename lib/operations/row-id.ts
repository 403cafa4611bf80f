import type { EntityMetadata } from '../metadata';
import type { Row } from '../persistence';

/** A text that identifies a row among those of all classes. */
export function rowId({ name, primaryKey }: EntityMetadata, row: Row): string {
  return `${name} ${String(row.get(primaryKey.name))}`;
}
