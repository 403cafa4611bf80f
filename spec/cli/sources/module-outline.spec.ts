import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { globSync } from 'tinyglobby';
import ts from 'typescript';
import { type ModuleOutline, moduleOutline } from '../../../lib/cli/sources/module-outline';
import { parsedSource } from '../../support/parsed-source';

const ROOT = join(__dirname, '../../..');
/** Folders that other specs write and remove meanwhile. */
const WRITTEN_BY_SPECS = 'spec/support/generated-*/**';
const SOURCES = ['lib', 'spec', 'samples', 'bench'].flatMap((folder) =>
  globSync(`${folder}/**/*.ts`, {
    cwd: ROOT,
    absolute: true,
    ignore: ['**/node_modules/**', '**/dist/**', WRITTEN_BY_SPECS],
  }),
);

/** The outline of a module, without the positions of decorators, as the compiler reads it. */
function compiled(text: string): Omit<ModuleOutline, 'isComplete'> {
  const source = parsedSource('module.ts', text);
  const classes = source.statements.filter(ts.isClassDeclaration).filter(({ name }) => name !== undefined);
  const imports = source.statements.filter(ts.isImportDeclaration);
  return { classes: classes.map(compiledClass), imports: imports.map(compiledImport) };
}

function compiledClass(type: ts.ClassDeclaration): ModuleOutline['classes'][number] {
  const base = type.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]?.expression;
  const members = type.members.filter((one) => !ts.isClassStaticBlockDeclaration(one) && one.kind !== SEMICOLON);
  return {
    ...{ name: type.name!.text, start: type.name!.getStart() },
    ...{ modifiers: modifiersOf(type), decorators: decoratorsOf(type) },
    ...(base && { base: base.getText() }),
    members: members.map(compiledMember),
    body: { start: type.members.pos, end: type.end - 1 },
  };
}

const SEMICOLON = ts.SyntaxKind.SemicolonClassElement;

function compiledMember(member: ts.ClassElement): ModuleOutline['classes'][number]['members'][number] {
  const isIndex = ts.isIndexSignatureDeclaration(member);
  const text = member.getText();
  const name = ts.isConstructorDeclaration(member) ? 'constructor' : isIndex ? text : (member.name?.getText() ?? '');
  return {
    name: isIndex ? name.slice(name.indexOf('['), name.indexOf(']') + 1) : name,
    kind: isIndex ? 'index' : ts.isPropertyDeclaration(member) ? 'field' : 'method',
    modifiers: [...modifiersOf(member), ...accessorOf(member)],
    decorators: decoratorsOf(member),
    start: member.name?.getStart() ?? text.indexOf(name) + member.getStart(),
    end: member.end,
  };
}

function accessorOf(member: ts.ClassElement): string[] {
  return ts.isGetAccessor(member) ? ['get'] : ts.isSetAccessor(member) ? ['set'] : [];
}

function compiledImport(one: ts.ImportDeclaration): ModuleOutline['imports'][number] {
  const { name, namedBindings: bindings, isTypeOnly = false } = one.importClause ?? {};
  const isNamed = bindings && ts.isNamedImports(bindings) && !name;
  return {
    ...{ start: one.getStart(), end: one.end, module: (one.moduleSpecifier as ts.StringLiteral).text, isTypeOnly },
    names: isNamed ? bindings.elements.map((element) => element.getText()) : [],
  };
}

function modifiersOf(node: ts.Node): string[] {
  return ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []).map((one) => one.getText()) : [];
}

function decoratorsOf(node: ts.Node) {
  const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  return decorators.map((decorator) => {
    const call = ts.isCallExpression(decorator.expression) ? decorator.expression : undefined;
    const argument = call?.arguments[0]?.getText();
    const name = (call?.expression ?? decorator.expression).getText();
    return { name, ...(argument !== undefined && { argument }), start: decorator.getStart() };
  });
}

/** The files that are not read as the compiler reads them, and the numbers of classes and imports in all. */
function compared(files: readonly string[], change: (text: string) => string = (text) => text) {
  const differing: string[] = [];
  const counts = { classes: 0, imports: 0 };
  for (const file of files) {
    const text = change(readFileSync(file, 'utf8'));
    const { isComplete, ...outline } = moduleOutline(text);
    if (!isComplete || !isDeepStrictEqual(outline, compiled(text))) differing.push(file);
    counts.classes += outline.classes.length;
    counts.imports += outline.imports.length;
  }
  return { differing, ...counts };
}

const outlineOf = (...lines: string[]) => {
  const { isComplete, ...outline } = moduleOutline(lines.join('\n'));
  return outline;
};

describe('moduleOutline() of the modules of this repository', () => {
  it('reads every module of this repository as the compiler does', () => {
    const { differing, classes, imports } = compared(SOURCES);

    expect(differing).toEqual([]);
    expect(classes).toBeGreaterThan(500);
    expect(imports).toBeGreaterThan(5_000);
  }, 60_000);

  it.each<[style: string, change: (text: string) => string]>([
    ['without semicolons at the end of lines', (text) => text.replace(/;$/gm, '')],
    ['with lines that end as on Windows', (text) => text.replaceAll('\n', '\r\n')],
  ])(
    'reads one in five of them %s',
    (_, change) => {
      expect(
        compared(
          SOURCES.filter((__, index) => index % 5 === 0),
          change,
        ).differing,
      ).toEqual([]);
    },
    60_000,
  );
});

describe('moduleOutline()', () => {
  it.each<[what: string, lines: readonly string[]]>([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a module
    ['templates', ['const a = `class A { ${`}` + { b: `${1}` }.b} `', 'class B { c = `}` }']],
    [
      'regular expressions',
      ['const a = /[/"\'`{]\\/{/g', 'class B { c = b! / 2; d = (1) / 2 / 3; e = !/{/.test("") }'],
    ],
    ['quotes in comments', ["// don't", '/* " */ class A { /* } */ b = 1 // }', '}']],
    [
      'generic classes',
      ['export class A<T extends { b: string }> extends B<T, { c: 1 }> implements C<T>, D { e!: T }'],
    ],
    ['a base that is called', ['class A extends mixed(B, { c: 1 }) { d = 1 }']],
    [
      'a default class without a name',
      ['export default class { a = 1 }', 'export default class extends A {}', 'class B {}'],
    ],
    ['decorators with type arguments', ['@A<B<C>>({ d: 1 }) @e.f export abstract class G { @H<I>() @J k: L }']],
    ['decorators after export', ['export @A class B {}']],
    [
      'types with braces',
      ['class A { b(): { c: 1 } | { d: 2 } { return 1 } e(f: { g: 1 }): Promise<{ h: 1 }[]> {} i: { j: 1 } }'],
    ],
    ['overloads', ['class A {', 'b(): string', 'b(c?: string): string {', '}', 'abstract d(): void', '}']],
    [
      'modifiers as names',
      ['class A { static = 1; get = 2; async() {} declare; static async *b() {} get c() { return 1 } }'],
    ],
    [
      'names of all kinds',
      ["class A { 'b c' = 1; 2 = 3; #d = 4; [Symbol.e]() {} [f: string]: unknown; g?: 1; h!: 2 }"],
    ],
    ['blocks of static', ['class A { static { this.b = 1 } c = 1; static { } }']],
    [
      'values of several lines',
      [
        'class A {',
        'b = 1',
        '+ 2',
        'c = [1]',
        '.map(String)',
        'd = () => {',
        '}',
        'e:',
        '| 1',
        '| 2',
        'f = 1 as',
        'unknown',
        '}',
      ],
    ],
    [
      'types of several lines',
      ['class A {', 'b: string', '[c: string]: unknown', 'd: keyof', 'A', 'e: A', '*f() {}', '}'],
    ],
    [
      'all forms of imports',
      [
        "import a from 'b'; import * as c from 'd'; import e, { f } from 'g'; import 'h'",
        "import type { i } from 'j'; import type k from 'l'; import { m as n, type o, } from \"p\" with { type: 'q' }",
      ],
    ],
    [
      'imports named "type" and "from"',
      ["import type from 'a'; import { type, from } from 'b'; import { type as c } from 'd'"],
    ],
    ['calls of import()', ["import('a').then(); import.meta.url; class B {}"]],
    [
      'classes inside of functions and namespaces',
      ['function a() { class B {} }', 'namespace C { class D {} }', 'class E {}'],
    ],
  ])('reads %s as the compiler does', (_, lines) => {
    expect(outlineOf(...lines)).toEqual(compiled(lines.join('\n')));
  });

  it('reads the classes of compiled modules', () => {
    const { classes } = outlineOf(
      'let Order = class Order extends base_1.Base {',
      '  total() {}',
      '};',
      'exports.Order = Order;',
    );

    expect(classes.map(({ name, base, members }) => [name, base, members.map((one) => one.name)])).toEqual([
      ['Order', 'base_1.Base', ['total']],
    ]);
  });

  it.each(['class A {', 'class A { b() }}', "const a = '", 'const a = `${b', '/* a', 'f(]', 'const a = "b\nc"'])(
    'says of "%s" that it is not complete',
    (text) => {
      expect(moduleOutline(text).isComplete).toBe(false);
    },
  );

  it('reads what does not compile', () => {
    const { classes } = outlineOf('class A { @B(() => ', 'class C {');

    expect(classes.map(({ name }) => name)).toEqual(['A']);
  });
});
