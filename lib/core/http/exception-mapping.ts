import { isObject } from '../../foundation';
import { InternalServerErrorException } from './exceptions';
import { type ExceptionOptions, HttpException } from './http-exception';
import type { Request } from './request';
import type { Response } from './response';

/** A class of errors, also an abstract one. */
export type ErrorClass<E = unknown> = abstract new (...args: never[]) => E;

/** An exception that is made of a detail alone, as all shipped ones are. */
export type ExceptionClass = new (detail?: string, options?: ExceptionOptions) => HttpException;

/** Answers an error itself, by setting status and content of the response; the status is 500 until it sets one. */
export interface ExceptionHandler<E = unknown> {
  handle(request: Request, response: Response, error: E): void | Promise<void>;
}

export type ExceptionHandling<E = unknown> = ExceptionHandler<E> | ExceptionHandler<E>['handle'];

/** How the response to one error is made: by a handler, or with the problem body of an exception. */
export type Translation = { readonly handler: ExceptionHandler } | { readonly exception: HttpException };

/**
 * The exception mappings and handlers of an application.
 *
 * The thrown class is looked up first, then its superclasses, then the same for its `cause`. A handler beats a
 * mapping of the same class, and a more specific class beats a less specific one; `HttpException` itself has its
 * place among them, so that a mapping of `Error` leaves thrown exceptions as they are.
 *
 * @see Specification, "Errors", mapping rules
 */
export class ExceptionMapping {
  private readonly mappings: Map<ErrorClass, (error: unknown) => HttpException>;
  private readonly handlers: Map<ErrorClass, ExceptionHandler>;

  /** @param base  what is said already; it is not changed by what comes later */
  constructor(base?: ExceptionMapping) {
    this.mappings = new Map(base?.mappings);
    this.handlers = new Map(base?.handlers);
  }

  /** @param target  a class that takes a detail (the error's message, 4xx only), or what makes the exception */
  addMapping<E>(errorClass: ErrorClass<E>, target: ExceptionClass | ((error: E) => HttpException)): void {
    const translate = isExceptionClass(target) ? translateBy(target) : (target as (error: unknown) => HttpException);
    this.mappings.set(errorClass, translate);
  }

  addHandler<E>(errorClass: ErrorClass<E>, handler: ExceptionHandling<E>): void {
    const handling = typeof handler === 'function' ? { handle: handler } : handler;
    this.handlers.set(errorClass, handling as ExceptionHandler);
  }

  /** @returns a 500 that carries the error as its cause when nothing is known of it */
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

/** The message becomes the detail of a 4xx only: it may speak of the inside. */
function translateBy(Exception: ExceptionClass): (error: unknown) => HttpException {
  return (error) => {
    const exception = new Exception(error instanceof Error ? error.message : undefined, { cause: error });
    return exception.status < 500 ? exception : new Exception(undefined, { cause: error });
  };
}

/** The error, its cause, the cause's cause; a circle ends at the error that was seen before. */
function causesOf(error: unknown): Set<unknown> {
  const causes = new Set<unknown>([error]);
  for (const link of causes) {
    if (link instanceof Error && link.cause !== undefined) causes.add(link.cause);
  }
  return causes;
}

/** From the class of the value up to, but without, `Object`. */
function* classesOf(value: unknown): Iterable<ErrorClass> {
  if (!isObject(value)) return;
  let prototype = Object.getPrototypeOf(value);
  while (prototype && prototype !== Object.prototype) {
    if (Object.hasOwn(prototype, 'constructor')) yield prototype.constructor;
    prototype = Object.getPrototypeOf(prototype);
  }
}
