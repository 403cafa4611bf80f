export { AggregateConfiguration, type ApiDocsSection } from './configuration';
export { DOCUMENTATION, type RouteDocumentation } from './description/route-documentation';
export { DocumentsPlugin } from './documents-plugin';
export { MAP_PAGE } from './map/map-page';
export { type OpenApi, openApiOf } from './open-api-of';
export type { JsonSchema } from './schema/json-schema';
