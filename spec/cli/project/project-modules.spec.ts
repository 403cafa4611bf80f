import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { modulesOf } from '../../../lib/cli/project/project-modules';
import type { ProjectTypeScript } from '../../../lib/cli/project/project-typescript';

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'modules-'));
});
afterEach(() => rmSync(project, { recursive: true }));

/** Writes a file that was changed at a minute of the day. */
function write(file: string, minute = 0): string {
  const path = join(project, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  utimesSync(path, minute * 60, minute * 60);
  return path;
}

const typeScript = (more: Partial<ProjectTypeScript> = {}): ProjectTypeScript => ({
  ...{ tsc: '', version: '7.0.2', configFile: join(project, 'tsconfig.json') },
  ...{ sources: [], outDir: join(project, 'dist'), rootDir: undefined },
  ...more,
});

/** The modules with paths relative to the project. */
function modules(of?: ProjectTypeScript) {
  const { root, files, areCompiled } = modulesOf(project, of);
  const files2 = files.map((file) => relative(project, file).replaceAll('\\', '/'));
  return { root: relative(project, root).replaceAll('\\', '/'), files: files2.sort(), areCompiled };
}

describe('The modules of a project', () => {
  it('are the compiled ones unless a source is newer', () => {
    const sources = [write('src/main.ts', 5)];
    write('dist/main.js', 5);

    expect(modules(typeScript({ sources }))).toEqual({ root: 'dist', files: ['dist/main.js'], areCompiled: true });

    write('src/main.ts', 6);
    expect(modules(typeScript({ sources }))).toEqual({ root: 'src', files: ['src/main.ts'], areCompiled: false });
  });

  it('have neither specs, nor declaration files, nor packages', () => {
    for (const name of ['a.js', 'b.cjs', 'a.spec.js', 'b.test.cjs', 'a.d.ts', 'a.js.map', 'node_modules/c/index.js'])
      write(`dist/${name}`);

    expect(modules(typeScript()).files).toEqual(['dist/a.js', 'dist/b.cjs']);
  });

  it.each(['dist', 'build', 'out'])('are found in %s without a tsconfig.json', (folder) => {
    write(`${folder}/main.js`);

    expect(modules()).toEqual({ root: folder, files: [`${folder}/main.js`], areCompiled: true });
  });

  it('have their root in a subfolder when rootDir is above src', () => {
    write('src/main.ts');
    write('dist/src/main.js', 9);
    write('dist/spec/main.spec.js', 9);

    expect(modules(typeScript({ rootDir: project }))).toEqual({
      ...{ root: 'dist/src', files: ['dist/src/main.js'], areCompiled: true },
    });
  });

  it('have the output folder as root when rootDir is a folder inside src', () => {
    write('src/app/main.ts');
    write('dist/main.js', 9);

    expect(modules(typeScript({ rootDir: join(project, 'src', 'app') })).root).toBe('dist');
  });

  it('are the sources without specs when the output folder has no modules', () => {
    write('dist/notes.txt', 9);
    const sources = [write('main.ts'), write('main.spec.ts')];

    expect(modules(typeScript({ sources }))).toEqual({ root: '', files: ['main.ts'], areCompiled: false });
  });

  it('are none in a folder without sources, compiled modules and tsconfig.json', () => {
    expect(modules()).toEqual({ root: '', files: [], areCompiled: true });
  });

  it('are none with TypeScript and a tsconfig.json that includes no sources', () => {
    write('tsconfig.json');

    expect(modules(typeScript())).toEqual({ root: '', files: [], areCompiled: true });
  });

  it('are rejected when there are sources, but no compiled modules and no TypeScript', () => {
    write('tsconfig.json');
    write('dist/main.spec.js');

    expect(() => modules()).toThrow(
      `${project} is not compiled and has no TypeScript: build it, or run npm install typescript.`,
    );
  });
});
