import { join } from 'node:path';
import { Container, run } from 'koaggregate';
import { OrdersApplication } from './orders-application';
import { printRoutes } from './print-routes';

async function main(): Promise<void> {
  const container = new Container({
    projectRoot: join(__dirname, '..'),
    moduleRoot: __dirname,
    applications: [OrdersApplication],
  });
  await run(container);
  container.applications.forEach(printRoutes);
}

void main();
