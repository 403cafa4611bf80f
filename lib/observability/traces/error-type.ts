import { isObject } from '../../foundation';

const CODE = /^[A-Z][A-Z0-9_]{1,60}$/;

/** The code of an error, or else the name of its class: never its message. */
export function errorType(error: unknown): string {
  if (!isObject(error)) return '_OTHER';
  const { code } = error as { readonly code?: unknown };
  if (typeof code === 'string' && CODE.test(code)) return code;
  return error.constructor?.name || 'Error';
}
