import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Application, RouteDefinition } from '../../core';
import { operationOf } from '../../rest';
import { typeScriptOf } from '../project/project-typescript';
import { lineOf } from '../sources/line-of';
import { type ClassOutline, moduleOutline } from '../sources/module-outline';

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
 * class. Without TypeScript, it is that of the compiled modules, which have no decorators.
 *
 * @returns `src/domain/order.ts:71`, relative to the project root; undefined for routes that this package declares
 */
export function declaredAt({ project }: Application, route: RouteDefinition): string | undefined {
  const { projectRoot, moduleRoot } = project;
  const files = typeScriptOf(projectRoot)?.sources ?? modulesBelow(moduleRoot);
  const found = findIn(files, declarationOf(route));
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

/** The line of the class itself when neither it nor a superclass among the files has the member. */
function findIn(files: readonly string[], declaration: Declaration): Found | undefined {
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    if (!text.includes(`class ${declaration.type}`)) continue;
    const type = moduleOutline(text).classes.find(({ name }) => name === declaration.type);
    if (!type) continue;
    const position = positionIn(type, declaration);
    if (position !== undefined) return { file, line: lineOf(text, position) };
    const { base } = type;
    const inherited =
      base === undefined || base === type.name ? undefined : findIn(files, { ...declaration, type: base });
    return inherited ?? { file, line: lineOf(text, type.start) };
  }
  return undefined;
}

/** The decorator of a class or member, otherwise its name; undefined when the class has no such member. */
function positionIn(type: ClassOutline, { member: name, decorators }: Declaration): number | undefined {
  const declared = name === undefined ? type : type.members.find((one) => one.name === name);
  const decorator = declared?.decorators.find((one) => decorators.includes(one.name));
  return (decorator ?? declared)?.start;
}

function modulesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && MODULE.test(entry.name) && !entry.name.includes('.d.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('node_modules'));
}
