import { type DomainClass, defaultRegistry, type MetadataRegistry } from '../../lib/metadata';
import { DataSource, type DataSourceConfiguration } from '../../lib/persistence';
import { POOL } from './pool';
import type { TestDatabase } from './test-database';

export interface OpenedModels {
  readonly dataSource: DataSource;
  readonly registry: MetadataRegistry;
}

type DataSourceOptions = Parameters<typeof DataSource.open>[2];

/** The differences from a data source without a log, whose `hbm2ddl.auto` is not set. */
export interface OpenModelsOptions extends Partial<DataSourceOptions>, Pick<DataSourceConfiguration, 'migrations'> {
  /** The value of `hbm2ddl.auto`. */
  readonly mode?: string;
  /** Entries of `db.providerProperties`. */
  readonly properties?: Readonly<Record<string, string>>;
}

/** Opens a data source with the sealed metadata of its classes. The schema is not applied. */
export async function openModels(
  { url }: Pick<TestDatabase, 'url'>,
  types: readonly unknown[],
  { mode, properties, migrations, ...options }: OpenModelsOptions = {},
): Promise<OpenedModels> {
  const providerProperties = { ...(mode !== undefined && { 'hbm2ddl.auto': mode }), ...properties };
  const dataSource = await DataSource.open(
    { url, pool: POOL, providerProperties, ...(migrations && { migrations }) },
    types as DomainClass[],
    { projectRoot: process.cwd(), log: () => undefined, ...options },
  );
  try {
    return { dataSource, registry: sealedRegistry(dataSource) };
  } catch (error) {
    await dataSource.close();
    throw error;
  }
}

/** The metadata of the classes of a data source. */
export function sealedRegistry({ types, reader }: DataSource): MetadataRegistry {
  const registry = defaultRegistry.copy();
  registry.seal(types, reader);
  return registry;
}
