import type { AggregateConfiguration } from '../../rest';
import type { OperationDescription } from '../description/api-description';
import { describeApi } from '../description/describe-api';
import { OPERATOR_WORDS } from '../description/operation-words';
import type { DocumentSource } from '../source';
import { Components } from './components';
import { operationObject } from './operation-object';

/**
 * The OpenAPI 3.1 document of an application: plain values, to be written as JSON or YAML.
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
    info: { title: titleOf(source), ...info, description: ABOUT },
    servers: [{ url: source.mountPath || '/' }],
    tags,
    // Where nobody can say who they are, this holds for all operations.
    ...(components.schemeNames.length === 0 && { security: [] }),
    paths,
    components: components.with(models),
  };
}

/** What holds for every operation. */
const ABOUT = [
  'Names in JSON, paths and queries are in snake_case. Names below others follow a dot. Where an operation takes several ids, commas stand between them. `sort` always ends with the primary key.',
  'Every path with GET also answers HEAD, and every path answers OPTIONS with `Allow`. Bodies may be compressed with `gzip`, `deflate` or `br`. Every response has an `X-Request-Id`, which a request may bring, and `Vary: Accept` where `Accept` chose the media type.',
  'Where concurrency is not off, what shows one aggregate has an `ETag`; `If-None-Match` on reads and `If-Match` on writes take it.',
  OPERATOR_WORDS,
  'Text is valid Unicode without U+0000. A number that a double would change is sent as text. What a field may be beyond its schema is listed as `x-further-rules`.',
].join('\n\n');

function titleOf({ name }: DocumentSource): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
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

/** The ways for clients to say who they are, by the names of the sections that turn them on. */
function securitySchemes({
  basic,
  jwt,
  session,
}: AggregateConfiguration['security']): Readonly<Record<string, object>> {
  return {
    ...(basic && { basic: { type: 'http', scheme: 'basic', description: 'Name and password with each request.' } }),
    ...(jwt && { jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A signed token.' } }),
    ...(session && { session: sessionScheme(session.cookie ?? 'session', session.path ?? '/session') }),
  };
}

function sessionScheme(cookie: string, path: string): object {
  const description = `The cookie that \`POST ${path}\` sets. Over https at the root its name begins with \`__Host-\`.`;
  return { type: 'apiKey', in: 'cookie', name: cookie, description };
}
