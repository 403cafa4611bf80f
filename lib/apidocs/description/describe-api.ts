import type { RouteDescription } from '../../core';
import { wordsFor } from '../../naming';
import { isSecured, operationOf } from '../../rest';
import { permissionsOf, requiresCredentials } from '../../security';
import { ModelSchemas } from '../schema/model-schemas';
import type { DocumentSource } from '../source';
import type {
  AccessDescription,
  ApiDescription,
  OperationDescription,
  ResponseDescription,
  TagDescription,
} from './api-description';
import { BATCH, BATCH_RESULT, BATCH_RESULT_SCHEMA, BATCH_SCHEMA, mergeBatches } from './batch';
import { createdLinks } from './created-links';
import { generatedContent } from './generated-operation';
import { handWrittenContent, OTHER } from './hand-written-operation';
import { header } from './headers';
import { operationIds } from './operation-ids';
import { PREVIEW, PREVIEW_SCHEMA, withPreview } from './preview';
import { otherProblem, type ProblemStatus, problem, problemModels, withStep } from './problems';
import { documentationOf } from './route-documentation';
import { ADMINISTRATION, LISTED_ROUTE, LISTED_ROUTE_SCHEMA, shippedDocumentation } from './shipped-routes';

/** Describes the routes of an application, except those that are marked `hidden`. */
export function describeApi(source: DocumentSource): ApiDescription {
  const models = new ModelSchemas(source.configuration.bulk.maxItems);
  const routes = source.routes.filter((route) => !documentationOf(route)?.hidden);
  const hasBatches = routes.some((route) => operationOf(route)?.steps);
  for (const { name, schema } of problemModels(source.registry.aggregates, hasBatches)) models.add(name, schema);
  if (source.previews) models.add(PREVIEW, hasBatches ? withStep(PREVIEW_SCHEMA) : PREVIEW_SCHEMA);
  if (hasBatches) {
    models.add(BATCH, BATCH_SCHEMA);
    models.add(BATCH_RESULT, BATCH_RESULT_SCHEMA);
  }
  const ids = operationIds(routes);
  if (routes.some((route) => shippedDocumentation(route)?.tag === ADMINISTRATION)) {
    models.add(LISTED_ROUTE, LISTED_ROUTE_SCHEMA);
  }
  const described = routes.map((route) => [route, describeRoute(source, route, ids, models)] as const);
  const batches = new Set(described.flatMap(([route, operation]) => (operationOf(route)?.steps ? operation : [])));
  const all = described.map(([, operation]) => operation);
  const operations = [...mergeBatches(all, batches)].sort(byPathAndMethod);
  return { tags: tagsOf(source, operations), operations, models: models.all };
}

function describeRoute(
  source: DocumentSource,
  route: RouteDescription,
  ids: ReadonlyMap<RouteDescription, string>,
  models: ModelSchemas,
): OperationDescription {
  const operation = operationOf(route);
  const content = operation
    ? generatedContent(source, route, operation, models)
    : handWrittenContent(source, route, models);
  const { problems, parameters, isDeprecated = false, ...rest } = content;
  const responses = withPreview(source, route, content.responses);
  const access = accessTo(source, route);
  return {
    id: ids.get(route)!,
    method: route.method,
    path: route.path,
    ...rest,
    isDeprecated,
    parameters,
    responses: [
      ...responses.map((response) => withRateLimit(source, response)),
      ...problemResponses(source, problems, access, responses),
    ],
    access,
    links: operation ? createdLinks(operation, ids) : [],
  };
}

/** Adds the headers of rate limits, which every response has. `X-Request-Id` and `Vary` are in the text of `info`. */
function withRateLimit({ configuration }: DocumentSource, response: ResponseDescription): ResponseDescription {
  const limits = configuration.security.rateLimit ? [header('RateLimit'), header('RateLimit-Policy')] : [];
  return { ...response, headers: [...response.headers, ...limits] };
}

function problemResponses(
  source: DocumentSource,
  statuses: readonly ProblemStatus[],
  { credentials }: AccessDescription,
  documented: readonly ResponseDescription[],
): ResponseDescription[] {
  const { rateLimit, session } = source.configuration.security;
  const securityStatuses: readonly ProblemStatus[] = credentials === 'none' ? [] : [401, 403];
  const limitStatuses: readonly ProblemStatus[] = rateLimit || session ? [429] : [];
  // The route's own description of a status takes precedence over the general one.
  const undocumented = [...statuses, ...securityStatuses, ...limitStatuses]
    .filter((status) => documented.every((response) => response.status !== status))
    .sort((one, other) => one - other);
  return [...undocumented.map((status) => problem(status)), otherProblem()].map((response) =>
    withRateLimit(source, response),
  );
}

function tagsOf({ registry }: DocumentSource, operations: readonly OperationDescription[]): TagDescription[] {
  const used = new Set(operations.map(({ tag }) => tag));
  const aggregates = registry.aggregates.map(({ root }) => root.name);
  const others = [...used].filter((tag) => !aggregates.includes(tag)).sort((one, other) => rank(one) - rank(other));
  return [...aggregates.filter((name) => used.has(name)), ...others].map((name) => ({
    name,
    description: aggregates.includes(name) ? `The ${wordsFor(name).many} and their children.` : 'Further routes.',
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

function accessTo(source: DocumentSource, route: RouteDescription): AccessDescription {
  const permissions = permissionsOf(route);
  if (permissions.length > 0 || requiresCredentials(source.configuration.security, route, route.path))
    return { permissions, credentials: 'required' };
  const hasSecuredMembers = operationOf(route) !== undefined && isSecured(source.registry);
  return { permissions, credentials: hasSecuredMembers ? 'optional' : 'none' };
}
