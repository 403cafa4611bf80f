/** The path of a request target as it was sent: without the query, and without scheme and authority if it has them. */
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
 * The path below a prefix, which is matched by whole segments: `/api` never catches `/apiary`.
 *
 * @param prefix  without a slash at its end; empty for none
 */
export function pathBelow(path: string, prefix: string): string | undefined {
  if (!prefix) return path;
  if (path === prefix) return '/';
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}
