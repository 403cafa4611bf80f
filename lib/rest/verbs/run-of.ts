import type { HeadReader, Request, Response, RouteDefinition, RouteHandler } from '../../core';
import type { Domain } from '../chain/domain';
import type { Operation } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';
import type { Call, Caller } from './call';
import type { Prepare } from './execution';
import { explainerOf } from './explain-error';
import { type Outcome, represent } from './outcome';
import { definitionOf } from './verbs';

/**
 * Reads a request of an operation and carries it out.
 *
 * @param call what was read of its head already, if it was
 */
export type Run = (request: RequestParts, caller: Caller, call?: Call) => Promise<Outcome>;

/** Runs an operation, and notes the old names of renamed members that it uses in an HTTP request. */
export type NotingRun = (parts: RequestParts, caller: Caller, request: Request) => Promise<Outcome>;

/** What an operation does with its requests. */
interface Calls {
  readonly run: Run;
  /** The members of its route. An operation without a body has no `readHead`. */
  readonly handlers: Pick<RouteDefinition, 'handle' | 'readHead'>;
}

/**
 * Prepares the requests of an operation: reads the head, then the body, and carries out the call.
 *
 * @param prepareBatch prepares batches, which need more than the domain
 */
export function callsOf(operation: Operation, domain: Domain, prepareBatch?: Prepare): Calls {
  const { prepare = prepareBatch! } = definitionOf(operation);
  const execution = prepare(operation, domain);
  const explain = explainerOf(operation, domain);
  const run: Run = async (request, caller, read) => {
    try {
      const call = read ?? execution.head(request, caller);
      return await execution.run(call, execution.payload && (await execution.payload(call)));
    } catch (error) {
      throw await explain(error, request, caller);
    }
  };
  const handle: RouteHandler = async (request, response) =>
    represent(await run(request, callerOf(domain, request, response)), response);
  const readHead: HeadReader = (request, response) => {
    const caller = callerOf(domain, request, response);
    try {
      const call = execution.head(request, caller);
      return async () => represent(await run(request, caller, call), response);
    } catch (error) {
      return explain(error, request, caller).then(rejected);
    }
  };
  return { run, handlers: { handle, readHead: operation.input.body === 'none' ? undefined : readHead } };
}

function rejected(error: unknown): never {
  throw error;
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
