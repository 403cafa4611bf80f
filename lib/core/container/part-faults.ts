import { hasMethod, isClass, isObject, nameOfPart, partFault } from '../../foundation';
import { ResponseFilter } from '../http/filter';
import { HttpException } from '../http/http-exception';

/** The reason why a value is not a filter; undefined for a filter. */
export function filterFault(filter: unknown): string | undefined {
  return partFault(filter, filter instanceof ResponseFilter ? ['finish'] : ['doFilter']);
}

export function isGuard(guard: unknown): boolean {
  return hasMethod(guard, 'verifyRoutes') || hasMethod(guard, 'checkRequest');
}

/** Whether a value can be a resource. A class whose constructor needs arguments cannot be detected here. */
export function isResource(resource: unknown): boolean {
  return isObject(resource) || typeof resource === 'function';
}

/** The reason why a value is not an error class. */
export function classFault(errorClass: unknown): string | undefined {
  if (typeof errorClass === 'function' && isObject(errorClass.prototype)) return undefined;
  return 'it is not a class: name the class of the errors';
}

/** The name of an error class, or of the value in its place: `AlreadyShippedError`. */
export function nameOfErrors(errorClass: unknown): string {
  return isClass(errorClass) ? errorClass.name : nameOfPart(errorClass);
}

/** The reason why a value cannot be the target of an exception mapping. */
export function mappingFault(target: unknown): string | undefined {
  if (typeof target !== 'function')
    return `${nameOfPart(target)} is not an exception class: name one, or write a function`;
  if (!isClass(target) || target.prototype instanceof HttpException) return undefined;
  return `${nameOfPart(target)} does not extend HttpException: name a class that does, or write a function that returns one`;
}

/** The reason why a value is not an exception handler. */
export function handlerFault(handler: unknown): string | undefined {
  if (typeof handler !== 'function' || isClass(handler)) return partFault(handler, ['handle']);
  return undefined;
}
