/** The path of a request target, not decoded, without query, scheme and authority. */
export function pathOf(target: string): string {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  if (path.startsWith('/')) return path;
  const absolute = /^https?:\/\/[^/]*(\/.*)?$/i.exec(path);
  return absolute ? (absolute[1] ?? '/') : path;
}

/** The query of a request target, without `?`. */
export function queryOf(target: string): string {
  const query = target.indexOf('?');
  return query < 0 ? '' : target.slice(query + 1);
}

/**
 * The path relative to a prefix of whole segments: `/apiary` is not below `/api`.
 *
 * @param prefix  without a trailing slash; may be empty
 * @returns undefined if the path is not below the prefix
 */
export function pathBelow(path: string, prefix: string): string | undefined {
  if (!prefix) return path;
  if (path === prefix) return '/';
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}
