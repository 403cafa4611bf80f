import { type ContentAdapter, HttpException, type Request, type RequestGuard, type RouteDefinition } from '../../core';
import { readRootBack } from '../../operations';
import { type DataSource, followVersion } from '../../persistence';
import { permissionsOf, rightsOf } from '../../security';
import { keysOf, type RequestedKeys, requireSingleIds } from '../chain/requested-keys';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { rootCheckOf } from '../concurrency/write-conditions';
import { KEY_PARAMETER } from '../operation/resource-path';
import type { Call, Caller } from '../verbs/call';
import { callHead } from '../verbs/call-head';
import type { Execution, Prepare } from '../verbs/execution';
import { statusOf } from '../verbs/outcome';
import { readSteps, type Step } from './read-steps';
import { type BatchState, runStep, type StepResult } from './run-step';
import { atStep } from './step-error';
import type { StepTable } from './step-table';

/** The parts of the application that batches use. */
export interface BatchParts {
  readonly dataSource: DataSource;
  readonly adapter: ContentAdapter;
  /** The routes of the aggregate, overridden or not; called when they are complete. */
  readonly table: () => StepTable;
  /** The guards that a request to the route of a step would pass. */
  readonly guardsOf: (route: RouteDefinition) => readonly RequestGuard[];
  /** The exception that an error is mapped to; undefined when an error handler of the application responds. */
  readonly exceptionOf: (error: unknown) => HttpException | undefined;
}

interface BatchCall extends Call, Pick<Caller, 'exchange'> {
  readonly requested: RequestedKeys;
}

/**
 * PATCH with steps: runs several operations inside one aggregate, in order and in one unit of work: all of them, or none.
 *
 * Each step is a call of its own operation and requires the same permissions. The root is locked and compared with
 * `If-Match` first; its version is incremented once, at the end.
 */
export function batchVerb(parts: BatchParts): Prepare {
  return (operation, domain): Execution<BatchCall, readonly Step[]> => {
    const { aggregate } = operation;
    const headOf = callHead(operation);
    const tags = AggregateTags.of(operation, domain);
    return {
      head(request, caller) {
        const call = headOf(request, caller);
        requireSingleIds(request, 'A batch changes one root: send a batch for each.');
        const requested = keysOf(operation, request);
        const rootCheck = rootCheckOf(operation, request, domain);
        const place = { aggregate, path: [], parentKeys: requested.keys };
        return { ...call, exchange: caller.exchange, requested, rootCheck, place };
      },

      payload({ request, exchange }) {
        const steps = readSteps(request.getContent(), operation, parts.table());
        for (const step of steps) requirePermissions(step, exchange!.request);
        return steps;
      },

      async run({ request, access, store, exchange, requested, preferences, place, ...call }, steps) {
        const rootCheck = call.rootCheck!;
        requested.requireValidId();
        const runBatch = async () => {
          const rootPlace = { aggregate, path: [], parentKeys: [] };
          const root = await store.holdRoot(place);
          if (!root) throw requested.notFound();
          const readRows = () => store.retrieval.lockedPath(rootPlace, requested.keys);
          await rootCheck.locked([root], readRows);
          const settleVersion = followVersion(aggregate.root, root);
          const results = await runSteps(steps, parts, {
            ...{ caller: { access, store }, exchange: exchange!, adapter: parts.adapter, guardsOf: parts.guardsOf },
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
        const results = await parts.dataSource.enclosingUnit(runBatch, isOverridden);
        const content = preferences.isMinimal ? undefined : { steps: results };
        const tag = tags?.forWrite(rootCheck, undefined, content);
        return { status: statusOf(operation, content), content, tag, preferences };
      },
    };
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

/** Whether the root may have another key after a step: then its former one names nothing. */
function mayChangeRoot({ target: { operation, route } }: Step): boolean {
  return operation.collections.length === 0 || operation.action !== undefined || route.resource !== undefined;
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
      if (mayChangeRoot(step)) state.caller.store.releaseRoot(step.target.operation);
    } catch (error) {
      const exception = exceptionOf(error);
      // The unit of work must see the original error, to decide whether it runs again.
      throw !exception || exception.status >= 500 ? error : atStep(step.index, exception);
    }
  }
  return results;
}
