import type { DocumentSource } from './source';

/** What texts are written from; the OpenAPI document is made once. */
export interface DocumentContext {
  readonly source: DocumentSource;
  readonly openApi: object;
  readonly swagger: { listing(): object };
}

/** One text that an application serves under `/api/<name>`. */
export interface DocumentKind {
  /** Below `/api/<name>`: `openapi.json`. */
  readonly path: string;
  /** Of its route: `readOpenApi`. */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  write(context: DocumentContext): string;
}
