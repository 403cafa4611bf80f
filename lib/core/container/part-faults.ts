import { hasMethod, isClass, isObject, nameOfPart, partFault } from '../../foundation';
import { ResponseFilter } from '../http/filter';
import { HttpException } from '../http/http-exception';

/** Why something is no filter; one that works on the response alone is asked for its `finish()`. */
export function filterFault(filter: unknown): string | undefined {
  return partFault(filter, filter instanceof ResponseFilter ? ['finish'] : ['doFilter']);
}

export function isGuard(guard: unknown): boolean {
  return hasMethod(guard, 'verify') || hasMethod(guard, 'admit');
}

/** A class may need arguments, which nobody can tell before it is made. */
export function isResource(resource: unknown): boolean {
  return isObject(resource) || typeof resource === 'function';
}

/** Why something is no class of errors. */
export function classFault(errorClass: unknown): string | undefined {
  if (typeof errorClass === 'function' && isObject(errorClass.prototype)) return undefined;
  return 'that is no class: name the class of the errors';
}

/** Of a class, or of what was taken for one: `AlreadyShippedError`. */
export function nameOfErrors(errorClass: unknown): string {
  return isClass(errorClass) ? errorClass.name : nameOfPart(errorClass);
}

/** Why a value cannot be the exception of a mapping. */
export function mappingFault(target: unknown): string | undefined {
  if (typeof target !== 'function')
    return `${nameOfPart(target)} is no class of exceptions: name one, or write a function`;
  if (!isClass(target) || target.prototype instanceof HttpException) return undefined;
  return `${nameOfPart(target)} is no HttpException: name a class that extends it, or write a function that makes one`;
}

/** Why something handles no error. */
export function handlerFault(handler: unknown): string | undefined {
  if (typeof handler !== 'function' || isClass(handler)) return partFault(handler, ['handle']);
  return undefined;
}
