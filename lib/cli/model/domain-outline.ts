import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutlinedMember } from '../sources/member-outline';
import { moduleOutline } from '../sources/module-outline';
import { TokenReader } from '../sources/token-reader';
import { tokensOf } from '../sources/tokens';

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
/** An argument of a decorator, `() => Item`. */
const TARGET = /^\(\)\s*=>\s*(\S[\s\S]*)$/;

/** Reads the classes of the modules below a folder, without running them. */
export function domainOutline(folder: string): readonly OutlinedClass[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => SOURCE.test(name));
  return files.sort().flatMap((name) => classesIn(join(folder, name)));
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

function classesIn(file: string): readonly OutlinedClass[] {
  return moduleOutline(readFileSync(file, 'utf8')).classes.map(({ name, decorators, members }) => {
    const root = decorators.find((one) => one.name === 'AggregateRoot');
    return {
      ...{ name, file, isRoot: root !== undefined, resourceName: resourceNameIn(root?.argument) },
      collections: members.flatMap(collectionOf),
    };
  });
}

/** The name in the argument of `@AggregateRoot`: `carts` for `{ name: 'carts' }`. */
function resourceNameIn(argument = ''): string | undefined {
  const reader = new TokenReader(argument, tokensOf(argument));
  if (!reader.isAt('{')) return undefined;
  for (reader.index++; !reader.isAtEnd; reader.skip()) {
    const value = reader.peek(2);
    if (reader.isAt('name') && reader.peek(1).text === ':' && value.kind === 'text') return value.text.slice(1, -1);
  }
  return undefined;
}

/** The association of a member: `@HasMany(() => CartItem) declare items`. */
function collectionOf({ name, decorators }: OutlinedMember) {
  return decorators.flatMap((decorator) => {
    const target = COLLECTIONS.has(decorator.name) ? TARGET.exec(decorator.argument ?? '')?.[1] : undefined;
    return target === undefined ? [] : [{ member: name, target }];
  });
}
