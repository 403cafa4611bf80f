import { join, relative, resolve } from 'node:path';
import { Command } from 'commander';
import { isPlainObject } from '../../foundation';
import { documentsOf } from '../project/documents-of';
import { hasEsModules } from '../project/has-es-modules';
import { inspectProject } from '../project/open-project';
import { projectRootOf } from '../project/project-folder';
import { type ProjectOptions, withProjectOptions } from '../project/project-options';
import { writeFiles } from '../project/write-files';
import { parseJson, readJson } from '../read-json';
import type { Terminal } from '../terminal';
import { apiTree } from './api-tree';
import type { ClientDocument } from './client-document';
import { clientFiles, verifyGenerated } from './client-files';

const PASS_ONE = 'Pass an OpenAPI document in JSON to --document, as a file or a URL.';

interface ClientOptions extends ProjectOptions {
  readonly out?: string;
  readonly document?: string;
  readonly force?: true;
}

/** `koaggregate client`: generates a typed client of the project's API, or of a document. Nothing is started. */
export function clientCommand(terminal: Terminal): Command {
  const command = new Command('client')
    .description('Generate a typed client of the API from its OpenAPI document')
    .option('--out <dir>', 'output folder, relative to the current one (default: src/client in the project)')
    .option('--document <file-or-url>', 'OpenAPI document in JSON, instead of that of the project')
    .option('--force', 'overwrite files that were not generated');
  return withProjectOptions(command).action(async (options: ClientOptions) => {
    const root = projectRootOf(options);
    const out = options.out === undefined ? join(root, 'src', 'client') : resolve(options.out);
    for (const [folder, document] of await documentsFor(options, out, terminal)) {
      const files = await clientFiles(document, root, hasEsModules(folder));
      if (!options.force) verifyGenerated(folder, files);
      for (const { path } of writeFiles(folder, files, { force: true })) {
        terminal.log(relative(process.cwd(), join(folder, path)));
      }
      for (const route of apiTree(document).leftOut) terminal.error(`Left out: ${route}.`);
    }
  });
}

/** The documents and their output folders; several applications have a folder each. */
async function documentsFor(
  { document, ...options }: ClientOptions,
  out: string,
  terminal: Terminal,
): Promise<readonly (readonly [string, ClientDocument])[]> {
  if (document !== undefined) return [[out, await readDocument(document)]];
  const documents = await inspectProject(options, terminal, documentsOf);
  if (documents.length === 0) throw new Error('No application of the project has an OpenAPI document.');
  return documents.map(({ name, document: openApi }) => [documents.length === 1 ? out : join(out, name), openApi]);
}

/** @param place  a file or a URL */
async function readDocument(place: string): Promise<ClientDocument> {
  const isUrl = /^https?:/.test(place);
  const document = isUrl ? parseJson(await download(place), place, PASS_ONE) : readJson(place, PASS_ONE);
  if (isPlainObject(document) && document.paths !== undefined) return document as ClientDocument;
  throw new Error(`${place} is not an OpenAPI document: it has no "paths". ${PASS_ONE}`);
}

async function download(url: string): Promise<string> {
  const response = await fetch(url).catch(({ message, cause }: Error & { readonly cause?: Error }) => {
    throw new Error(`${url} cannot be reached (${cause?.message ?? message}). ${PASS_ONE}`);
  });
  if (!response.ok) throw new Error(`${url} responds with the status ${response.status}. ${PASS_ONE}`);
  return response.text();
}
