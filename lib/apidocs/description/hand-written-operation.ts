import type { RouteDescription } from '../../core';
import type { DomainClass } from '../../metadata';
import { snakeCase, upperFirst } from '../../naming';
import { arrayOf, type JsonSchema } from '../schema/json-schema';
import type { ModelSchemas } from '../schema/model-schemas';
import type { DocumentSource } from '../source';
import type { BodyDescription, ParameterDescription, ResponseDescription } from './api-description';
import { type ContentForms, contentsOf, formOf, mediaTypesOf } from './media-types';
import { pathNames } from './path-parameters';
import { problemContent } from './problems';
import type { RouteContent } from './route-content';
import {
  type DocumentedContent,
  type DocumentedParameter,
  type DocumentedResponse,
  documentationOf,
  type RouteDocumentation,
} from './route-documentation';
import { shippedDocumentation } from './shipped-routes';

/** The tag of routes that belong to no aggregate. */
export const OTHER = 'Other';

interface HandWrittenRoute {
  readonly source: DocumentSource;
  readonly route: RouteDescription;
  readonly models: ModelSchemas;
  readonly documentation: RouteDocumentation;
}

/** Describes a hand-written route by its {@link RouteDocumentation}, path and body setting. */
export function handWrittenContent(
  source: DocumentSource,
  route: RouteDescription,
  models: ModelSchemas,
): RouteContent {
  const documentation = documentationOf(route) ?? shippedDocumentation(route) ?? {};
  const written: HandWrittenRoute = { source, route, models, documentation };
  const { summary, description, tag, deprecated } = documentation;
  const body = bodyOf(written);
  return {
    tag: tag ?? aggregateAt(source, route) ?? OTHER,
    summary: summary ?? upperFirst(snakeCase(route.name).replaceAll('_', ' ')),
    description: description ?? 'A hand-written route.',
    isDeprecated: deprecated,
    parameters: parametersOf(written),
    body,
    responses: responsesOf(written),
    problems: body ? [400, 406, 413, 415, 422] : [400, 406],
  };
}

function aggregateAt({ registry }: DocumentSource, { path }: RouteDescription): string | undefined {
  const segment = path.split('/')[1];
  return registry.aggregates.find(({ resourceName }) => resourceName === segment)?.root.name;
}

function parametersOf({ route, documentation: { parameters = {} } }: HandWrittenRoute): ParameterDescription[] {
  const inPath = pathNames(route);
  const documented = Object.keys(parameters).filter((name) => !inPath.includes(name));
  const inQuery = [...new Set([...(route.queryParameters ?? []), ...documented])];
  return [
    ...inPath.map((name) => ({ ...parameter(name, 'path', parameters[name]), isRequired: true })),
    ...inQuery.map((name) => parameter(name, 'query', parameters[name])),
  ];
}

function parameter(
  name: string,
  place: 'path' | 'query',
  { description = '', schema = { type: 'string' }, required = false }: DocumentedParameter = {},
): ParameterDescription {
  return { name, in: place, isRequired: required, description, schema };
}

function bodyOf({ source, route, models, documentation: { body } }: HandWrittenRoute): BodyDescription | undefined {
  const readsBody = route.body ? route.body !== 'none' : route.method !== 'GET' && route.method !== 'DELETE';
  if (!readsBody && !body) return undefined;
  const forms = body ? formsOf(schemaOf(body, source, (type) => models.create(type))) : ANYTHING;
  const isRequired = route.body ? route.body === 'required' : true;
  return { isRequired, contents: contentsOf(mediaTypesOf(source, route).read, forms) };
}

/** Content without a documented type. */
const ANYTHING: ContentForms = { any: { description: 'The route does not document its type.' } };

/** A 200 with any content where the route documents no responses. */
function responsesOf({ source, route, models, documentation }: HandWrittenRoute): ResponseDescription[] {
  const { responses = { 200: { content: {} } } } = documentation;
  const { written } = mediaTypesOf(source, route);
  const contents = (status: number, content: DocumentedContent | undefined) => {
    if (content) return contentsOf(written, formsOf(schemaOf(content, source, (type) => models.response(type))));
    return status >= 400 ? [problemContent()] : [];
  };
  return Object.entries<DocumentedResponse>(responses).map(([status, { description = 'Done.', content }]) => ({
    status: Number(status),
    description,
    headers: [],
    contents: contents(Number(status), content),
  }));
}

function formsOf(schema: JsonSchema): ContentForms {
  return Object.keys(schema).length === 0 ? ANYTHING : formOf(schema);
}

type EntityOf = DocumentSource['registry']['entities'][number];

function schemaOf(
  content: DocumentedContent,
  source: DocumentSource,
  modelOf: (entity: EntityOf) => JsonSchema,
): JsonSchema {
  if (isList(content)) return arrayOf(schemaOf(content[0], source, modelOf));
  if (typeof content !== 'function') return content;
  const entity = source.registry.entity(content as DomainClass);
  return entity ? modelOf(entity) : {};
}

function isList(content: DocumentedContent): content is readonly [JsonSchema | DomainClass] {
  return Array.isArray(content);
}
