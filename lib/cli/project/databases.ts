import type { Container } from '../../core';
import { DataSource } from '../../persistence';
import { Application } from '../../rest';

/** The applications of a project that have a database, those of one database and folder of migrations together. */
export interface ProjectDatabase {
  readonly applications: readonly [Application, ...Application[]];
  /** As `db.url` says it. */
  readonly url: string;
  readonly folder: string;
}

/** @throws Error where no application has a database */
export function databasesOf(container: Container): readonly [ProjectDatabase, ...ProjectDatabase[]] {
  const found = new Map<string, [Application, ...Application[]]>();
  for (const application of container.inspect()) {
    if (!(application instanceof Application)) continue;
    const { url, migrations } = application.configuration.db;
    const key = `${url}\n${migrations?.folder}`;
    const known = found.get(key);
    if (known) known.push(application);
    else found.set(key, [application]);
  }
  const [first, ...others] = [...found].map(([key, applications]): ProjectDatabase => {
    const [url = '', folder = ''] = key.split('\n');
    return { applications, url, folder };
  });
  if (!first) throw new Error('No application of the project has a domain model, so there is no database.');
  return [first, ...others];
}

/** The one that a command changes. @throws Error where there are several */
export function databaseOf(container: Container): ProjectDatabase {
  const [first, ...others] = databasesOf(container);
  if (others.length === 0) return first;
  const names = [first, ...others].map(({ applications: [one] }) => one.constructor.name);
  throw new Error(
    `The applications ${names.join(', ')} have different databases: choose one with --application MODULE.`,
  );
}

/** Connects to it, without the models: to run migrations. */
export async function withDatabase<T>(
  { applications: [application] }: ProjectDatabase,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const { project, logger, configuration } = application;
  const dataSource = await DataSource.open(configuration.db, [], {
    ...project,
    isCompared: true,
    owner: application.constructor.name,
    log: (line) => logger.info(line),
  });
  try {
    return await work(dataSource);
  } finally {
    await dataSource.close();
  }
}
