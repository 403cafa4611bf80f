import { isObject } from '../../foundation';
import { InternalServerErrorException } from './exceptions';
import { type ExceptionOptions, HttpException } from './http-exception';
import type { Request } from './request';
import type { Response } from './response';

/** An error class, which may be abstract. */
export type ErrorClass<E = unknown> = abstract new (...args: never[]) => E;

/** An exception class whose constructor takes a detail and options, as all shipped ones do. */
export type ExceptionClass = new (detail?: string, options?: ExceptionOptions) => HttpException;

/** Writes the response to an error. The status is 500 unless it sets one. */
export interface ExceptionHandler<E = unknown> {
  handle(request: Request, response: Response, error: E): void | Promise<void>;
}

export type ExceptionHandling<E = unknown> = ExceptionHandler<E> | ExceptionHandler<E>['handle'];

/** The response to an error: written by a handler, or the problem body of an exception. */
export type Translation = { readonly handler: ExceptionHandler } | { readonly exception: HttpException };

/**
 * The exception mappings and handlers of an application.
 *
 * The thrown class is looked up first, then its superclasses, then the same for its `cause`. A handler wins over a
 * mapping of the same class. Thrown `HttpException`s need no mapping, and a mapping of `Error` does not affect them.
 *
 * @see Specification, "Errors", mapping rules
 */
export class ExceptionMapping {
  private readonly mappings: Map<ErrorClass, (error: unknown) => HttpException>;
  private readonly handlers: Map<ErrorClass, ExceptionHandler>;

  /** @param base  the mappings to start from; they are copied */
  constructor(base?: ExceptionMapping) {
    this.mappings = new Map(base?.mappings);
    this.handlers = new Map(base?.handlers);
  }

  /** @param target  an exception class, which gets the error's message as its detail (4xx only), or a function */
  addMapping<E>(errorClass: ErrorClass<E>, target: ExceptionClass | ((error: E) => HttpException)): void {
    const translate = isExceptionClass(target) ? translateBy(target) : (target as (error: unknown) => HttpException);
    this.mappings.set(errorClass, translate);
  }

  addHandler<E>(errorClass: ErrorClass<E>, handler: ExceptionHandling<E>): void {
    const handling = typeof handler === 'function' ? { handle: handler } : handler;
    this.handlers.set(errorClass, handling as ExceptionHandler);
  }

  /** @returns a 500 with the error as its cause for an error without mapping */
  translate(error: unknown): Translation {
    return this.#lookUp(error) ?? { exception: new InternalServerErrorException(undefined, { cause: error }) };
  }

  #lookUp(error: unknown): Translation | undefined {
    for (const link of causesOf(error)) {
      for (const errorClass of classesOf(link)) {
        const found = this.#at(errorClass, link);
        if (found) return found;
      }
    }
    return undefined;
  }

  #at(errorClass: ErrorClass, error: unknown): Translation | undefined {
    const handler = this.handlers.get(errorClass);
    if (handler) return { handler: { handle: (request, response) => handler.handle(request, response, error) } };
    const mapping = this.mappings.get(errorClass);
    if (mapping) return { exception: mapping(error) };
    return errorClass === HttpException ? { exception: error as HttpException } : undefined;
  }
}

function isExceptionClass(target: unknown): target is ExceptionClass {
  return typeof target === 'function' && target.prototype instanceof HttpException;
}

/** The message becomes the detail of a 4xx only: it may reveal internals. */
function translateBy(Exception: ExceptionClass): (error: unknown) => HttpException {
  return (error) => {
    const exception = new Exception(error instanceof Error ? error.message : undefined, { cause: error });
    return exception.status < 500 ? exception : new Exception(undefined, { cause: error });
  };
}

/** The error, its cause, the cause's cause; ends at a repeated error. */
function causesOf(error: unknown): Set<unknown> {
  const causes = new Set<unknown>([error]);
  for (const link of causes) {
    if (link instanceof Error && link.cause !== undefined) causes.add(link.cause);
  }
  return causes;
}

/** The class of the value and its superclasses, without `Object`. */
function* classesOf(value: unknown): Iterable<ErrorClass> {
  if (!isObject(value)) return;
  let prototype = Object.getPrototypeOf(value);
  while (prototype && prototype !== Object.prototype) {
    if (Object.hasOwn(prototype, 'constructor')) yield prototype.constructor;
    prototype = Object.getPrototypeOf(prototype);
  }
}
