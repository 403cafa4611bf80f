import { camelCase, singularize, upperFirst } from '../../naming';
import { type ApiNode, apiTree, type ClientOperation } from './api-tree';
import { type ClientDocument, joinedParameters } from './client-document';
import { arrayLines, type CodeMember, codeLines } from './code-lines';

/**
 * Generates the module with `createClient`. A collection is a property, a key is a call:
 * `shop.order(1).orderItems.create({ … })`.
 *
 * @param extension  the extension of imports: `.js` for ES modules
 */
export function clientModule(document: ClientDocument, extension: '.js' | ''): string {
  const body = codeLines(rootMembers(apiTree(document).root), 2);
  const uses = (name: string) => body.some((line) => line.includes(name));
  const keys = uses('segment(') ? 'type Key, segment, ' : '';
  const types = [...(uses('<Op[') ? ['operations as Op'] : []), ...(uses('<Paths[') ? ['paths as Paths'] : [])];
  return [
    `import { type ClientOptions, ${keys}Transport } from './runtime${extension}';`,
    ...(types.length > 0 ? [`import type { ${types.join(', ')} } from './schema${extension}';`] : []),
    '',
    `export { type CallOptions, type ClientOptions, type Problem, ProblemError, StaleError } from './runtime${extension}';`,
    `export type { components, operations, paths } from './schema${extension}';`,
    '',
    ...arrayLines('const JOINED: readonly string[]', joinedParameters(document)),
    ...(uses(' KEYED') ? ['const KEYED = { isKeyed: true };'] : []),
    ...(uses('NOT_KEYED') ? ['const NOT_KEYED = { isKeyed: false };'] : []),
    '',
    '/** The operations of the API, by path. */',
    'export type Client = ReturnType<typeof createClient>;',
    '',
    '/** Creates a client. It sends no request until one of its methods is called. */',
    'export function createClient(options: ClientOptions) {',
    '  const http = new Transport(options, { joined: JOINED });',
    '  return {',
    ...body,
    '  };',
    '}',
    '',
  ].join('\n');
}

/** A path in the code of the client. */
interface Place {
  /** `/orders/${segment(orderKey)}` */
  readonly path: string;
  /** The parameters of the enclosing functions. */
  readonly keys: readonly string[];
}

/** The members of the API itself: the operations at `/`, and all paths. */
function rootMembers(root: ApiNode): readonly CodeMember[] {
  const place = { path: '', keys: [] };
  const calls = ownCalls(root, place.path);
  const taken = calls.map(({ name }) => name);
  return [...calls, ...membersOf(root, place, taken)];
}

/** The members below a path: its literal segments, then a key that follows it without one. */
function membersOf(
  { literals, byKey: bareKey }: Omit<ApiNode, 'operations'>,
  place: Place,
  taken: readonly string[],
): readonly CodeMember[] {
  const members: CodeMember[] = [];
  const names = new Set(taken);
  for (const [segment, child] of literals) {
    const name = camelCase(segment.replaceAll('-', '_'));
    const at = { ...place, path: `${place.path}/${encoded(segment)}` };
    const action = actionOf(child);
    if (action) members.push(callOf(unused(name, names), action, actCall(action, at.path)));
    else members.push(...nonEmpty({ name, members: literalMembers(child, at) }, names));
    const { byKey } = child;
    if (byKey) members.push(keyMember(unused(keyName(name), names), byKey, at));
  }
  if (bareKey) members.push(keyMember(unused(BARE_KEY, names), bareKey, place));
  return members;
}

/** A path that only leads to keys has no members of its own. */
function nonEmpty({ name, members }: Parent, names: Set<string>): readonly CodeMember[] {
  return members.length === 0 ? [] : [{ name: unused(name, names), members }];
}

type Parent = Extract<CodeMember, { readonly members: unknown }>;

/** The operation of an action path, which has a PUT (or PUT and PATCH) and nothing below it. */
function actionOf({ operations, literals, byKey }: ApiNode): ClientOperation | undefined {
  const [only, other] = [...operations.values()].filter(({ method }) => method !== 'PATCH');
  if (!only || other || literals.size > 0 || byKey) return undefined;
  return only.method === 'PUT' && only.takesJson ? only : undefined;
}

/** The members of a collection, of a one-to-one child, or of a path without operations. Its keys stand beside it. */
function literalMembers(node: ApiNode, place: Place): readonly CodeMember[] {
  const calls = ownCalls(node, place.path);
  const taken = calls.map(({ name }) => name);
  return [...calls, ...membersOf({ literals: node.literals }, place, taken)];
}

function ownCalls({ operations, byKey }: ApiNode, path: string): readonly CodeMember[] {
  const own = path === '' ? '/' : path;
  if (!byKey) return singleCalls(operations, own);
  const names = new Set<string>();
  const calls = [...collectionCalls(operations, own), ...severalCalls(byKey.operations, path)];
  return calls.map((call) => ({ ...call, name: unused(call.name, names) }));
}

function keyMember(name: string, node: ApiNode, { path, keys }: Place): CodeMember {
  const parameter = unused(parameterName(name), new Set(keys));
  const at = { path: `${path}/\${segment(${parameter})}`, keys: [...keys, parameter] };
  const calls = entityCalls(node.operations, at.path);
  const taken = calls.map((call) => call.name);
  return { name, parameter, members: [...calls, ...membersOf(node, at, taken)] };
}

type Operations = ApiNode['operations'];

function byMethod(operations: Operations): Readonly<Partial<Record<string, ClientOperation>>> {
  return Object.fromEntries(operations);
}

function collectionCalls(operations: Operations, path: string): readonly CodeMember[] {
  const { get, post, put, patch, delete: remove } = byMethod(operations);
  return [
    ...(get?.givesList ? [callOf('list', get, `http.list<${get.type}>(${text(path)})`)] : []),
    ...(get?.givesList === false ? [callOf('read', get, readCall(get, path))] : []),
    ...(get?.query.includes('after') ? [callOf('each', get, `http.each<${get.type}>(${text(path)})`)] : []),
    ...(post ? [callOf('create', post, `http.create<${post.type}>(${text(path)}, ${settingsOf(post)})`)] : []),
    ...(put ? [callOf('replace', put, `http.replace<${put.type}>(${text(path)}, ${settingsOf(put)})`)] : []),
    ...(patch ? [callOf('patch', patch, actCall(patch, path))] : []),
    ...(remove ? [callOf('deleteAll', remove, `http.delete(${text(path)}, ${settingsOf(remove)})`)] : []),
  ];
}

/** The operations that accept several keys. */
function severalCalls(operations: Operations, path: string): readonly CodeMember[] {
  const { get, put, delete: remove } = byMethod(operations);
  return [
    ...(get?.givesJson && get.takesSeveral
      ? [callOf('read', get, `http.readSeveral<${get.type}>(${text(path)})`)]
      : []),
    ...(put?.takesJson && put.takesSeveral
      ? [callOf('update', put, `http.updateSeveral<${put.type}>(${text(path)}, ${settingsOf(put)})`)]
      : []),
    ...(remove?.takesSeveral
      ? [callOf('delete', remove, `http.deleteSeveral(${text(path)}, ${settingsOf(remove)})`)]
      : []),
  ];
}

function entityCalls(operations: Operations, path: string): readonly CodeMember[] {
  const { post, patch } = byMethod(operations);
  return [
    ...(patch?.takesBatch ? [batchCall(patch, path)] : []),
    ...singleCalls(new Map([...operations].filter(([method]) => method !== 'post')), path),
    ...(post ? [callOf('call', post, actCall(post, path))] : []),
  ];
}

/** The operations of a one-to-one child, a large value or an entity. */
function singleCalls(operations: Operations, path: string): readonly CodeMember[] {
  const { get, post, put, patch, delete: remove } = byMethod(operations);
  return [
    ...(get ? [callOf('read', get, readCall(get, path))] : []),
    ...(post ? [callOf('create', post, `http.create<${post.type}>(${text(path)}, ${settingsOf(post)})`)] : []),
    ...(put ? [callOf('update', put, updateCall(put, path))] : []),
    ...(patch?.takesJson && !put ? [callOf('update', patch, actCall(patch, path))] : []),
    ...(remove ? [callOf('delete', remove, `http.delete(${text(path)}, ${settingsOf(remove)})`)] : []),
  ];
}

function readCall(get: ClientOperation, path: string): string {
  return get.givesJson ? `http.read<${get.type}>(${text(path)})` : `http.download(${text(path)})`;
}

function updateCall(put: ClientOperation, path: string): string {
  const type = put.takesJson ? `update<${put.type}>` : 'upload';
  return `http.${type}(${text(path)}, ${settingsOf(put)})`;
}

function actCall(operation: ClientOperation, path: string): string {
  return `http.act<${operation.type}>('${operation.method}', ${text(path)}, ${settingsOf(operation)})`;
}

function batchCall(patch: ClientOperation, path: string): CodeMember {
  const summary = 'Execute several writes inside the aggregate in one transaction';
  return callOf('batch', { ...patch, summary }, `http.batch<${patch.type}>(${text(path)}, ${settingsOf(patch)})`);
}

function callOf(name: string, { summary, isDeprecated }: ClientOperation, code: string): CodeMember {
  return { name, code, comment: isDeprecated ? `@deprecated ${summary}` : summary };
}

function settingsOf({ takesIdempotencyKey }: ClientOperation): string {
  return takesIdempotencyKey ? 'KEYED' : 'NOT_KEYED';
}

function text(path: string): string {
  return path.includes('${') ? `\`${path}\`` : `'${path}'`;
}

/** A segment as `fetch` sends it, which has no characters that end a string or a template. */
function encoded(segment: string): string {
  return encodeURI(segment).replaceAll('%25', '%').replaceAll("'", '%27');
}

/** The member for a key that follows no literal segment, as in `/{id}` and `/shelves/{row}/{column}`. */
const BARE_KEY = 'key';

/** `orderKey` for `order`; members may have other characters than parameters. */
function parameterName(name: string): string {
  if (name === BARE_KEY) return name;
  const letters = name.replace(/[^\p{L}\p{N}_$]/gu, '');
  return `${/^\p{N}/u.test(letters) ? '_' : ''}${letters}Key`;
}

/** The singular: `order` for `orders`; `oneSheep` for a word without a plural. */
function keyName(name: string): string {
  const singular = singularize(name);
  return singular === name ? `one${upperFirst(name)}` : singular;
}

function unused(name: string, names: Set<string>): string {
  let free = name;
  while (names.has(free)) free += '_';
  names.add(free);
  return free;
}
