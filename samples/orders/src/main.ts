import { join } from 'node:path';
import { Container, run } from 'koaggregate';
import { printPages } from './print-pages';
import { printRoutes } from './print-routes';

async function main(): Promise<void> {
  const container = new Container({
    projectRoot: join(__dirname, '..'),
    moduleRoot: __dirname,
  });
  await run(container);
  const [address] = container.addresses;
  for (const application of container.applications) {
    printRoutes(application);
    printPages(application, address);
  }
}

void main();
