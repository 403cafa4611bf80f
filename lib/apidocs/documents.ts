import type { DocumentContext, DocumentKind } from './document-kind';
import { openApiDocument } from './openapi/openapi-document';
import type { DocumentSource } from './source';
import { StoredText } from './stored-text';
import { SwaggerDocuments } from './swagger/swagger-documents';

const MAX_DECLARATIONS = 500;
const JSON_HEADERS = { 'Content-Type': 'application/json; charset=utf-8' };

/** The documents of one application at one mount path. Each is generated on first use and cached. */
export class Documents implements DocumentContext {
  readonly #texts = new Map<DocumentKind, StoredText>();
  readonly #declarations = new Map<string, StoredText>();
  #openApi?: object;
  #swagger?: SwaggerDocuments;

  constructor(readonly source: DocumentSource) {}

  get openApi(): object {
    this.#openApi ??= openApiDocument(this.source);
    return this.#openApi;
  }

  get swagger(): SwaggerDocuments {
    this.#swagger ??= new SwaggerDocuments(this.source);
    return this.#swagger;
  }

  /**
   * The Swagger 1.2 declaration of a resource.
   *
   * @param origin  of the request; the `basePath` of the declaration begins with it
   * @returns undefined when there is no such resource
   */
  declaration(resource: string, origin: string): StoredText | undefined {
    const key = `${origin} ${resource}`;
    const cached = this.#declarations.get(key);
    if (cached) return cached;
    const declaration = this.swagger.declaration(resource, origin);
    if (!declaration) return undefined;
    // The origin comes from the Host header, so that clients could fill the memory without this limit.
    if (this.#declarations.size >= MAX_DECLARATIONS) this.#declarations.clear();
    const text = new StoredText(`${JSON.stringify(declaration)}\n`, JSON_HEADERS);
    this.#declarations.set(key, text);
    return text;
  }

  text(kind: DocumentKind): StoredText {
    const text = this.#texts.get(kind) ?? new StoredText(kind.write(this), kind.headers);
    this.#texts.set(kind, text);
    return text;
  }
}
