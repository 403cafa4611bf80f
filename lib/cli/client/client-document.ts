import { resolveReference } from '../project/resolve-reference';

export type Plain = Readonly<Record<string, unknown>>;

/** The parts of an OpenAPI document that the generator reads. */
export interface ClientDocument {
  readonly info?: { readonly title?: string; readonly version?: string };
  readonly paths?: Readonly<Record<string, Plain>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** An operation of a document with its place there. */
export interface DocumentedOperation {
  readonly path: string;
  /** In lower case. */
  readonly method: string;
  readonly operation: Plain;
  /** The path item, whose parameters belong to all its operations. */
  readonly item: Plain;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly explode?: boolean;
  readonly schema?: unknown;
  readonly 'x-max-keys'?: number;
}

/** A client needs no HEAD and OPTIONS. */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The operations of a document, in its order of paths. */
export function operationsOf(document: ClientDocument): readonly DocumentedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => {
      return { path, method, operation: item[method] as Plain, item };
    }),
  );
}

export function parametersOf(document: ClientDocument, { operation, item }: DocumentedOperation): readonly Parameter[] {
  const parameters = [item, operation].flatMap((owner) => (owner.parameters ?? []) as readonly unknown[]);
  return parameters.map((parameter) => resolveReference(document, parameter) as Parameter);
}

/** The names of query parameters whose values are joined by commas. */
export function joinedParameters(document: ClientDocument): readonly string[] {
  const parameters = operationsOf(document).flatMap((operation) => parametersOf(document, operation));
  const joined = parameters.filter(
    ({ in: place, explode, schema }) => place === 'query' && explode === false && isArray(schema),
  );
  return [...new Set(joined.map(({ name }) => name))].sort();
}

/** Whether all values of a schema are arrays. */
export function isArray(schema: unknown): boolean {
  return (schema as Plain | undefined)?.type === 'array';
}
