import type { Request, Response } from '../core';
import { type EntityStore, recordedReads } from '../persistence';
import { type Access, openAccess } from './access/access';
import { ModelRights } from './access/model-rights';
import { Domain } from './chain/domain';
import { handlerOf } from './chain/handler-of';
import { placeOf } from './chain/read-place';
import type { Operation } from './operation/operation';
import { KEY_PARAMETER } from './operation/resource-path';

/** The part of a request that decides what is read. */
export type ReadRequest = Pick<Request, 'path' | 'pathParameters' | 'query'>;

export interface ReadStatements {
  readonly statements: readonly string[];
  /** Why nothing is read, or not all: the message of the response. */
  readonly ended?: string;
}

/**
 * The statements that a request reads with: of a read, all of them; of a write, those that find what it is about. `@Scope`
 * may narrow them further. Rows are taken to have the key that is asked for.
 */
export async function readStatements(
  operation: Operation,
  domain: Domain,
  asked: ReadRequest,
): Promise<ReadStatements> {
  const open = new OpenDomain(domain.store);
  const request = requestOf(asked);
  const key = asked.pathParameters[KEY_PARAMETER]?.split(',')[0];
  const value = key ?? Object.values(asked.pathParameters).at(-1) ?? '1';
  const { statements, error } = await recordedReads(domain.store.dataSource, value, async () =>
    readingOf(operation, open)?.(request, RESPONSE),
  );
  // Of a row that is made up, most are faults of values; before the first one, the request is at fault.
  return statements.length === 0 && error instanceof Error ? { statements, ended: error.message } : { statements };
}

type Reading = (request: Request, response: Response) => unknown;

/** Reads as the operation does; undefined where nothing is read before something is written. */
function readingOf(operation: Operation, domain: Domain): Reading | undefined {
  const { verb, input, collections } = operation;
  const asVerb = (as: Operation['verb']) => handlerOf({ ...operation, verb: as }, domain, handlerOf as never);
  if (verb === 'list' || verb === 'read' || verb === 'readLarge') return asVerb(verb);
  if (verb === 'batch') return undefined;
  if (input.keys !== 'none' || collections.at(-1)?.kind === 'oneToOne') return asVerb('read');
  if (collections.length === 0) return undefined;
  return (request) => domain.store.retrieval.parent(placeOf(operation, request));
}

class OpenRights extends ModelRights {
  override accessOf(): Access {
    return openAccess();
  }
}

/** Everything may be read: what a principal may see is known when there is one. */
class OpenDomain extends Domain {
  override readonly rights: ModelRights = new OpenRights(this.registry);

  override storeFor(): EntityStore {
    return this.store;
  }
}

function requestOf(asked: ReadRequest): Request {
  return {
    ...asked,
    rawPathParameters: asked.pathParameters,
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
