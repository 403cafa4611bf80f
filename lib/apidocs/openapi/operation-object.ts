import type { LinkDescription, Needs, OperationDescription } from '../description/api-description';
import { code } from '../words';
import type { Components } from './components';

/** An Operation Object of OpenAPI. */
export function operationObject(operation: OperationDescription, components: Components): object {
  const { id, tag, summary, isDeprecated, parameters, body, needs } = operation;
  const description = descriptionOf(operation);
  return {
    tags: [tag],
    summary,
    ...(description && { description }),
    operationId: id,
    ...(isDeprecated && { deprecated: true }),
    parameters: parameters.map((parameter) => components.parameter(parameter)),
    ...(body && { requestBody: components.body(body) }),
    responses: responsesOf(operation, components),
    ...(components.schemeNames.length > 0 && { security: securityOf(needs, components) }),
    ...(needs.permissions.length > 0 && { 'x-permissions': needs.permissions }),
  };
}

function descriptionOf({ description, needs: { permissions } }: OperationDescription): string | undefined {
  const needed =
    permissions.length > 0 && `Needs the permission${permissions.length > 1 ? 's' : ''} ${code(permissions)}.`;
  return [description, needed].filter(Boolean).join('\n\n') || undefined;
}

/** Links belong to the response of a create. */
function responsesOf({ responses, links }: OperationDescription, components: Components): object {
  const written =
    links.length > 0 ? Object.fromEntries(links.map((link) => [link.operationId, linkObject(link)])) : undefined;
  return Object.fromEntries(
    responses.map((response) => [
      response.status,
      components.response(response, response.status === 201 ? written : undefined),
    ]),
  );
}

function linkObject({ operationId, parameters }: LinkDescription): object {
  const expressions = Object.entries(parameters).map(([name, source]) => [
    name,
    source.from === 'body' ? `$response.body#/${source.name}` : `$request.path.${source.name}`,
  ]);
  return { operationId, parameters: Object.fromEntries(expressions) };
}

/** One of the schemes is enough. Names beside one are scopes of OAuth 2: the permissions stand in `x-permissions`. */
function securityOf({ credentials }: Needs, { schemeNames }: Components): readonly object[] {
  const schemes = schemeNames.map((name) => ({ [name]: [] }));
  if (credentials === 'none' || schemes.length === 0) return [];
  return credentials === 'useful' ? [{}, ...schemes] : schemes;
}
