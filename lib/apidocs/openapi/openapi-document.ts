import { upperFirst } from '../../naming';
import type { AggregateConfiguration } from '../../rest';
import type { OperationDescription } from '../description/api-description';
import { describeApi } from '../description/describe-api';
import { OPERATOR_WORDS } from '../description/operator-words';
import type { DocumentSource } from '../source';
import { Components } from './components';
import { operationObject } from './operation-object';

/**
 * The OpenAPI 3.1 document of an application, as plain values.
 *
 * @see https://spec.openapis.org/oas/v3.1.1
 */
export function openApiDocument(source: DocumentSource): object {
  const { tags, operations, models } = describeApi(source);
  const { info } = source;
  const components = new Components(securitySchemes(source.configuration.security));
  const paths = pathsOf(operations, components);
  return {
    openapi: '3.1.1',
    info: { title: titleOf(source), ...info, description: API_DESCRIPTION },
    servers: [{ url: source.mountPath || '/' }],
    tags,
    // Linters want the member; without authentication it is empty for the whole document.
    ...(components.schemeNames.length === 0 && { security: [] }),
    paths,
    components: components.withSchemas(models),
  };
}

/** The description of the API: rules for all operations. */
const API_DESCRIPTION = [
  'Names in JSON, paths and queries are in snake_case. Names of nested members are separated by dots. Several ids are separated by commas. `sort` always ends with the primary key.',
  'Every path with GET also supports HEAD, and every path responds to OPTIONS with `Allow`. Bodies may be compressed with `gzip`, `deflate` or `br`. Every response has an `X-Request-Id`, which a request may set, and `Vary: Accept` if `Accept` decided the media type.',
  'Unless concurrency is off, a response with one aggregate has an `ETag`, for `If-None-Match` in reads and `If-Match` in writes.',
  OPERATOR_WORDS,
  'Text is valid Unicode without U+0000. A number that a double cannot represent exactly is sent as a string. `x-further-rules` lists rules that a schema cannot express.',
].join('\n\n');

function titleOf({ name }: DocumentSource): string {
  return upperFirst(name.replaceAll('_', ' '));
}

type Methods = Record<string, object>;

function pathsOf(operations: readonly OperationDescription[], components: Components): Record<string, Methods> {
  const paths: Record<string, Methods> = {};
  for (const operation of operations) {
    const method = operation.method.toLowerCase();
    paths[operation.path] = { ...paths[operation.path], [method]: operationObject(operation, components) };
  }
  return paths;
}

/** The authentication schemes, by the name of their configuration section. */
function securitySchemes({
  basic,
  jwt,
  session,
}: AggregateConfiguration['security']): Readonly<Record<string, object>> {
  return {
    ...(basic && { basic: { type: 'http', scheme: 'basic', description: 'Name and password in each request.' } }),
    ...(jwt && { jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A signed token.' } }),
    ...(session && { session: sessionScheme(session.cookie ?? 'session', session.path ?? '/session') }),
  };
}

function sessionScheme(cookie: string, path: string): object {
  const description = `The cookie that \`POST ${path}\` sets. Over HTTPS at the root path its name begins with \`__Host-\`.`;
  return { type: 'apiKey', in: 'cookie', name: cookie, description };
}
