import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { deadLinks } from './support/markdown-links';
import { pages } from './support/pages';

const ROOT = join(__dirname, '..');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** Folders that pages link to for contributors, which are only in the repository. */
const REPOSITORY_ONLY = /^(?:spec|\.ci)\//;

describe('The package', () => {
  const packed = packedFiles();

  it('contains every file that its pages link to', () => {
    const packedPages = new Map([...pages()].filter(([page]) => packed.has(page)));
    const isFound = (path: string) => isPacked(path) || REPOSITORY_ONLY.test(path);

    expect([...packedPages.keys()]).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/errors.md']));
    expect(deadLinks(packedPages, isFound)).toEqual([]);
  });

  it('links from its README only to files that it contains', () => {
    const all = pages();
    const readme = new Map([...all].filter(([page]) => page === 'README.md' || page.startsWith('docs/')));
    const dead = deadLinks(readme, isPacked).filter((link) => link.startsWith('README.md'));

    expect(dead).toEqual([]);
  });

  it('contains the sources of the samples without their build output', () => {
    const samples = [...packed].filter((file) => file.startsWith('samples/'));

    expect(samples).toContain('samples/quick-start/src/main.ts');
    // Those of the samples extend it.
    expect([...packed]).toContain('tsconfig.json');
    expect(samples.filter((file) => /^samples\/[^/]+\/(?:dist|spec\/generated)\//.test(file))).toEqual([]);
  });

  it('declares every module with effects on import in sideEffects', () => {
    const modules = sources('lib').filter(hasSideEffect).sort();

    expect(modules.map((file) => file.replace(/^lib/, './dist/lib').replace(/\.ts$/, '.js'))).toEqual(
      [...manifest.sideEffects].sort(),
    );
  });

  it('has the types of every subpath for "moduleResolution": "node", which does not read exports', () => {
    const subpaths = Object.entries<{ types?: string }>(manifest.exports).filter(([name]) => name !== '.');
    const types = subpaths.flatMap(([name, { types }]) => (types ? [[name.replace('./', ''), [types]]] : []));

    expect(types.map(([name]) => name)).toEqual(['core', 'security', 'testing']);
    expect(manifest.typesVersions).toEqual({ '*': Object.fromEntries(types) });
  });

  function isPacked(path: string): boolean {
    const folder = path.endsWith('/') ? path : `${path}/`;
    return packed.has(path) || [...packed].some((file) => file.startsWith(folder));
  }
});

/** Paths as npm packs them; dist is left out, as a test run does not build it. */
function packedFiles(): ReadonlySet<string> {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(output) as [{ files: { path: string }[] }];
  return new Set(files.map(({ path }) => path).filter((path) => !path.startsWith('dist/')));
}

function sources(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts')).map((file) => join(folder, file));
}

/** An import without names, or a statement at the top level that is evaluated for its effect. */
function hasSideEffect(file: string): boolean {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.some(
    (statement) =>
      ts.isExpressionStatement(statement) || (ts.isImportDeclaration(statement) && !statement.importClause),
  );
}
