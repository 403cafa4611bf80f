import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OpenApiDocument } from './document-of';

const SCRIPT = join(__dirname, 'ask-openapi-tools.mjs');

/** The garbage collector would otherwise copy what the tools allocate for each document, which takes a tenth of their time. */
const FOR_MANY_OBJECTS = ['--max-semi-space-size=64'];

/** The complaints of each tool about a document, by the name of the tool. */
export type Complaints = Readonly<Record<string, readonly unknown[]>>;

/**
 * Runs two validators, a linter with its recommended rules, and the compiler on types that are generated from the document.
 *
 * @returns in the order of the documents, which are checked in one process
 */
export async function complaintsAbout(documents: readonly OpenApiDocument[]): Promise<readonly Complaints[]> {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  try {
    const files = documents.map((_, index) => join(folder, `${index}.json`));
    await Promise.all(documents.map((document, index) => writeFile(files[index]!, JSON.stringify(document))));
    const words = [...FOR_MANY_OBJECTS, SCRIPT, ...files];
    const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 2 ** 24 });
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}
