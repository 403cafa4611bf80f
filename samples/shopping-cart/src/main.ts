import { join } from 'node:path';
import { Container, run } from 'koaggregate';
import { ShopApplication } from './shop-application';

async function main(): Promise<void> {
  const container = new Container({
    projectRoot: join(__dirname, '..'),
    moduleRoot: __dirname,
    applications: [ShopApplication],
  });
  await run(container);
  const [address] = container.addresses;
  for (const { routes } of container.applications) {
    for (const { method, path, name } of routes) console.log(method.padEnd(6), path, name);
    const pages = routes.filter(({ name }) => name === 'readApiReference' || name === 'readMap');
    for (const { path } of pages) console.log(`Read more at ${address}${path}`);
  }
}

void main();
