import { tmpdir } from 'node:os';
import { Application, type ApplicationOptions, Container } from 'koaggregate';
import { Order } from '../domain/order';
import { OrderItem } from '../domain/order-item';
import { Shipment } from '../domain/shipment';
import { POOL } from '../pool';

export class ShopApplication extends Application {}

/** The client of a comparison saturates its server on purpose, and waits for each response. */
export const PATIENT = { limits: { queueMs: 10_000 } };

export interface ShopOptions extends Pick<ApplicationOptions, 'authenticators' | 'domain'> {
  readonly Served?: typeof ShopApplication;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly pool?: object;
  readonly server?: Readonly<Record<string, unknown>>;
  /** The section `logs`; without it, only warnings and errors are written. */
  readonly logs?: Readonly<Record<string, unknown>>;
}

/** The measured server: default configuration, with missing tables created. */
export function createShop(
  url: string,
  { Served = ShopApplication, settings, pool = POOL, server, logs, ...more }: ShopOptions = {},
): Container {
  const logger = logs ? undefined : { ...console, info: () => undefined };
  // There is no configuration file, so that only the settings below apply.
  const configDir = tmpdir();
  const application = new Served({
    domain: [Order, OrderItem, Shipment],
    ...more,
    configDir,
    configuration: {
      ...settings,
      name: 'shop',
      search: { maxPerPage: 1000 },
      db: { url, pool, providerProperties: { 'hbm2ddl.auto': 'update' } },
    },
    logger,
  });
  return new Container({
    applications: [application],
    configDir,
    configuration: { server: { connectors: [{ port: 0, scheme: 'http' }], ...server }, logs },
    logger,
  });
}

export async function startShop(url: string, options?: ShopOptions): Promise<Container> {
  const container = createShop(url, options);
  await container.start();
  return container;
}
