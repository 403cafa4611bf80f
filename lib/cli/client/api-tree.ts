import { resolveReference } from '../project/resolve-reference';

/** The parts of an OpenAPI operation that a client needs. */
export interface ClientOperation {
  readonly id: string;
  readonly method: string;
  readonly summary: string;
  readonly isDeprecated: boolean;
  /** Whether it accepts the header `Idempotency-Key`. */
  readonly isKeyed: boolean;
  /** The names of its query parameters. */
  readonly query: readonly string[];
  readonly takesJson: boolean;
  readonly givesJson: boolean;
  readonly takesBatch: boolean;
  /** Whether the last key of its path may be a list of keys. */
  readonly takesSeveral: boolean;
}

/** The operations of one path, and the paths below it. */
export interface ApiNode {
  readonly operations: Map<string, ClientOperation>;
  /** Child nodes by path segment. */
  readonly literals: Map<string, ApiNode>;
  /** The child node below a path parameter. */
  byKey?: ApiNode;
}

type Plain = Readonly<Record<string, unknown>>;

/** The parts of an OpenAPI document that the generator reads. */
export interface ClientDocument {
  readonly info?: { readonly title?: string; readonly version?: string };
  readonly paths?: Readonly<Record<string, Plain>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const BATCH = 'application/vnd.koaggregate.batch+json';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The paths of a document as a tree, in their order; the names of path parameters do not matter. */
export function apiTree(document: ClientDocument): ApiNode {
  const root = emptyNode();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const node = nodeAt(root, path);
    for (const method of METHODS) {
      const operation = item[method] as Plain | undefined;
      if (operation) node.operations.set(method, operationOf(document, method, operation));
    }
  }
  return root;
}

/** The names of query parameters whose values are joined by commas. */
export function joinedParameters(document: ClientDocument): readonly string[] {
  const items = Object.values(document.paths ?? {}).flatMap((item) => Object.values(item)) as readonly Plain[];
  const joined = items
    .flatMap((operation) => parametersOf(document, operation))
    .filter(({ in: place, explode, schema }) => place === 'query' && explode === false && isArray(schema));
  return [...new Set(joined.map(({ name }) => name))].sort();
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly explode?: boolean;
  readonly schema?: unknown;
  readonly 'x-max-keys'?: number;
}

function operationOf(document: ClientDocument, method: string, operation: Plain): ClientOperation {
  const parameters = parametersOf(document, operation);
  const responses = (operation.responses ?? {}) as Plain;
  const body = resolveReference(document, operation.requestBody) as Plain | undefined;
  const ok = resolveReference(document, responses['200'] ?? responses['201']) as Plain | undefined;
  return {
    id: String(operation.operationId),
    method: method.toUpperCase(),
    summary: String(operation.summary ?? operation.operationId),
    isDeprecated: operation.deprecated === true,
    isKeyed: parameters.some(({ name, in: place }) => place === 'header' && name === 'Idempotency-Key'),
    query: parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name),
    takesJson: body === undefined || hasJson(body),
    givesJson: ok === undefined || ok.content === undefined || hasJson(ok),
    takesSeveral: parameters.some((parameter) => parameter['x-max-keys'] !== undefined),
    takesBatch: body?.content !== undefined && BATCH in (body.content as object),
  };
}

function parametersOf(document: ClientDocument, operation: Plain): readonly Parameter[] {
  const parameters = (operation.parameters ?? []) as readonly unknown[];
  return parameters.map((parameter) => resolveReference(document, parameter) as Parameter);
}

function hasJson({ content }: Plain): boolean {
  return content !== undefined && 'application/json' in (content as object);
}

function isArray(schema: unknown): boolean {
  return (schema as Plain | undefined)?.type === 'array';
}

function nodeAt(root: ApiNode, path: string): ApiNode {
  let node = root;
  for (const segment of path.split('/').filter(Boolean))
    node = segment.startsWith('{') ? keyed(node) : below(node, segment);
  return node;
}

function keyed(node: ApiNode): ApiNode {
  node.byKey ??= emptyNode();
  return node.byKey;
}

function below(node: ApiNode, segment: string): ApiNode {
  const known = node.literals.get(segment) ?? emptyNode();
  node.literals.set(segment, known);
  return known;
}

function emptyNode(): ApiNode {
  return { operations: new Map(), literals: new Map() };
}
