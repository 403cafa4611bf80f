import type { Container } from '../../core';
import { DataSource } from '../../persistence';
import { Application } from '../../rest';

/** A database of a project, with the applications that use it with the same migrations folder. */
export interface ProjectDatabase {
  readonly applications: readonly [Application, ...Application[]];
  /** The value of `db.url`. */
  readonly url: string;
  readonly folder: string;
}

/** @throws Error when no application has a database */
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

/** The only database of a project. @throws Error when there are several */
export function databaseOf(container: Container): ProjectDatabase {
  const [first, ...others] = databasesOf(container);
  if (others.length === 0) return first;
  const names = [first, ...others].map(({ applications: [one] }) => one.constructor.name);
  throw new Error(
    `The applications ${names.join(', ')} have different databases: choose one with --application MODULE.`,
  );
}

/** Opens a connection to a database without its models, as migrations need it. */
export async function withDatabase<T>(
  { applications: [application] }: ProjectDatabase,
  isReadOnly: boolean,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const { project, logger, configuration } = application;
  const dataSource = await DataSource.open(configuration.db, [], {
    ...project,
    isCompared: true,
    isReadOnly,
    owner: application.constructor.name,
    log: (line) => logger.info(line),
  });
  try {
    return await work(dataSource);
  } finally {
    await dataSource.close();
  }
}
