import type { Application } from 'koaggregate';

/** Prints the method, the path and the name of each route. */
export function printRoutes({ mountPath, routes }: Pick<Application, 'mountPath' | 'routes'>): void {
  const rows = routes.map(({ method, path, name }) => [method, mountPath + path, name] as const);
  const methodWidth = widest(rows.map(([method]) => method));
  const pathWidth = widest(rows.map(([, path]) => path));
  for (const [method, path, name] of rows) {
    console.log(`${method.padEnd(methodWidth)}  ${path.padEnd(pathWidth)}  ${name}`);
  }
}

function widest(cells: readonly string[]): number {
  return Math.max(...cells.map(({ length }) => length));
}
