import type { Application } from 'koaggregate';

/** Titles of pages by route name. Some pages exist only if an optional package is installed. */
const TITLES: Readonly<Record<string, string>> = {
  readApiReference: 'API reference',
  readMap: 'Map of the domain',
  readOpenApi: 'OpenAPI document',
};

export interface ReadablePage {
  readonly title: string;
  /** Relative to the mount path of the application. */
  readonly path: string;
}

/** The documentation pages that an application serves. */
export function pagesOf({ routes }: Pick<Application, 'routes'>): readonly ReadablePage[] {
  return Object.entries(TITLES).flatMap(([name, title]) =>
    routes.filter((route) => route.name === name).map(({ path }) => ({ title, path })),
  );
}
