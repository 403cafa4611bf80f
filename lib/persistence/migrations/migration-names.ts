import { nearestName } from '../../naming';
import { PersistenceError } from '../errors';

const EXTENSION = /\.(?:sql|[cm]?[jt]s)$/;

/** Whether a name, with or without its timestamp and extension, is that of a migration. */
export function sameMigration(migration: string, name: string): boolean {
  const bare = name.replace(EXTENSION, '');
  return migration === bare || migration.replace(/^\d+-/, '') === bare;
}

/** Finds a migration by its name with or without its timestamp. @throws PersistenceError MIGRATION_UNKNOWN */
export function findName(name: string, state: 'is pending' | 'has run', names: readonly string[]): string {
  const found = names.filter((one) => sameMigration(one, name));
  if (found.length === 1) return found[0]!;
  const nearest = nearestName(name.replace(EXTENSION, ''), names);
  const list = names.length === 0 ? 'none' : names.join(', ');
  throw new PersistenceError('MIGRATION_UNKNOWN', [
    name,
    state,
    nearest === undefined ? list : `${list}; the nearest is ${nearest}`,
  ]);
}
