import type { Application } from 'koaggregate';

/** What there is to read, by the name of its route; a page needs a package of its own, and may be missing. */
const TITLES: Readonly<Record<string, string>> = {
  readApiReference: 'API reference',
  readMap: 'Map of the domain',
  readOpenApi: 'OpenAPI document',
};

export interface ReadablePage {
  readonly title: string;
  /** Below the path at which the application is mounted. */
  readonly path: string;
}

/** The pages and documents about the API that an application serves. */
export function pagesOf({ routes }: Pick<Application, 'routes'>): readonly ReadablePage[] {
  return Object.entries(TITLES).flatMap(([name, title]) =>
    routes.filter((route) => route.name === name).map(({ path }) => ({ title, path })),
  );
}
