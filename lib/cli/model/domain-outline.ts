import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as TypeScript from 'typescript';

/** A class of the domain, as its source says. */
export interface OutlinedClass {
  readonly name: string;
  /** An absolute path. */
  readonly file: string;
  readonly isRoot: boolean;
  /** Of a root: what its resource is called where its class does not say it. */
  readonly resourceName?: string;
  /** Its to-many associations: the member, and the class that it leads to. */
  readonly collections: readonly { readonly member: string; readonly target: string }[];
}

const COLLECTIONS = new Set(['HasMany', 'OneToMany']);
const SOURCE = /(?<!\.d|\.spec|\.test)\.ts$/;

/** The exported classes of the modules below a folder, read without running them. */
export function domainOutline(folder: string, compiler: typeof TypeScript): readonly OutlinedClass[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => SOURCE.test(name));
  return files.sort().flatMap((name) => classesIn(join(folder, name), compiler));
}

/** The way from a root down to a class. */
export interface Way {
  readonly root: OutlinedClass;
  /** The members that lead on, one after the other. */
  readonly steps: readonly { readonly member: string; readonly to: OutlinedClass }[];
}

/** The shortest way to a class; undefined where none leads there. */
export function wayTo(name: string, outline: readonly OutlinedClass[]): Way | undefined {
  const ways = outline.filter(({ isRoot }) => isRoot).map((root) => ({ root, steps: [] as Way['steps'], end: root }));
  const reached = new Set<OutlinedClass>();
  // It grows while it is walked.
  for (const { root, steps, end } of ways) {
    if (end.name === name) return { root, steps };
    if (reached.has(end)) continue;
    reached.add(end);
    for (const { member, target } of end.collections) {
      const next = outline.find((one) => one.name === target);
      if (next) ways.push({ root, steps: [...steps, { member, to: next }], end: next });
    }
  }
  return undefined;
}

function classesIn(file: string, compiler: typeof TypeScript): readonly OutlinedClass[] {
  const source = sourceOf(file, compiler);
  return source.statements.filter(compiler.isClassDeclaration).flatMap((declaration) => {
    const name = declaration.name?.text;
    if (name === undefined) return [];
    const root = decoratorsOf(declaration, compiler).find((one) => one.name === 'AggregateRoot');
    const resourceName = root && nameIn(root.argument, compiler);
    const collections = declaration.members.flatMap((member) => collectionOf(member, compiler));
    return [{ name, file, isRoot: root !== undefined, resourceName, collections }];
  });
}

/** `carts` of `{ name: 'carts' }` */
function nameIn(argument: TypeScript.Expression | undefined, compiler: typeof TypeScript): string | undefined {
  if (!argument || !compiler.isObjectLiteralExpression(argument)) return undefined;
  for (const property of argument.properties) {
    if (!compiler.isPropertyAssignment(property) || property.name.getText() !== 'name') continue;
    if (compiler.isStringLiteral(property.initializer)) return property.initializer.text;
  }
  return undefined;
}

/** `@HasMany(() => CartItem) declare items` */
function collectionOf(member: TypeScript.ClassElement, compiler: typeof TypeScript) {
  const name = member.name?.getText();
  return decoratorsOf(member, compiler).flatMap((decorator) => {
    const { argument } = decorator;
    const isCollection = COLLECTIONS.has(decorator.name) && argument && compiler.isArrowFunction(argument);
    return isCollection && name !== undefined ? [{ member: name, target: argument.body.getText() }] : [];
  });
}

/** The decorators of a class or a member, with the first argument. */
function decoratorsOf(node: TypeScript.Node, compiler: typeof TypeScript) {
  const decorators = compiler.canHaveDecorators(node) ? (compiler.getDecorators(node) ?? []) : [];
  return decorators.map(({ expression }) => {
    const call = compiler.isCallExpression(expression) ? expression : undefined;
    return { name: (call?.expression ?? expression).getText(), argument: call?.arguments[0] };
  });
}

/** A module as a tree of its syntax, with the positions of its text. */
export function sourceOf(file: string, compiler: typeof TypeScript): TypeScript.SourceFile {
  return compiler.createSourceFile(file, readFileSync(file, 'utf8'), compiler.ScriptTarget.Latest, true);
}
