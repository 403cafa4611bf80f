/** The text of a module; collects imports as names are used. */
export class CodeFile {
  readonly #imports = new Map<string, Set<string>>();
  readonly #lines: string[] = [];

  /** Imports names from a module; `type X` imports only the type. */
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
    const modules = [...this.#imports].sort(([a], [b]) => importRank(a) - importRank(b) || (a < b ? -1 : 1));
    const imports = modules.map(([module, names]) => importLine(module, [...names]));
    return `${[...imports, ...(imports.length > 0 ? [''] : []), ...this.#lines].join('\n')}\n`;
  }
}

const MAX_LINE_LENGTH = 120;

/** An import with its names in alphabetical order, on one line if it fits. */
export function importLine(module: string, names: readonly string[]): string {
  const bare = (name: string) => name.replace(/^type /, '').toLowerCase();
  const sorted = [...names].sort((a, b) => (bare(a) < bare(b) ? -1 : 1));
  const line = `import { ${sorted.join(', ')} } from '${module}';`;
  if (line.length <= MAX_LINE_LENGTH) return line;
  return `import {\n${sorted.map((name) => `  ${name},\n`).join('')}} from '${module}';`;
}

/** The order of imports: Node.js, packages, parent folders, siblings. */
function importRank(module: string): number {
  if (module.startsWith('node:')) return 0;
  if (!module.startsWith('.')) return 1;
  return module.startsWith('../') ? 2 : 3;
}
