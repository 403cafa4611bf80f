import { once } from 'node:events';
import { createServer } from 'node:net';
import { Application, Container, type ContainerOptions, type Logger } from '../../../lib/core';

/** Logs nothing. */
export const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** One connector at a free port. */
export const PORT = { server: { connectors: [{ port: 0, scheme: 'http' }] } };

class Who {
  constructor(private readonly name = 'someone') {}
  read() {
    return this.name;
  }
  async slow() {
    await new Promise((resolve) => setTimeout(resolve, 150));
    return 'slow';
  }
}

abstract class NamedApplication extends Application {
  override defineRoutes() {
    const who = this.resource(new Who(this.name));
    who.builder('/').action('GET', 'read');
    who.builder('/who').action('GET', 'read');
    who.builder('/slow').action('GET', 'slow');
  }
}
export class ShopApplication extends NamedApplication {}
class StockApplication extends NamedApplication {}

export const shop = (configuration = {}) =>
  new ShopApplication({ configDir: __dirname, logger: silent, configuration: { name: 'shop', ...configuration } });
export const stock = () =>
  new StockApplication({ configDir: __dirname, logger: silent, configuration: { name: 'stock' } });

/** A container of the applications shop and stock, which respond with their names. */
export function container(configuration: Record<string, unknown>, options: ContainerOptions = {}): Container {
  return new Container({
    configDir: __dirname,
    logger: silent,
    applications: [shop(), stock()],
    ...options,
    configuration: { ...PORT, ...configuration },
  });
}

/** A port that no server uses. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
