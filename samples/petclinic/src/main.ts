import { join } from 'node:path';
import { Container, run } from 'koaggregate';
import { PetclinicApplication } from './petclinic-application';

async function main(): Promise<void> {
  const container = new Container({
    projectRoot: join(__dirname, '..'),
    moduleRoot: __dirname,
    applications: [PetclinicApplication],
  });
  await run(container);
  for (const { routes } of container.applications) {
    for (const { method, path } of routes) console.log(method.padEnd(6), path);
  }
}

void main();
