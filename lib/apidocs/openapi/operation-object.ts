import type { AccessDescription, LinkDescription, OperationDescription } from '../description/api-description';
import { joinCode } from '../join-code';
import type { Components } from './components';

/** An Operation Object of OpenAPI. */
export function operationObject(operation: OperationDescription, components: Components): object {
  const { id, tag, summary, isDeprecated, parameters, body, access } = operation;
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
    ...(components.schemeNames.length > 0 && { security: securityOf(access, components) }),
    ...(access.permissions.length > 0 && { 'x-permissions': access.permissions }),
  };
}

function descriptionOf({ description, access: { permissions } }: OperationDescription): string | undefined {
  const requirement =
    permissions.length > 0 && `Requires the permission${permissions.length > 1 ? 's' : ''} ${joinCode(permissions)}.`;
  return [description, requirement].filter(Boolean).join('\n\n') || undefined;
}

/** Links belong to the response of a create. */
function responsesOf({ responses, links }: OperationDescription, components: Components): object {
  const linkObjects =
    links.length > 0 ? Object.fromEntries(links.map((link) => [link.operationId, linkObject(link)])) : undefined;
  return Object.fromEntries(
    responses.map((response) => [
      response.status,
      components.response(response, response.status === 201 ? linkObjects : undefined),
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

/** One of the schemes is enough. Their arrays stay empty: names in them would be scopes of OAuth 2, not permissions. */
function securityOf({ credentials }: AccessDescription, { schemeNames }: Components): readonly object[] {
  const schemes = schemeNames.map((name) => ({ [name]: [] }));
  if (credentials === 'none' || schemes.length === 0) return [];
  return credentials === 'optional' ? [{}, ...schemes] : schemes;
}
