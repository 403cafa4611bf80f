import type { DatabaseUrl } from './database-url';
import { PersistenceError } from './errors';
import type { SchemaMode } from './provider-properties';

/** The modes in which a start drops tables. */
const DROPPING: ReadonlySet<SchemaMode> = new Set(['create', 'create-drop']);

/**
 * Verifies that several processes can serve an application from its database.
 *
 * @throws PersistenceError DATABASE_OF_WORKERS, SCHEMA_MODE_OF_WORKERS
 */
export function verifyWorkers(workers: number, { storage, display }: DatabaseUrl, mode: SchemaMode): void {
  if (workers === 1) return;
  if (storage === ':memory:') throw new PersistenceError('DATABASE_OF_WORKERS', [display, String(workers)]);
  if (DROPPING.has(mode)) throw new PersistenceError('SCHEMA_MODE_OF_WORKERS', [mode, String(workers)]);
}
