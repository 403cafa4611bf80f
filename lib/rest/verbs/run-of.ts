import type { Request, Response, RouteHandler } from '../../core';
import type { Domain } from '../chain/domain';
import type { Operation } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';
import type { Caller } from './call';
import type { Prepare } from './execution';
import { explainerOf } from './explain-error';
import { type Outcome, represent } from './outcome';
import { definitionOf } from './verbs';

/** Reads a request of an operation and carries it out. */
export type Run = (request: RequestParts, caller: Caller) => Promise<Outcome>;

/** Runs an operation, and notes the old names of renamed members that it uses in an HTTP request. */
export type NotingRun = (parts: RequestParts, caller: Caller, request: Request) => Promise<Outcome>;

/**
 * Prepares the requests of an operation: reads the head, then the body, and carries out the call.
 *
 * @param prepareBatch prepares batches, which need more than the domain
 */
export function runOf(operation: Operation, domain: Domain, prepareBatch?: Prepare): Run {
  const { prepare = prepareBatch!, query } = definitionOf(operation);
  const execution = prepare(operation, domain);
  const explain = explainerOf(operation, domain);
  const { search } = operation.input;
  const isWrite = operation.method !== 'GET';
  return async (request, caller) => {
    try {
      // A parameter that was meant to narrow a delete must not be ignored.
      if (query === undefined) search.rejectParameters(request.query, isWrite);
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
export function callerOf({ rights, scopes, store }: Domain, request: Request, response?: Response): Caller {
  return {
    access: rights.isSecured ? rights.accessOf(request) : rights.open,
    store: scopes.areAny ? scopes.storeFor(store, request) : store,
    isKnown:
      request.headers['if-none-match'] === undefined
        ? undefined
        : (tag, isList) => response?.respondIfKnown?.(tag, isList) ?? false,
    exchange: response && { request, response },
  };
}
