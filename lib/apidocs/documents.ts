import type { DocumentContext, DocumentKind } from './document-kind';
import { openApiDocument } from './openapi/openapi-document';
import type { DocumentSource } from './source';
import { StoredText } from './stored-text';
import { SwaggerDocuments } from './swagger/swagger-documents';

const MOST_DECLARATIONS = 500;
const JSON_HEADERS = { 'Content-Type': 'application/json; charset=utf-8' };

/** The documents of one application at one mount path, each made when it is first asked for, and kept. */
export class Documents implements DocumentContext {
  readonly #texts = new Map<DocumentKind, StoredText>();
  readonly #declarations = new Map<string, StoredText>();
  #openApi?: object;
  #swagger?: SwaggerDocuments;

  constructor(readonly source: DocumentSource) {}

  /** What the text, the pages and their links are made of. */
  get openApi(): object {
    this.#openApi ??= openApiDocument(this.source);
    return this.#openApi;
  }

  get swagger(): SwaggerDocuments {
    this.#swagger ??= new SwaggerDocuments(this.source);
    return this.#swagger;
  }

  /**
   * The declaration of a resource in Swagger 1.2, which names the address that it is asked at.
   *
   * @returns undefined for a resource that is not there
   */
  declaration(resource: string, origin: string): StoredText | undefined {
    const key = `${origin} ${resource}`;
    const known = this.#declarations.get(key);
    if (known) return known;
    const declaration = this.swagger.declaration(resource, origin);
    if (!declaration) return undefined;
    // Whoever asks chooses the name of the host: no more are kept than an application has.
    if (this.#declarations.size >= MOST_DECLARATIONS) this.#declarations.clear();
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
