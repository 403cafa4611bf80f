import { type DomainClass, defaultRegistry } from '../../lib/metadata';
import { DataSource, EntityStore } from '../../lib/persistence';
import { POOL } from './pool';
import { createTestDatabase, type DatabasePlace } from './test-database';

export interface OpenStore {
  readonly store: EntityStore;
  readonly dataSource: DataSource;
  close(): Promise<void>;
}

export { POOL };

/** A store of the given classes on a fresh database of the dialect under test. */
export async function openStore(
  types: readonly unknown[],
  properties: Record<string, string> = {},
  place?: DatabasePlace,
  report?: (error: unknown) => void,
): Promise<OpenStore> {
  const database = await createTestDatabase(place);
  const providerProperties = { 'hbm2ddl.auto': 'update', ...properties };
  const dataSource = await DataSource.open(
    { url: database.url, pool: POOL, providerProperties },
    types as DomainClass[],
    { projectRoot: process.cwd(), log: () => undefined, report: (_message, error) => report?.(error) },
  );
  const close = async () => {
    await dataSource.close();
    await database.drop();
  };
  try {
    const registry = defaultRegistry.copy();
    registry.seal(dataSource.types, dataSource.reader);
    dataSource.registerAggregates(registry);
    await dataSource.applySchema(registry.entities);
    return { store: new EntityStore(dataSource, registry), dataSource, close };
  } catch (error) {
    await close();
    throw error;
  }
}
