import { YamlSerializer } from '../core';
import type { DocumentKind } from './document-kind';

const yaml = new YamlSerializer();

/** The OpenAPI document in its two formats. */
export const OPENAPI_KINDS: readonly DocumentKind[] = [
  {
    path: 'openapi.json',
    name: 'readOpenApi',
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    write: ({ openApi }) => `${JSON.stringify(openApi, null, 2)}\n`,
  },
  {
    path: 'openapi.yaml',
    name: 'readOpenApiYaml',
    headers: { 'Content-Type': 'application/yaml; charset=utf-8' },
    write: ({ openApi }) => yaml.write(openApi),
  },
];
