import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as TypeScript from 'typescript';

/** A domain class, as read from its source. */
export interface OutlinedClass {
  readonly name: string;
  /** The absolute path of its file. */
  readonly file: string;
  readonly isRoot: boolean;
  /** The resource name of a root, when `@AggregateRoot` sets it. */
  readonly resourceName?: string;
  /** Its to-many associations: the member and its class. */
  readonly collections: readonly { readonly member: string; readonly target: string }[];
}

const COLLECTIONS = new Set(['HasMany', 'OneToMany']);
const SOURCE = /(?<!\.d|\.spec|\.test)\.ts$/;

/** Reads the classes of the modules below a folder, without running them. */
export function domainOutline(folder: string, compiler: typeof TypeScript): readonly OutlinedClass[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => SOURCE.test(name));
  return files.sort().flatMap((name) => classesIn(join(folder, name), compiler));
}

/** The path of collections from a root to a class. */
export interface DomainPath {
  readonly root: OutlinedClass;
  /** The collections, with their classes. */
  readonly steps: readonly { readonly member: string; readonly to: OutlinedClass }[];
}

/** The shortest path to a class; undefined when no root leads to it. */
export function pathTo(name: string, outline: readonly OutlinedClass[]): DomainPath | undefined {
  const roots = outline.filter(({ isRoot }) => isRoot);
  const paths = roots.map((root) => ({ root, steps: [] as DomainPath['steps'], end: root }));
  const reached = new Set<OutlinedClass>();
  // A breadth-first search: the loop appends to the list that it iterates over.
  for (const { root, steps, end } of paths) {
    if (end.name === name) return { root, steps };
    if (reached.has(end)) continue;
    reached.add(end);
    for (const { member, target } of end.collections) {
      const next = outline.find((one) => one.name === target);
      if (next) paths.push({ root, steps: [...steps, { member, to: next }], end: next });
    }
  }
  return undefined;
}

function classesIn(file: string, compiler: typeof TypeScript): readonly OutlinedClass[] {
  const source = parseModule(file, compiler);
  return source.statements.filter(compiler.isClassDeclaration).flatMap((declaration) => {
    const name = declaration.name?.text;
    if (name === undefined) return [];
    const root = decoratorsOf(declaration, compiler).find((one) => one.name === 'AggregateRoot');
    const resourceName = root && resourceNameIn(root.argument, compiler);
    const collections = declaration.members.flatMap((member) => collectionOf(member, compiler));
    return [{ name, file, isRoot: root !== undefined, resourceName, collections }];
  });
}

/** The name in the argument of `@AggregateRoot`: `carts` for `{ name: 'carts' }`. */
function resourceNameIn(argument: TypeScript.Expression | undefined, compiler: typeof TypeScript): string | undefined {
  if (!argument || !compiler.isObjectLiteralExpression(argument)) return undefined;
  for (const property of argument.properties) {
    if (!compiler.isPropertyAssignment(property) || property.name.getText() !== 'name') continue;
    if (compiler.isStringLiteral(property.initializer)) return property.initializer.text;
  }
  return undefined;
}

/** The association of a member: `@HasMany(() => CartItem) declare items`. */
function collectionOf(member: TypeScript.ClassElement, compiler: typeof TypeScript) {
  const name = member.name?.getText();
  return decoratorsOf(member, compiler).flatMap((decorator) => {
    const { argument } = decorator;
    const isCollection = COLLECTIONS.has(decorator.name) && argument && compiler.isArrowFunction(argument);
    return isCollection && name !== undefined ? [{ member: name, target: argument.body.getText() }] : [];
  });
}

/** The decorators of a class or a member, each with its first argument. */
function decoratorsOf(node: TypeScript.Node, compiler: typeof TypeScript) {
  const decorators = compiler.canHaveDecorators(node) ? (compiler.getDecorators(node) ?? []) : [];
  return decorators.map(({ expression }) => {
    const call = compiler.isCallExpression(expression) ? expression : undefined;
    return { name: (call?.expression ?? expression).getText(), argument: call?.arguments[0] };
  });
}

/** Parses a module. */
export function parseModule(file: string, compiler: typeof TypeScript): TypeScript.SourceFile {
  return compiler.createSourceFile(file, readFileSync(file, 'utf8'), compiler.ScriptTarget.Latest, true);
}
