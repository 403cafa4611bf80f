import type { ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { RouteDescription } from '../../lib/core';
import type { Application } from '../../lib/rest';
import { type DocumentedOperation, documentTextOf, type OpenApiDocument, sourceOf } from './document-of';

/** The parts of a response that are checked. */
export interface CheckedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Headers that must be documented. */
const HEADERS = [
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Missing-Ids',
  'Preference-Applied',
  'Retry-After',
  'WWW-Authenticate',
  'Accept',
];

/** An OpenAPI document with the validators of its schemas, each compiled on first use. */
class CheckedDocument {
  readonly #validators = new Map<string, ValidateFunction>();
  #ajv?: Ajv2020;

  constructor(readonly document: OpenApiDocument) {}

  validator(schema: object): ValidateFunction {
    const key = JSON.stringify(schema);
    const validate = this.#validators.get(key) ?? this.#compiler.compile(schema);
    this.#validators.set(key, validate);
    return validate;
  }

  get #compiler(): Ajv2020 {
    this.#ajv ??= validatorOf(closed(this.document));
    return this.#ajv;
  }
}

/** By their text: applications of one spec often have the same document. */
const checkedDocuments = new Map<string, CheckedDocument>();

function checkedDocumentOf(application: Application): CheckedDocument {
  const text = documentTextOf(sourceOf(application));
  const checked = checkedDocuments.get(text) ?? new CheckedDocument(JSON.parse(text));
  checkedDocuments.set(text, checked);
  return checked;
}

/** Checks the responses of one application against its OpenAPI document, which is generated on first use. */
export class DocumentCheck {
  #document?: CheckedDocument;

  constructor(private readonly application: Application) {}

  /**
   * A response to several ids must be an array of the documented schema.
   *
   * @throws Error with the operation and all differences
   */
  verify(method: string, target: string, response: CheckedResponse, contentType?: string): void {
    const { pathname } = new URL(target, 'http://localhost');
    const route = this.application.served?.table.find(method, pathname, contentType)?.match?.route;
    // Overridden methods may respond differently from their documentation.
    if (!route || route.resource || method === 'HEAD') return;
    const isList = /,[^/]*(?:\/restore)?$/.test(pathname) && /(?:\}|\/restore)$/.test(route.path);
    const problems = this.#problems(route, response, isList && response.status < 300);
    if (problems.length === 0) return;
    const lines = [...problems, JSON.stringify(response.body)].join('\n  ');
    throw new Error(`${method} ${target} → ${response.status} does not match the OpenAPI document:\n  ${lines}`);
  }

  #problems({ method, path }: RouteDescription, { status, headers, body }: CheckedResponse, isList: boolean): string[] {
    const operation = this.#checked.document.paths[path]?.[method.toLowerCase()];
    if (!operation) return ['the operation is not in it'];
    const responses = operation.responses as Record<string, DocumentedOperation>;
    const isPreview = /(^|, )preview(,|$)/.test(headers.get('Preference-Applied') ?? '');
    const name = String(status) in responses ? String(status) : status >= 400 ? 'default' : undefined;
    if (!name) return [`the status is none of ${Object.keys(responses).join(', ')}`];
    const [pointer, response] = this.#resolved(
      ['paths', path, method.toLowerCase(), 'responses', name],
      responses[name]!,
    );
    const isChecked = name !== 'default';
    const unknown = HEADERS.filter((header) => headers.has(header) && isChecked && !response.headers?.[header]);
    return [
      ...unknown.map((header) => `the header ${header} is not in it`),
      ...this.#contentProblems(pointer, response, headers, body, isList && !isPreview),
    ];
  }

  #contentProblems(
    pointer: readonly string[],
    { content = {} }: DocumentedOperation,
    headers: Headers,
    body: unknown,
    isList: boolean,
  ): string[] {
    const mediaType = headers.get('Content-Type')?.split(';')[0];
    if (!mediaType || body === '') return [];
    // CSV is only for lists, while the document describes one key.
    if (mediaType === 'text/csv' && isList) return [];
    if (!content[mediaType]) return [`${mediaType} is none of ${Object.keys(content).join(', ') || 'nothing'}`];
    if (typeof body === 'string') return [];
    const one = this.#reference([...pointer, 'content', mediaType, 'schema']);
    const validate = this.#checked.validator(isList ? { type: 'array', items: one } : one);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params, schemaPath }) =>
      [instancePath || '/', message, JSON.stringify(params), schemaPath].join(' '),
    );
  }

  #resolved(
    pointer: readonly string[],
    object: DocumentedOperation,
  ): readonly [readonly string[], DocumentedOperation] {
    if (!object.$ref) return [pointer, object];
    const steps = (object.$ref as string).slice(2).split('/');
    return [steps, this.#checked.document.components[steps[1]!]![steps[2]!]];
  }

  #reference(pointer: readonly string[]): object {
    const steps = pointer.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).map(encodeURIComponent);
    return { $ref: `document#/${steps.join('/')}` };
  }

  get #checked(): CheckedDocument {
    this.#document ??= checkedDocumentOf(this.application);
    return this.#document;
  }
}

/** A validator with the document under the id `document`, which also checks formats. */
export function validatorOf(document: OpenApiDocument, formats: Readonly<Record<string, true>> = {}): Ajv2020 {
  // Most validators run a few times, so that shorter code does not pay.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, code: { optimize: false } });
  addFormats(ajv);
  for (const name of ['decimal', ...Object.keys(formats)]) ajv.addFormat(name, true);
  return ajv.addSchema(document, 'document');
}

/** Closes the models, so that additional members in a response are found. */
function closed(document: OpenApiDocument): OpenApiDocument {
  const schemas = Object.entries(document.components.schemas!).map(([name, schema]) => [
    name,
    'properties' in schema && !/Problem$/.test(name) ? { additionalProperties: false, ...schema } : schema,
  ]);
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}
