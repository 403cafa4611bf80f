#!/usr/bin/env node
// count-lines PATH... [--at COMMIT]: files, lines of code and lines of comments of the TypeScript files in folders. A line of code has a
// token of the language; of the others, those that are not blank are comments.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const { values, positionals: paths } = parseArgs({ allowPositionals: true, options: { at: { type: 'string' } } });
if (paths.length === 0) {
  console.error('Usage: npm run count-lines -- PATH... [--at COMMIT]');
  process.exit(1);
}
const rows = paths.map((path) => [
  path,
  totalOf(values.at === undefined ? presentFiles(path) : filesAt(values.at, path)),
]);
if (rows.length > 1) rows.push(['together', sum(rows.map(([, total]) => total))]);
for (const [name, total] of rows) console.log(`${name}: ${describe(total)}`);

function presentFiles(path) {
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
    : [path];
  return files.filter((file) => file.endsWith('.ts')).map((file) => readFileSync(file, 'utf8'));
}

function filesAt(commit, path) {
  const names = git('ls-tree', '-r', '--name-only', commit, '--', path).split('\n');
  return names.filter((name) => name.endsWith('.ts')).map((name) => git('show', `${commit}:${name}`));
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

function totalOf(texts) {
  return sum(texts.map(countLines));
}

function countLines(text) {
  const source = ts.createSourceFile('counted.ts', text, ts.ScriptTarget.Latest);
  const lines = text.split(/\r?\n/);
  const code = new Set();
  const visit = (node) => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(source);
    if (children.length > 0) return children.forEach(visit);
    if (node.getEnd() === node.getStart(source)) return;
    const [first, last] = [node.getStart(source), node.getEnd()].map(
      (at) => source.getLineAndCharacterOfPosition(at).line,
    );
    // A text in backticks may have several lines.
    for (let line = first; line <= last; line++) if (lines[line].trim() !== '') code.add(line);
  };
  visit(source);
  const written = lines.filter((line) => line.trim() !== '').length;
  return { files: 1, code: code.size, comments: written - code.size };
}

function sum(totals) {
  const add = (name) => totals.reduce((all, total) => all + total[name], 0);
  return { files: add('files'), code: add('code'), comments: add('comments') };
}

function describe({ files, code, comments }) {
  const share = code === 0 ? '' : `, ${(comments / code).toFixed(3)} comments per line of code`;
  return `${files} files, ${code} lines of code, ${comments} of comments${share}`;
}
