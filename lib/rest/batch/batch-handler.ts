import {
  type AdmittingGuard,
  type ContentAdapter,
  HttpException,
  type Request,
  type RouteDefinition,
  type RouteHandler,
} from '../../core';
import type { DataSource } from '../../persistence';
import { permissionsOf, rightsOf } from '../../security';
import type { Domain } from '../chain/domain';
import { preferencesOf } from '../chain/preferences';
import { keysOf, requireSingleIds } from '../chain/requested-keys';
import { respond } from '../chain/respond';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { guardOf } from '../concurrency/write-guard';
import type { Operation } from '../operation/operation';
import { KEY_PARAMETER } from '../operation/resource-path';
import { readSteps, type Step } from './read-steps';
import { runStep, type StepResult, type StepSurroundings } from './run-step';
import { atStep } from './step-error';
import type { StepTable } from './step-table';

/** The parts that batches need. */
export interface BatchParts {
  readonly domain: Domain;
  readonly dataSource: DataSource;
  readonly adapter: ContentAdapter;
  /** The routes of the aggregate, overridden or not; known once they are put together. */
  readonly table: () => StepTable;
  /** Those that are asked about a step, as about a request of its route. */
  readonly guardsOf: (route: RouteDefinition) => readonly AdmittingGuard[];
  /** The exception that an error is mapped to; undefined where a handler of the application writes the response. */
  readonly exceptionOf: (error: unknown) => HttpException | undefined;
}

/**
 * Carries out several operations inside one aggregate in order: all of them, or none.
 *
 * Each step is what its own route would do, and needs what that needs. They share one unit of work, at whose start the
 * root is locked and held against `If-Match`, and at whose end its version is raised once.
 */
export function batchHandler(operation: Operation, parts: BatchParts): RouteHandler {
  const { domain, dataSource } = parts;
  const { aggregate } = operation;
  const tags = AggregateTags.of(operation, domain);
  return async (request, response) => {
    requireSingleIds(request, 'A batch is about one root: send one for each.');
    const requested = keysOf(operation, request);
    const preferences = preferencesOf(operation, request);
    const steps = readSteps(request.getContent(), operation, parts.table());
    for (const step of steps) demandRights(step, request);
    const guard = guardOf(operation, request);
    requested.requireReadable();
    const store = domain.storeFor(request);
    const carryOut = async () => {
      const place = { aggregate, path: [], parentKeys: requested.keys };
      const root = await store.lockRoot(place);
      if (!root) throw requested.notFound();
      guard.locked([root]);
      const results = await runSteps(steps, parts, {
        ...{ request, response, adapter: parts.adapter, guardsOf: parts.guardsOf, isMinimal: preferences.isMinimal },
        rawRootKey: request.rawPathParameters[KEY_PARAMETER]!,
        created: new Map(),
      });
      await store.settleVersion(aggregate, root);
      return results;
    };
    const isOverridden = steps.some(({ target }) => target.route.resource !== undefined);
    const results = await dataSource.enclosingUnit(carryOut, isOverridden);
    const content = preferences.isMinimal ? undefined : { steps: results };
    tags?.written(response, guard.root, undefined, content);
    return respond(operation, response, preferences, content);
  };
}

/** @throws HttpException with the step that the request may not do */
function demandRights({ index, target: { route } }: Step, request: Request): void {
  const needed = permissionsOf(route);
  if (needed.length === 0) return;
  try {
    rightsOf(request).demand(needed, `${route.method} ${route.path}`);
  } catch (error) {
    throw error instanceof HttpException ? atStep(index, error) : error;
  }
}

/** @throws HttpException with the step that has failed; what is no refusal, as it is */
async function runSteps(
  steps: readonly Step[],
  { exceptionOf }: BatchParts,
  surroundings: StepSurroundings,
): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) {
    try {
      results.push(await runStep(step, surroundings));
    } catch (error) {
      const exception = exceptionOf(error);
      // The unit of work has to see what it may try again.
      throw !exception || exception.status >= 500 ? error : atStep(step.index, exception);
    }
  }
  return results;
}
