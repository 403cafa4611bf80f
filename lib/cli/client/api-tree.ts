import { resolveReference } from '../project/resolve-reference';
import { stringLiteral } from '../templates/string-literal';
import {
  type ClientDocument,
  type DocumentedOperation,
  isArray,
  operationsOf,
  type Plain,
  parametersOf,
} from './client-document';

/** The parts of an OpenAPI operation that a client needs. */
export interface ClientOperation {
  /** The type of the operation, as code. */
  readonly type: string;
  readonly method: string;
  readonly summary: string;
  readonly isDeprecated: boolean;
  readonly takesIdempotencyKey: boolean;
  /** The names of its query parameters. */
  readonly query: readonly string[];
  readonly takesJson: boolean;
  readonly givesJson: boolean;
  /** Whether its JSON may be an array; so for an unknown schema. */
  readonly givesList: boolean;
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

/** The operations of a document by path, and those that a client cannot call. */
export interface ApiTree {
  readonly root: ApiNode;
  /** The routes that are left out, each with the reason. */
  readonly leftOut: readonly string[];
}

const BATCH = 'application/vnd.koaggregate.batch+json';

/** The paths of a document as a tree, in their order; the names of path parameters do not matter. */
export function apiTree(document: ClientDocument): ApiTree {
  const root = emptyNode();
  const leftOut: string[] = [];
  const routes = new Map<ClientOperation, string>();
  for (const documented of operationsOf(document)) {
    const { path, method } = documented;
    const route = `${method.toUpperCase()} ${path}`;
    const operation = operationOf(document, documented);
    const mixed = segmentsOf(path).find(isPartlyParameter);
    const { operations } = mixed === undefined ? nodeAt(root, path) : emptyNode();
    const other = operations.get(method);
    if (mixed !== undefined) leftOut.push(`${route}: only a part of the segment "${mixed}" is a parameter`);
    else if (other) leftOut.push(`${route}: its path differs from that of ${routes.get(other)} only in names`);
    else if (!isCallable(operation)) leftOut.push(`${route}: its body is not JSON`);
    else {
      operations.set(method, operation);
      routes.set(operation, route);
    }
  }
  return { root, leftOut };
}

/** PUT also takes the bytes of a large value. */
function isCallable({ method, takesJson, takesBatch }: ClientOperation): boolean {
  return takesJson || takesBatch || !['POST', 'PATCH'].includes(method);
}

function operationOf(document: ClientDocument, documented: DocumentedOperation): ClientOperation {
  const { path, method, operation } = documented;
  const parameters = parametersOf(document, documented);
  const responses = (operation.responses ?? {}) as Plain;
  const body = resolveReference(document, operation.requestBody) as Plain | undefined;
  const ok = resolveReference(document, responses['200'] ?? responses['201']) as Plain | undefined;
  const { operationId: id } = operation;
  return {
    type: id === undefined ? `Paths[${stringLiteral(path)}]['${method}']` : `Op[${stringLiteral(String(id))}]`,
    method: method.toUpperCase(),
    summary: String(operation.summary ?? id ?? `${method.toUpperCase()} ${path}`),
    isDeprecated: operation.deprecated === true,
    takesIdempotencyKey: parameters.some(({ name, in: place }) => place === 'header' && name === 'Idempotency-Key'),
    query: parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name),
    takesJson: body === undefined || hasJson(body),
    givesJson: ok === undefined || ok.content === undefined || hasJson(ok),
    givesList: mayBeList(document, ok),
    takesSeveral: parameters.some((parameter) => parameter['x-max-keys'] !== undefined),
    takesBatch: body?.content !== undefined && BATCH in (body.content as object),
  };
}

function hasJson({ content }: Plain): boolean {
  return content !== undefined && 'application/json' in (content as object);
}

function mayBeList(document: ClientDocument, response: Plain | undefined): boolean {
  const media = (response?.content as Plain | undefined)?.['application/json'] as Plain | undefined;
  const schema = resolveReference(document, media?.schema) as Plain | undefined;
  if (schema === undefined) return true;
  const alternatives = (schema.oneOf ?? schema.anyOf ?? [schema]) as readonly unknown[];
  return alternatives.some((one) => isArray(resolveReference(document, one)));
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter(Boolean);
}

/** Whether a segment has a parameter and other characters: `{name}.json`. */
function isPartlyParameter(segment: string): boolean {
  return segment.includes('{') && (!segment.startsWith('{') || segment.indexOf('}') < segment.length - 1);
}

function nodeAt(root: ApiNode, path: string): ApiNode {
  let node = root;
  for (const segment of segmentsOf(path))
    node = segment.startsWith('{') ? nodeBelowKey(node) : nodeBelowName(node, segment);
  return node;
}

function nodeBelowKey(node: ApiNode): ApiNode {
  node.byKey ??= emptyNode();
  return node.byKey;
}

function nodeBelowName(node: ApiNode, segment: string): ApiNode {
  const known = node.literals.get(segment) ?? emptyNode();
  node.literals.set(segment, known);
  return known;
}

function emptyNode(): ApiNode {
  return { operations: new Map(), literals: new Map() };
}
