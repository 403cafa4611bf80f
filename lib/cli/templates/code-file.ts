/** A module that is being written: its imports are put together as names are used. */
export class CodeFile {
  readonly #imports = new Map<string, Set<string>>();
  readonly #lines: string[] = [];

  /** Imports names from a module; `type X` for a type alone. */
  use(module: string, ...names: readonly string[]): this {
    const known = this.#imports.get(module) ?? new Set();
    for (const name of names) known.add(name);
    this.#imports.set(module, known);
    return this;
  }

  add(...lines: readonly string[]): this {
    this.#lines.push(...lines);
    return this;
  }

  toString(): string {
    const modules = [...this.#imports].sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1));
    const imports = modules.map(([module, names]) => importLine(module, [...names]));
    return `${[...imports, ...(imports.length > 0 ? [''] : []), ...this.#lines].join('\n')}\n`;
  }
}

const LONGEST_LINE = 120;

/** An import with its names in the order of the alphabet, on one line as long as it fits. */
export function importLine(module: string, names: readonly string[]): string {
  const bare = (name: string) => name.replace(/^type /, '').toLowerCase();
  const sorted = [...names].sort((a, b) => (bare(a) < bare(b) ? -1 : 1));
  const line = `import { ${sorted.join(', ')} } from '${module}';`;
  if (line.length <= LONGEST_LINE) return line;
  return `import {\n${sorted.map((name) => `  ${name},\n`).join('')}} from '${module}';`;
}

/** Packages before files, farther ones before nearer ones. */
function place(module: string): number {
  return module.startsWith('node:') ? 0 : module.startsWith('../') ? 2 : module.startsWith('.') ? 3 : 1;
}
