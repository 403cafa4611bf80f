import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { type ClientDocument, operationsOf } from '../../lib/cli/client/client-document';
import { clientModule } from '../../lib/cli/client/client-module';

const ROOT = join(__dirname, '..', '..');
const RUNTIME = readFileSync(join(ROOT, 'templates/client/runtime.ts'), 'utf8');
const OPTIONS: ts.CompilerOptions = {
  ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] },
  ...{
    strict: true,
    noUnusedLocals: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: [],
    skipLibCheck: true,
  },
};

type Operation = Readonly<Record<string, unknown>>;

/** A small OpenAPI document: `{ 'GET /orders': { parameters } }`. An operation without an id is called after its route. */
export function openApi(routes: Readonly<Record<string, Operation>>, more: object = {}): ClientDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [route, operation] of Object.entries(routes)) {
    const [method = '', path = ''] = route.split(/ (.*)/s);
    const responses = { 200: { content: { 'application/json': {} } } };
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId: route, responses, ...operation } };
  }
  return { paths, ...more };
}

/** A query parameter of a list whose values are joined by commas. */
export const joined = (name: string) => ({ name, in: 'query', explode: false, schema: { type: 'array' } });

/** An operation whose last key may be a list of keys. */
export const SEVERAL = { parameters: [{ name: 'id', in: 'path', 'x-max-keys': 100 }] };

/** The messages of the compiler about each client, in the strictest mode; none for valid code. */
export function clientProblems(documents: readonly ClientDocument[]): readonly (readonly string[])[] {
  const clients = documents.map((document, index) => {
    const folder = join(ROOT, `client-${index}`);
    return new Map([
      [join(folder, 'client.ts'), clientModule(document, '')],
      [join(folder, 'runtime.ts'), RUNTIME],
      [join(folder, 'schema.ts'), schemaOf(document)],
    ]);
  });
  const files = new Map(clients.flatMap((client) => [...client]));
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.directoryExists = () => true;
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  host.getSourceFile = (name, target) => {
    const text = files.get(name);
    return text === undefined ? getSourceFile(name, target) : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram([...files.keys()], OPTIONS, host);
  const about = (file: string) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)!);
  return clients.map((client) =>
    [...client.keys()].flatMap(about).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
}

/** The same for all clients. */
let runtimeCode: string | undefined;

/** Compiles a client and creates it; its requests are recorded and get the JSON `[]`. */
// biome-ignore lint/suspicious/noExplicitAny: the members depend on the document
export function openClient(document: ClientDocument): { readonly client: any; readonly requests: Request[] } {
  const requests: Request[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    requests.push(new Request(url, init));
    return new Response('[]', { headers: { 'Content-Type': 'application/json' } });
  };
  runtimeCode ??= transpiled(RUNTIME);
  const runtime = evaluated(runtimeCode, {});
  const { createClient } = evaluated(transpiled(clientModule(document, '')), { './runtime': runtime });
  return { client: createClient!({ baseUrl: 'http://shop', fetch }), requests };
}

type Exports = Record<string, (options: object) => unknown>;

function transpiled(text: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}

function evaluated(code: string, modules: Readonly<Record<string, Exports>>): Exports {
  const exported: Exports = {};
  new Function('exports', 'require', code)(exported, (name: string) => modules[name]);
  return exported;
}

/**
 * Types in place of those of openapi-typescript: each operation takes and gives one entity or several. Like those,
 * `operations` has only operations with an id.
 */
function schemaOf(document: ClientDocument): string {
  const all = operationsOf(document);
  const ids = all.map(({ operation }) => operation.operationId).filter((id) => id !== undefined);
  const lines = ids.map((id) => `  ${JSON.stringify(id)}: Operation;`);
  const items = Object.keys(document.paths ?? {}).map((path) => {
    const methods = all.filter((one) => one.path === path).map(({ method }) => `${method}: Operation`);
    return `  ${JSON.stringify(path)}: { ${methods.join('; ')} };`;
  });
  return `
type Content = { content: { 'application/json': Entity | Entity[]; 'application/vnd.koaggregate.batch+json': Entity } };
interface Entity { id: number }
interface Operation { parameters: { query?: { page?: number } }; requestBody: Content; responses: { 200: Content } }
export interface components {}
export interface paths {\n${items.join('\n')}\n}
export interface operations {\n${lines.join('\n')}\n}\n`;
}
