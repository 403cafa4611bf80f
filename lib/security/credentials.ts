import type { Request } from '../core';

/**
 * What follows the scheme in the header `Authorization`, the only place where credentials are looked for.
 *
 * @returns undefined when there are none, or those of another scheme; what is malformed is for the scheme to refuse
 */
export function credentialsOf({ headers }: Request, scheme: 'Basic' | 'Bearer'): string | undefined {
  const authorization = headers.authorization ?? '';
  const [name = ''] = authorization.split(' ', 1);
  return name.toLowerCase() === scheme.toLowerCase() ? authorization.slice(name.length).replace(/^ +/, '') : undefined;
}
