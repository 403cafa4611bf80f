import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { DIALECTS, dialectRule } from './dialects';

const ROOT = join(__dirname, '..');
const CREATE_A_DATABASE = ['spec/support/test-database.ts', 'bench/temporary-database.ts', 'lib/testing/index.ts'];

const specs = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.spec.ts'))
  .map((path) => join('spec', path));

describe('spec/dialects.ts', () => {
  it('decides for each spec whether it runs on both dialects, and has no rule without a spec', () => {
    const used = new Set(specs.map(dialectRule));

    expect(used).not.toContain('');
    expect(Object.keys(DIALECTS).filter((path) => !used.has(path))).toEqual([]);
  });

  it('runs a spec on both dialects only if it can create a database', () => {
    const runTwice = specs.filter((spec) => DIALECTS[dialectRule(spec)]?.on !== 'one');

    expect(runTwice.length).toBeGreaterThan(100);
    expect(runTwice.filter((spec) => !reaches(spec, CREATE_A_DATABASE))).toEqual([]);
  });
});

/** Whether a file imports one of the others, directly or not. Modules of lib are not followed. */
function reaches(file: string, targets: readonly string[], seen = new Set<string>()): boolean {
  if (targets.includes(file)) return true;
  if (seen.has(file) || file.startsWith('lib/')) return false;
  seen.add(file);
  return importsOf(file).some((imported) => reaches(imported, targets, seen));
}

const known = new Map<string, readonly string[]>();

function importsOf(file: string): readonly string[] {
  const imported = known.get(file) ?? readImports(file);
  known.set(file, imported);
  return imported;
}

function readImports(file: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, file), 'utf8'));
  return importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith('.')) return [];
    const path = join(ROOT, dirname(file), fileName);
    const found = [`${path}.ts`, join(path, 'index.ts')].find((one) => existsSync(one) && statSync(one).isFile());
    return found ? [relative(ROOT, found)] : [];
  });
}
