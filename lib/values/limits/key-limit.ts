import { exceeds, type Limit } from './limit';

const NOT_ADDRESSABLE = exceeds('must not be empty, blank, "." or "..": no path could name the entity');

/**
 * The limit of a key column. Clients and proxies resolve `.` and `..` in paths, even percent-encoded, so that a request
 * for such a key would reach the parent.
 */
export function keyLimit(limit: Limit): Limit {
  return (value) => {
    const checked = limit(value);
    return 'value' in checked && isNotAddressable(checked.value) ? NOT_ADDRESSABLE : checked;
  };
}

function isNotAddressable(key: unknown): boolean {
  return typeof key === 'string' && (key.trim() === '' || key === '.' || key === '..');
}
