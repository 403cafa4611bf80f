import type { DocumentKind } from './document-kind';

/** The resource listing of Swagger 1.2. */
export const SWAGGER_LISTING: DocumentKind = {
  path: 'api-docs',
  name: 'listApiDocs',
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  write: ({ swagger }) => `${JSON.stringify(swagger.listing(), null, 2)}\n`,
};
