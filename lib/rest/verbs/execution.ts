import type { Domain } from '../chain/domain';
import type { Operation } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';
import type { Call, Caller } from './call';
import type { Outcome } from './outcome';

/** What a verb does with the requests of one operation. Only the verb itself sees the types of its calls and payloads. */
export interface Execution<C extends Call = Call, P = unknown> {
  /**
   * Reads path, query and headers.
   *
   * @throws HttpException 400, 403, 413, 428; EntityNotFoundError for a parent id that is not a valid key
   */
  head(request: RequestParts, caller: Caller): C;
  /**
   * Reads the body; absent for an operation without one.
   *
   * @throws InvalidEntityError with all violations
   */
  payload?(call: C): Promise<P> | P;
  /** Carries out the call. */
  run(call: C, payload: P): Promise<Outcome>;
}

/** Prepares a verb for an operation: what the sealed model decides is worked out once. */
export type Prepare = (operation: Operation, domain: Domain) => Execution;
