/**
 * Finds one cycle for each group of files that import each other.
 *
 * @returns paths with the first repeated at the end: `['lib/a.ts', 'lib/b.ts', 'lib/a.ts']`
 */
export function importCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const walk = (file: string): void => {
    const start = trail.indexOf(file);
    if (start >= 0) cycles.push([...trail.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    trail.push(file);
    for (const imported of imports.get(file) ?? []) walk(imported);
    trail.pop();
    done.add(file);
  };
  for (const file of imports.keys()) walk(file);
  return cycles;
}
