import type { RouteDescription } from '../../core';
import { isSecured, operationOf } from '../../rest';
import { needsCredentials, permissionsOf } from '../../security';
import { refTo } from '../schema/json-schema';
import { ModelSchemas } from '../schema/model-schemas';
import type { DocumentSource } from '../source';
import { spoken } from '../words';
import type {
  ApiDescription,
  ContentDescription,
  Needs,
  OperationDescription,
  ResponseDescription,
  TagDescription,
} from './api-description';
import { BATCH, BATCH_RESULT, BATCH_RESULT_SCHEMA, BATCH_SCHEMA, withBatches } from './batch';
import { createdLinks } from './created-links';
import { generatedContent } from './generated-operation';
import { header } from './headers';
import { manualContent, OTHER } from './manual-operation';
import { operationIds } from './operation-ids';
import { PREVIEW, PREVIEW_SCHEMA, previewContents } from './preview';
import {
  otherProblem,
  PROBLEM,
  PROBLEM_SCHEMA,
  type ProblemStatus,
  problem,
  VALIDATION_PROBLEM,
  validationProblem,
} from './problems';
import { documentationOf } from './route-documentation';
import { ADMINISTRATION, LISTED_ROUTE, LISTED_ROUTE_SCHEMA, shippedDocumentation } from './shipped-routes';

/** What an application takes and gives: all of its routes but those that are hidden. */
export function describeApi(source: DocumentSource): ApiDescription {
  const models = new ModelSchemas(source.configuration.bulk.maxItems);
  models.add(PROBLEM, PROBLEM_SCHEMA);
  models.add(VALIDATION_PROBLEM, validationProblem(source.registry.aggregates));
  if (source.configuration.previews.allowed) models.add(PREVIEW, PREVIEW_SCHEMA);
  const routes = source.routes.filter((route) => !documentationOf(route)?.hidden);
  const ids = operationIds(routes);
  if (routes.some((one) => shippedDocumentation(one)?.tag === ADMINISTRATION))
    models.add(LISTED_ROUTE, LISTED_ROUTE_SCHEMA);
  const described = routes.map((route) => [route, describeRoute(source, route, ids, models)] as const);
  const batches = new Set(described.flatMap(([route, one]) => (operationOf(route)?.verb === 'batch' ? one : [])));
  if (batches.size > 0) {
    models.add(BATCH, BATCH_SCHEMA);
    models.add(BATCH_RESULT, BATCH_RESULT_SCHEMA);
  }
  const all = described.map(([, one]) => one);
  const operations = [...withBatches(all, batches)].sort(byPathAndMethod);
  return { tags: tagsOf(source, operations), operations, models: models.all };
}

function describeRoute(
  source: DocumentSource,
  route: RouteDescription,
  ids: ReadonlyMap<RouteDescription, string>,
  models: ModelSchemas,
): OperationDescription {
  const operation = operationOf(route);
  const content = operation ? generatedContent(source, route, operation, models) : manualContent(source, route, models);
  const { problems, responses, parameters, isDeprecated = false, ...rest } = content;
  const preview = operation ? previewContents(source, route, operation) : [];
  const needs = needsOf(source, route);
  return {
    id: ids.get(route)!,
    method: route.method,
    path: route.path,
    ...rest,
    isDeprecated,
    parameters,
    responses: [
      ...responses.map((response) => withHeaders(source, response)),
      ...problemResponses(source, problems, needs, responses, preview),
    ],
    needs,
    links: operation ? createdLinks(operation, ids) : [],
  };
}

/** What every response has that documents tell by the name; `X-Request-Id` and `Vary` are said of all together. */
function withHeaders({ configuration }: DocumentSource, response: ResponseDescription): ResponseDescription {
  const limits = configuration.security.rateLimit ? [header('RateLimit'), header('RateLimit-Policy')] : [];
  return { ...response, headers: [...response.headers, ...limits] };
}

function problemResponses(
  source: DocumentSource,
  statuses: readonly ProblemStatus[],
  { credentials }: Needs,
  told: readonly ResponseDescription[],
  preview: readonly ContentDescription[],
): ResponseDescription[] {
  const { rateLimit, session } = source.configuration.security;
  const ofSecurity: readonly ProblemStatus[] = credentials === 'none' ? [] : [401, 403];
  const ofLimits: readonly ProblemStatus[] = rateLimit || session ? [429] : [];
  const known = [...statuses, ...ofSecurity, ...ofLimits].sort((one, other) => one - other);
  // What a route says of a status itself comes before what holds everywhere.
  const all = known.filter((one) => told.every(({ status }) => status !== one));
  return [...all.map((status) => problem(status, refTo)), otherProblem(refTo, preview)].map((response) =>
    withHeaders(source, response),
  );
}

function tagsOf({ registry }: DocumentSource, operations: readonly OperationDescription[]): TagDescription[] {
  const used = new Set(operations.map(({ tag }) => tag));
  const aggregates = registry.aggregates.map(({ root }) => root.name);
  const others = [...used].filter((tag) => !aggregates.includes(tag)).sort((one, other) => rank(one) - rank(other));
  return [...aggregates.filter((name) => used.has(name)), ...others].map((name) => ({
    name,
    description: aggregates.includes(name)
      ? `The ${spoken(name).many}, with all that belongs to them.`
      : `Further routes.`,
  }));
}

function rank(tag: string): number {
  return tag === OTHER ? 1 : 0;
}

function byPathAndMethod(one: OperationDescription, other: OperationDescription): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return METHODS.indexOf(one.method) - METHODS.indexOf(other.method);
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What it takes to use a route. */
function needsOf(source: DocumentSource, route: RouteDescription): Needs {
  const permissions = permissionsOf(route);
  if (permissions.length > 0 || needsCredentials(source.configuration.security, route, route.path))
    return { permissions, credentials: 'needed' };
  const isUseful = operationOf(route) !== undefined && isSecured(source.registry);
  return { permissions, credentials: isUseful ? 'useful' : 'none' };
}
