#!/usr/bin/env node
// Builds dist/lib as npm packs it: JavaScript without comments and source maps, so that a line of a stack trace can be read as it
// stands, and the declarations that the exports reach, with their comments. `npm pack` and `npm publish` run it first.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..');
const OUTPUT = join(ROOT, 'dist/lib');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

rmSync(OUTPUT, { recursive: true, force: true });
await Promise.all([
  compile('--declaration', '--emitDeclarationOnly', '--sourceMap', 'false'),
  // The other compiler checks the types.
  compile('--declaration', 'false', '--sourceMap', 'false', '--removeComments', '--noCheck'),
]);
removeUnreachable(Object.values(manifest.exports).flatMap(({ types }) => (types ? [join(ROOT, types)] : [])));

async function compile(...options) {
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const words = [compiler, '-p', join(ROOT, 'tsconfig.build.json'), ...options];
  const [code] = await once(spawn(process.execPath, words, { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error(`tsc ${options.join(' ')} ended with ${code}`);
}

function removeUnreachable(entries) {
  const reachable = new Set();
  for (const entry of entries) visit(entry, reachable);
  const declarations = readdirSync(OUTPUT, { recursive: true }).filter((file) => file.endsWith('.d.ts'));
  for (const file of declarations) if (!reachable.has(join(OUTPUT, file))) rmSync(join(OUTPUT, file));
}

function visit(declaration, reachable) {
  if (reachable.has(declaration)) return;
  reachable.add(declaration);
  for (const { fileName } of ts.preProcessFile(readFileSync(declaration, 'utf8')).importedFiles) {
    if (fileName.startsWith('.')) visit(resolveDeclaration(dirname(declaration), fileName), reachable);
  }
}

function resolveDeclaration(folder, specifier) {
  const path = join(folder, specifier);
  const found = [`${path}.d.ts`, join(path, 'index.d.ts')].find((file) => ts.sys.fileExists(file));
  if (!found) throw new Error(`${specifier} in ${folder} leads to no declaration.`);
  return found;
}
