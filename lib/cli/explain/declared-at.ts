import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type * as TypeScript from 'typescript';
import type { Application, RouteDefinition } from '../../core';
import { operationOf } from '../../rest';
import { typeScriptOf } from '../project/project-typescript';

/** The code that declares a route. */
interface Declaration {
  readonly type: string;
  readonly member?: string;
  /** The names that its decorator may have. */
  readonly decorators: readonly string[];
}

const COLLECTIONS = ['Collection', 'One', 'HasMany', 'OneToMany', 'HasOne', 'OneToOne', 'BelongsToMany', 'ManyToMany'];
const MODULE = /\.[cm]?[jt]s$/;

/**
 * Finds the code that declares a route: the decorator of its class, collection or action, or the method of its resource
 * class.
 *
 * @returns `src/domain/order.ts:71`, relative to the project root; undefined for routes that this package declares
 */
export function declaredAt({ project }: Application, route: RouteDefinition): string | undefined {
  const { projectRoot, moduleRoot } = project;
  const typeScript = typeScriptOf(projectRoot);
  const files = typeScript?.sources ?? modulesBelow(moduleRoot);
  const declaration = declarationOf(route);
  const compiler = typeScript?.compiler;
  const found = compiler ? inSources(compiler, files, declaration) : inText(files, declaration);
  return found && `${relative(projectRoot, found.file).replaceAll('\\', '/')}:${found.line}`;
}

function declarationOf(route: RouteDefinition): Declaration {
  const operation = operationOf(route);
  if (route.resource !== undefined || !operation) {
    return { type: route.resource ?? '', member: route.name, decorators: [] };
  }
  const { action, aggregate, collections, field, entity } = operation;
  const root = aggregate.root.name;
  if (action) return { type: root, member: action.method, decorators: ['Action'] };
  if (field) return { type: entity.name, member: field.name, decorators: ['Large', 'Column'] };
  const collection = collections.at(-1);
  if (collection) return { type: collection.owner.name, member: collection.property, decorators: COLLECTIONS };
  return { type: root, decorators: ['AggregateRoot'] };
}

interface Found {
  readonly file: string;
  readonly line: number;
}

function inSources(compiler: typeof TypeScript, files: readonly string[], declaration: Declaration): Found | undefined {
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    if (!text.includes(`class ${declaration.type}`)) continue;
    const source = compiler.createSourceFile(file, text, compiler.ScriptTarget.Latest, true);
    const type = source.statements.find(
      (one): one is TypeScript.ClassDeclaration =>
        compiler.isClassDeclaration(one) && one.name?.text === declaration.type,
    );
    if (!type) continue;
    const place = placeIn(compiler, type, declaration);
    if (place) return { file, line: source.getLineAndCharacterOfPosition(place.getStart()).line + 1 };
    const base = baseOf(compiler, type);
    return base === undefined ? undefined : inSources(compiler, files, { ...declaration, type: base });
  }
  return undefined;
}

/** The decorator of a class or member, otherwise its name; undefined when the class has no such member. */
function placeIn(
  compiler: typeof TypeScript,
  type: TypeScript.ClassDeclaration,
  { member: name, decorators }: Declaration,
): TypeScript.Node | undefined {
  const member = name === undefined ? type : type.members.find((one) => one.name?.getText() === name);
  if (!member || !compiler.canHaveDecorators(member)) return member;
  const decorator = compiler.getDecorators(member)?.find(({ expression }) => {
    const called = compiler.isCallExpression(expression) ? expression.expression : expression;
    return decorators.includes(called.getText());
  });
  return decorator ?? (name === undefined ? type : member).name ?? member;
}

function baseOf(compiler: typeof TypeScript, type: TypeScript.ClassDeclaration): string | undefined {
  const clause = type.heritageClauses?.find(({ token }) => token === compiler.SyntaxKind.ExtendsKeyword);
  return clause?.types[0]?.expression.getText();
}

/** For projects without TypeScript: the line that declares the class or the method. */
function inText(files: readonly string[], { type, member }: Declaration): Found | undefined {
  if (type === '') return undefined;
  for (const file of files) {
    const lines = readFileSync(file, 'utf8').split('\n');
    const start = lines.findIndex((line) => `${line} `.includes(`class ${type} `));
    if (start < 0) continue;
    const after =
      member === undefined ? -1 : lines.findIndex((line, index) => index > start && declaresMember(line, member));
    return { file, line: (after < 0 ? start : after) + 1 };
  }
  return undefined;
}

function declaresMember(line: string, member: string): boolean {
  const words = line.trim().replace(/^(async|declare|override|public|static) /, '');
  return words.startsWith(`${member}(`) || words.startsWith(`${member}:`);
}

function modulesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && MODULE.test(entry.name) && !entry.name.includes('.d.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('node_modules'));
}
