import {
  type ContentAdapter,
  HttpException,
  type Request,
  type RequestGuard,
  type RouteDefinition,
  type RouteHandler,
} from '../../core';
import { readRootBack } from '../../operations';
import { type DataSource, followVersion } from '../../persistence';
import { permissionsOf, rightsOf } from '../../security';
import type { Domain } from '../chain/domain';
import { preferencesOf } from '../chain/preferences';
import { keysOf, requireSingleIds } from '../chain/requested-keys';
import { respond } from '../chain/respond';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { rootCheckOf } from '../concurrency/write-conditions';
import type { Operation } from '../operation/operation';
import { KEY_PARAMETER } from '../operation/resource-path';
import { readSteps, type Step } from './read-steps';
import { type BatchState, runStep, type StepResult } from './run-step';
import { atStep } from './step-error';
import type { StepTable } from './step-table';

/** The parts of the application that batches use. */
export interface BatchParts {
  readonly domain: Domain;
  readonly dataSource: DataSource;
  readonly adapter: ContentAdapter;
  /** The routes of the aggregate, overridden or not; called when they are complete. */
  readonly table: () => StepTable;
  /** The guards that a request to the route of a step would pass. */
  readonly guardsOf: (route: RouteDefinition) => readonly RequestGuard[];
  /** The exception that an error is mapped to; undefined when an error handler of the application responds. */
  readonly exceptionOf: (error: unknown) => HttpException | undefined;
}

/**
 * Runs several operations inside one aggregate, in order and in one unit of work: all of them, or none.
 *
 * Each step does what its own route does and requires the same permissions. The root is locked and compared with
 * `If-Match` first; its version is incremented once, at the end.
 */
export function batchHandler(operation: Operation, parts: BatchParts): RouteHandler {
  const { domain, dataSource } = parts;
  const { aggregate } = operation;
  const tags = AggregateTags.of(operation, domain);
  return async (request, response) => {
    requireSingleIds(request, 'A batch changes one root: send a batch for each.');
    const requested = keysOf(operation, request);
    const preferences = preferencesOf(operation, request);
    const steps = readSteps(request.getContent(), operation, parts.table());
    for (const step of steps) requirePermissions(step, request);
    const rootCheck = rootCheckOf(operation, request, domain);
    requested.requireValidId();
    const store = domain.storeFor(request);
    const runBatch = async () => {
      const place = { aggregate, path: [], parentKeys: requested.keys };
      const rootPlace = { aggregate, path: [], parentKeys: [] };
      const root = await store.lockRoot(place);
      if (!root) throw requested.notFound();
      const readRows = () => store.retrieval.lockedPath(rootPlace, requested.keys);
      await rootCheck.locked([root], readRows);
      const settleVersion = followVersion(aggregate.root, root);
      const results = await runSteps(steps, parts, {
        request,
        response,
        adapter: parts.adapter,
        guardsOf: parts.guardsOf,
        isMinimal: preferences.isMinimal,
        rawRootKey: request.rawPathParameters[KEY_PARAMETER]!,
        created: new Map(),
      });
      await settleVersion();
      await readRootBack(store, place, rootCheck);
      await rootCheck.written(readRows);
      return results;
    };
    const isOverridden = steps.some(({ target }) => target.route.resource !== undefined);
    const results = await dataSource.enclosingUnit(runBatch, isOverridden);
    const content = preferences.isMinimal ? undefined : { steps: results };
    tags?.setForWrite(response, rootCheck, undefined, content);
    return respond(operation, response, preferences, content);
  };
}

/** @throws HttpException 401 or 403 with the index of the step */
function requirePermissions({ index, target: { route } }: Step, request: Request): void {
  const required = permissionsOf(route);
  if (required.length === 0) return;
  try {
    rightsOf(request).require(required, `${route.method} ${route.path}`);
  } catch (error) {
    throw error instanceof HttpException ? atStep(index, error) : error;
  }
}

/** @throws HttpException 4xx with the index of the failed step; any other error as it is */
async function runSteps(
  steps: readonly Step[],
  { exceptionOf }: BatchParts,
  state: BatchState,
): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) {
    try {
      results.push(await runStep(step, state));
    } catch (error) {
      const exception = exceptionOf(error);
      // The unit of work must see the original error, to decide whether it runs again.
      throw !exception || exception.status >= 500 ? error : atStep(step.index, exception);
    }
  }
  return results;
}
