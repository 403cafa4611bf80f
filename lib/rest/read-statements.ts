import type { Request } from '../core';
import { recordedReads } from '../persistence';
import { openAccess } from './access/access';
import type { Domain } from './chain/domain';
import { placeOf } from './chain/read-place';
import { type DescribedCall, describedCall } from './described-call';
import { isAboutSingle, type Operation } from './operation/operation';
import type { RequestParts } from './operation/request-parts';
import { KEY_PARAMETER } from './operation/resource-path';
import type { Caller } from './verbs/call';
import { callsOf } from './verbs/run-of';

/** The part of a request that determines what is read. */
export type ReadRequest = Pick<Request, 'path' | 'pathParameters' | 'query'>;

export interface ReadStatements {
  readonly statements: readonly string[];
  /** The message of the error that the request ends with before the first statement. */
  readonly ended?: string;
  /** What its path and query say; undefined for a batch, and for a request that is rejected. */
  readonly call?: DescribedCall;
}

/**
 * Returns the SELECT statements of a request, without a database: of a read all of them, of a write those that look up
 * its entities. Rows are assumed to have the requested key, and `@Scope` is ignored.
 */
export async function readStatements(
  operation: Operation,
  domain: Domain,
  requested: ReadRequest,
): Promise<ReadStatements> {
  const parts = partsOf(requested);
  const caller = { access: openAccess(), store: domain.store };
  const firstKey = requested.pathParameters[KEY_PARAMETER]?.split(',')[0];
  const key = firstKey ?? Object.values(requested.pathParameters).at(-1) ?? '1';
  const { statements, error } = await recordedReads(domain.store.dataSource, key, async () =>
    lookupOf(operation, domain)?.(parts, caller),
  );
  // Errors after the first statement mostly come from the made-up row.
  const ended = statements.length === 0 && error instanceof Error ? error.message : undefined;
  return { statements, ended, call: callOf(operation, domain, { ...parts, method: operation.method }, caller) };
}

/** Undefined for a request that is rejected: for a write, its own errors come before those of its lookup. */
function callOf(...of: Parameters<typeof describedCall>): DescribedCall | undefined {
  try {
    return describedCall(...of);
  } catch {
    return undefined;
  }
}

/** The lookups of an operation; undefined if it reads nothing before it writes. */
function lookupOf(
  operation: Operation,
  domain: Domain,
): ((parts: RequestParts, caller: Caller) => unknown) | undefined {
  const { method, steps, input, collections } = operation;
  if (method === 'GET') return callsOf(operation, domain).run;
  if (steps) return undefined;
  if (input.keys !== 'none' || isAboutSingle(operation)) return callsOf({ ...operation, verb: 'read' }, domain).run;
  if (collections.length === 0) return undefined;
  return (parts) => domain.store.retrieval.parent(placeOf(operation, parts));
}

function partsOf({ path, pathParameters, query }: ReadRequest): RequestParts {
  return {
    method: 'GET',
    originalPath: path,
    pathParameters,
    rawPathParameters: pathParameters,
    query,
    headers: {},
    contentType: undefined,
    getContent: () => undefined,
  };
}
