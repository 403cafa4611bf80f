import { tmpdir } from 'node:os';
import { Application, type ApplicationOptions, Container } from 'koaggregate';
import { Order } from '../domain/order';
import { OrderItem } from '../domain/order-item';
import { Shipment } from '../domain/shipment';
import { POOL } from '../pool';

export class ShopApplication extends Application {}

/** The measured server: default configuration, with missing tables created. */
export async function startShop(
  url: string,
  Served: typeof ShopApplication = ShopApplication,
  more: Pick<ApplicationOptions, 'authenticators' | 'domain'> = {},
  settings: Readonly<Record<string, unknown>> = {},
  pool: object = POOL,
): Promise<Container> {
  const logger = { ...console, info: () => undefined };
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
  const container = new Container({
    applications: [application],
    configDir,
    configuration: { server: { connectors: [{ port: 0, scheme: 'http' }] } },
    logger,
  });
  await container.start();
  return container;
}
