import { type DataSource, EntityStore } from '../../lib/persistence';
import { openModels } from './open-models';
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
  const { dataSource, registry } = await openModels(database, types, {
    mode: 'update',
    properties,
    report: (_message, error) => report?.(error),
  });
  const close = async () => {
    await dataSource.close();
    await database.drop();
  };
  try {
    dataSource.registerAggregates(registry);
    await dataSource.applySchema(registry.entities);
    return { store: new EntityStore(dataSource, registry), dataSource, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export type UsedStore = Omit<OpenStore, 'close'>;

/** {@link openStore} before the tests of a file or a `describe`, which closes after them. */
export function useStore(...parts: Parameters<typeof openStore>): UsedStore {
  let open: OpenStore | undefined;

  beforeAll(async () => {
    open = await openStore(...parts);
  });
  afterAll(() => open?.close());

  return {
    get store() {
      return open!.store;
    },
    get dataSource() {
      return open!.dataSource;
    },
  };
}
