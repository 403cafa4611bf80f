import { tmpdir } from 'node:os';
import { type AggregateMetadata, type DomainClass, defaultRegistry } from '../../lib/metadata';
import { DataSource } from '../../lib/persistence';
import { billing } from '../../spec/support/domain/billing';
import { carts } from '../../spec/support/domain/carts';
import { drawers } from '../../spec/support/domain/drawers';
import { fleet } from '../../spec/support/domain/fleet';
import { music } from '../../spec/support/domain/music';
import { papers } from '../../spec/support/domain/papers';
import { press } from '../../spec/support/domain/press';
import { shop } from '../../spec/support/domain/shop';
import { unusualModels } from '../../spec/support/domain/unusual-models';
import { workshop } from '../../spec/support/domain/workshop';

export const DOMAIN = [
  ...shop,
  ...unusualModels,
  ...music,
  ...carts,
  ...fleet,
  ...workshop,
  ...billing,
  ...drawers,
  ...papers,
  ...press,
] as unknown as readonly DomainClass[];

/** Large enough that no request waits for a connection. */
export const POOL = { max: 5, min: 0, acquireMs: 20_000, idleMs: 10_000 };

/** The aggregates with their metadata. Afterwards the classes can be served from another data source. */
export async function describeDomain(): Promise<readonly AggregateMetadata[]> {
  const configuration = { url: 'sqlite::memory:', pool: POOL, providerProperties: {} };
  const dataSource = await DataSource.open(configuration, DOMAIN, { projectRoot: tmpdir(), log: () => undefined });
  try {
    const registry = defaultRegistry.copy();
    registry.seal(dataSource.types, dataSource.reader);
    return registry.aggregates;
  } finally {
    await dataSource.close();
  }
}
