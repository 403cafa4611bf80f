import { YamlSerializer } from '../core';
import type { DocumentSource } from './source';

/** The sources of the documents. The OpenAPI document is generated once. */
export interface DocumentContext {
  readonly source: DocumentSource;
  readonly openApi: object;
  readonly swagger: { listing(): object };
}

/** One document or page that an application serves under `/api/<name>`. */
export interface DocumentKind {
  /** Below `/api/<name>`: `openapi.json`. */
  readonly path: string;
  /** The name of its route: `readOpenApi`. */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  write(context: DocumentContext): string;
}

const yaml = new YamlSerializer();

/** The OpenAPI document as JSON and as YAML. */
export const OPENAPI_KINDS: readonly DocumentKind[] = [
  {
    path: 'openapi.json',
    name: 'readOpenApi',
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    write: ({ openApi }) => `${JSON.stringify(openApi)}\n`,
  },
  {
    path: 'openapi.yaml',
    name: 'readOpenApiYaml',
    headers: { 'Content-Type': 'application/yaml; charset=utf-8' },
    write: ({ openApi }) => yaml.write(openApi),
  },
];

/** The resource listing of Swagger 1.2. */
export const SWAGGER_LISTING: DocumentKind = {
  path: 'api-docs',
  name: 'listApiDocs',
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  write: ({ swagger }) => `${JSON.stringify(swagger.listing())}\n`,
};
