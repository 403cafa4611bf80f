export { AggregateConfiguration, type ApiDocsSection } from './configuration';
export {
  DOCUMENTATION,
  type DocumentedAnswer,
  type DocumentedContent,
  type DocumentedParameter,
  type RouteDocumentation,
} from './description/route-documentation';
export { DocumentsPlugin } from './documents-plugin';
export { openApiDocument } from './openapi/openapi-document';
export type { JsonSchema } from './schema/json-schema';
export type { DocumentSource } from './source';
