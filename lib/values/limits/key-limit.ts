import { exceeds, type Limit } from './limit';

const UNREACHABLE = exceeds('must not be empty, blank, "." or "..": no path could name the entity');

/**
 * The limit of a column whose values name entities in paths: clients and proxies leave out `.` and `..`, also where they
 * are percent-encoded, and what follows would be done to the parent.
 */
export function keyLimit(limit: Limit): Limit {
  return (value) => {
    const taken = limit(value);
    return 'value' in taken && isUnreachable(taken.value) ? UNREACHABLE : taken;
  };
}

function isUnreachable(key: unknown): boolean {
  return typeof key === 'string' && (key.trim() === '' || key === '.' || key === '..');
}
