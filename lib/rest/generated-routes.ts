import type { Request, RouteDefinition } from '../core';
import type { AggregateMetadata } from '../metadata';
import type { DatabaseIdempotencyKeys, DataSource } from '../persistence';
import type { AggregateApplication } from './aggregate-configuration';
import { type BatchParts, batchVerb } from './batch/batch-verb';
import { StepTable } from './batch/step-table';
import type { Domain } from './chain/domain';
import { operationsOf } from './compilation/operations-of';
import { routeOf } from './compilation/route-of';
import { EntityAdapter } from './entity-adapter';
import { IdempotentCalls } from './idempotency/idempotent-calls';
import { ItemBounds } from './item-bounds';
import type { Operation } from './operation/operation';
import { verifyNotBypassed } from './overriding/bypassed-overrides';
import type { Overrides } from './overriding/overrides';
import { PreviewCalls } from './preview/preview-calls';
import { acceptOldNames, acceptOldNamesInCalls, outdatedNames } from './renames/accept-old-names';
import { hasOldPath } from './renames/old-path';
import { responseRights } from './response-rights';
import { callsOf } from './verbs/run-of';

/** The parts of an application that its generated routes use. */
interface RouteParts {
  readonly domain: Domain;
  readonly dataSource: DataSource;
  readonly overrides: Overrides;
  /** The store of idempotency keys; undefined if no write takes them. */
  readonly keys?: DatabaseIdempotencyKeys;
}

/** Adds the routes of all aggregates to an application, overridden or not, and the adapter for entities in content. */
export function addGeneratedRoutes(application: AggregateApplication, parts: RouteParts): void {
  const { registry } = parts.domain;
  const { logger, configuration } = application;
  const adapter = new EntityAdapter(parts.domain, configuration.bulk.maxItems);
  const prefixedNames = new Set<string>();
  const makeRoutes = routeFactory(application, parts, adapter);
  for (const aggregate of registry.aggregates) {
    const operations = operationsOf(aggregate, configuration);
    for (const { input } of operations) for (const name of input.search.names.prefixed) prefixedNames.add(name);
    for (const route of makeRoutes(aggregate, operations)) application.addRoute(route);
  }
  for (const line of outdatedNames(registry.entities)) logger.warn(line);
  if (prefixedNames.size > 0) logger.info(prefixedNamesLine([...prefixedNames]));
  const warn = (line: string) => logger.warn(line);
  application.addGuard({ verifyRoutes: () => parts.overrides.verifyNames(warn) });
  application.addGuard({ verifyRoutes: () => parts.overrides.verifyConfigurations() });
  application.addGuard({ verifyRoutes: (routes) => verifyNotBypassed(routes, configuration.security.strict, warn) });
  application.addContentAdapter(adapter);
}

/** Returns a function that makes the routes of one aggregate. */
function routeFactory(
  application: AggregateApplication,
  { domain, dataSource, overrides, keys }: RouteParts,
  adapter: EntityAdapter,
) {
  const { name, idempotency: settings, previews } = application.configuration;
  const describeRights = (request: Request) => responseRights(domain, request);
  const calls = keys && new IdempotentCalls({ application: name, keys, dataSource, settings, describeRights });
  const bounds = new ItemBounds();
  const previewCalls = new PreviewCalls(domain, dataSource, previews.allowed);
  const batchParts: Omit<BatchParts, 'table'> = {
    dataSource,
    adapter,
    exceptionOf: (error) => application.exceptionOf(error),
    guardsOf: (route) => application.guardsOfStep(route),
  };
  return (aggregate: AggregateMetadata, operations: readonly Operation[]): readonly RouteDefinition[] => {
    // Batches run the final routes of the aggregate, which exist only after the batch's own route.
    let table: StepTable | undefined;
    const batch = batchVerb({ ...batchParts, table: () => table! });
    const generated = operations.map((operation) => {
      const { run, handlers } = callsOf(operation, domain, batch);
      const previewed = acceptOldNamesInCalls(operation, run);
      const wrapper = previewCalls.wrapperFor(operation, previewed, calls?.wrapperFor(operation.input.idempotency));
      return routeOf(operation, { ...handlers, wrapper, items: bounds.of(operation) });
    });
    const routes = acceptOldNames(overrides.apply(application, aggregate, generated));
    table = new StepTable(
      routes.filter((route) => !hasOldPath(route)),
      operations.find(({ verb }) => verb === 'batch')?.steps ?? [],
      (operation) => acceptOldNamesInCalls(operation, callsOf(asStep(operation), domain).run),
    );
    return routes;
  };
}

/** The root of a batch is compared with `If-Match` once, and its tag is that of the batch. */
function asStep(operation: Operation): Operation {
  return { ...operation, input: { ...operation.input, concurrency: 'off' } };
}

/** A client would not find these parameters by the names of the fields alone. */
function prefixedNamesLine(names: readonly string[]): string {
  return `These fields are searched with a prefix, because their names alone are other query parameters: ${names.join(', ')}.`;
}
