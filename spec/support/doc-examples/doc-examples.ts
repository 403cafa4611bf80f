import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { isExcerpt } from '../excerpts';

/** A TypeScript block of a page, completed to a module. */
export interface DocExample {
  /** `docs/actions.md:7`, the line of its first line of code. */
  readonly place: string;
  readonly module: string;
}

const ROOT = join(__dirname, '../../..');

/** The sources of all samples, from the project root. */
const sampleFiles = readdirSync(join(ROOT, 'samples'), { recursive: true, encoding: 'utf8' })
  .map((name) => posix.join('samples', name.split(sep).join('/')))
  .filter((name) => name.endsWith('.ts') && /\/(src|spec)\//.test(name));

const sampleTexts = sampleFiles.map((name) => bare(readFileSync(join(ROOT, name), 'utf8')));

/** A block of code, and the optional comment before it that completes it. */
const BLOCK = /^(?:<!-- example\n(.*?)^-->\n\n?)?^```ts\n(.*?)^```/gms;

/**
 * The blocks of TypeScript of a page, each as a module of its own.
 *
 * A block that is not a module by itself is completed by a comment before it, which no reader sees: the code around the
 * block, which stands where the line `…` is. `…` inside a block stands for code that is left out. An excerpt of a sample
 * is not among them: it is compiled and run there.
 */
export function docExamples(page: string, text: string): DocExample[] {
  return [...text.matchAll(BLOCK)].flatMap((found) => {
    const [whole, frame = '…\n', block = ''] = found;
    if (sampleTexts.some((source) => isExcerpt(bare(block), source))) return [];
    const line = text.slice(0, found.index + whole.lastIndexOf('```ts\n')).split('\n').length + 1;
    return [{ place: `${page}:${line}`, module: withFiles(frame.replace(/^…\n/m, () => completed(block))) }];
  });
}

/** Removes the indentation, since pages show methods without their class. */
function bare(code: string): string {
  return code.replace(/^ *(…\n)?/gm, '');
}

/** `…` stands for omitted code: the body of a method, or lines. Code that is marked as an error must not compile. */
function completed(block: string): string {
  const whole = block.replaceAll('{ … }', "{ throw new Error('left out'); }").replace(/^ *…$/gm, '');
  return whole.replace(/^.*\/\/ does not compile/gm, '// @ts-expect-error\n$&');
}

/** A relative import in an example resolves to the only file of the samples with that path. */
function withFiles(module: string): string {
  return module.replace(/(from|import) '\.\/([\w/-]+)'/g, (_, word, path) => `${word} '${sampleFile(path)}'`);
}

function sampleFile(path: string): string {
  const found = sampleFiles.filter((source) => source.endsWith(`/src/${path}.ts`));
  if (found.length !== 1) throw new Error(`'./${path}' is ${found.length} files of the samples: name one that is one.`);
  return join(ROOT, found[0]!).replace(/\.ts$/, '');
}
