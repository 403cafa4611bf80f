import type { Request, Response } from '../core';
import { type EntityStore, recordedReads } from '../persistence';
import { type Access, openAccess } from './access/access';
import { ModelRights } from './access/model-rights';
import { Domain } from './chain/domain';
import { handlerOf } from './chain/handler-of';
import { placeOf } from './chain/read-place';
import type { Operation } from './operation/operation';
import { KEY_PARAMETER } from './operation/resource-path';

/** The part of a request that determines what is read. */
export type ReadRequest = Pick<Request, 'path' | 'pathParameters' | 'query'>;

export interface ReadStatements {
  readonly statements: readonly string[];
  /** The message of the error that the request ends with before the first statement. */
  readonly ended?: string;
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
  const openDomain = new OpenDomain(domain.store, domain.rowDigests);
  const request = requestOf(requested);
  const firstKey = requested.pathParameters[KEY_PARAMETER]?.split(',')[0];
  const key = firstKey ?? Object.values(requested.pathParameters).at(-1) ?? '1';
  const { statements, error } = await recordedReads(domain.store.dataSource, key, async () =>
    readHandlerOf(operation, openDomain)?.(request, RESPONSE),
  );
  // Errors after the first statement mostly come from the made-up row.
  return statements.length === 0 && error instanceof Error ? { statements, ended: error.message } : { statements };
}

type ReadHandler = (request: Request, response: Response) => unknown;

/** The handler for the lookups of an operation; undefined if it reads nothing before it writes. */
function readHandlerOf(operation: Operation, domain: Domain): ReadHandler | undefined {
  const { verb, input, collections } = operation;
  const handlerFor = (as: Operation['verb']) => handlerOf({ ...operation, verb: as }, domain, handlerOf as never);
  if (verb === 'list' || verb === 'read' || verb === 'readLarge') return handlerFor(verb);
  if (verb === 'batch') return undefined;
  if (input.keys !== 'none' || collections.at(-1)?.kind === 'oneToOne') return handlerFor('read');
  if (collections.length === 0) return undefined;
  return (request) => domain.store.retrieval.parent(placeOf(operation, request));
}

class OpenRights extends ModelRights {
  override accessOf(): Access {
    return openAccess();
  }
}

/** Permits every read, since there is no principal. */
class OpenDomain extends Domain {
  override readonly rights: ModelRights = new OpenRights(this.registry);

  override storeFor(): EntityStore {
    return this.store;
  }
}

function requestOf(requested: ReadRequest): Request {
  return {
    ...requested,
    rawPathParameters: requested.pathParameters,
    method: 'GET',
    headers: {},
    attributes: new Map(),
  } as never;
}

const RESPONSE = {
  status: 200,
  setStatus: () => RESPONSE,
  setHeader: () => RESPONSE,
  setContent: () => RESPONSE,
} as never as Response;
