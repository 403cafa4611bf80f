import { join } from 'node:path';
import { Container, run } from 'koaggregate';
import { printRoutes } from './print-routes';

async function main(): Promise<void> {
  const container = new Container({
    projectRoot: join(__dirname, '..'),
    moduleRoot: __dirname,
  });
  await run(container);
  container.applications.forEach(printRoutes);
}

void main();
