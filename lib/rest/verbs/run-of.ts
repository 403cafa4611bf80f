import type { Request, Response, RouteHandler } from '../../core';
import type { Domain } from '../chain/domain';
import type { Operation } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';
import type { Caller } from './call';
import { executionOf } from './execution-of';
import { explainerOf } from './explain-error';
import { type Outcome, represent } from './outcome';
import type { Verb } from './verb';

/** Reads a request of an operation and carries it out. */
export type Run = (request: RequestParts, caller: Caller) => Promise<Outcome>;

/** Runs an operation, and notes the old names of renamed members that it uses in an HTTP request. */
export type NotingRun = (parts: RequestParts, caller: Caller, request: Request) => Promise<Outcome>;

/**
 * Prepares the requests of an operation: reads the head, then the body, and carries out the call.
 *
 * @param batch the verb of batches
 */
export function runOf(operation: Operation, domain: Domain, batch?: Verb): Run {
  const execution = executionOf(operation, domain, batch);
  const explain = explainerOf(operation, domain);
  const { search } = operation.input;
  const { verb } = operation;
  const takesSearch = verb === 'list' || verb === 'read';
  return async (request, caller) => {
    try {
      // A parameter that was meant to narrow a delete must not be ignored.
      if (!takesSearch) search.rejectParameters(request.query, verb !== 'readLarge');
      const call = execution.head(request, caller);
      return await execution.run(call, execution.payload && (await execution.payload(call)));
    } catch (error) {
      throw await explain(error, request, caller);
    }
  };
}

/** The route handler of an operation. */
export function handlerOf(domain: Domain, run: Run): RouteHandler {
  return async (request, response) => represent(await run(request, callerOf(domain, request, response)), response);
}

/** The sender of a request. */
export function callerOf(domain: Domain, request: Request, response?: Response): Caller {
  return {
    access: domain.rights.accessOf(request),
    store: domain.storeFor(request),
    isKnown:
      request.headers['if-none-match'] === undefined
        ? undefined
        : (tag, isList) => response?.respondIfKnown?.(tag, isList) ?? false,
    exchange: response && { request, response },
  };
}
