export { AggregateConfiguration, type ApiDocsSection, type ApiInfo } from './configuration';
export {
  DOCUMENTATION,
  type DocumentedContent,
  type DocumentedParameter,
  type DocumentedResponse,
  type RouteDocumentation,
} from './description/route-documentation';
export type { DocumentContext, DocumentKind } from './document-kind';
export { DocumentsPlugin } from './documents-plugin';
export { Markup, markup } from './markup';
export { type OpenApi, openApiOf } from './open-api-of';
export type { OptionalPage } from './optional-page';
export { pageHeaders } from './page-headers';
export type { JsonSchema, JsonType } from './schema/json-schema';
export type { DocumentSource } from './source';
