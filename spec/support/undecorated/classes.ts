import { AggregateRoot, Application, BaseDomain, Container, OneToMany } from '../../../lib';

// Classes that need decorators, without their package: `node classes.js` prints the errors.

class Order extends BaseDomain {}
AggregateRoot()(Order);

async function errorOf(work: () => unknown): Promise<string> {
  try {
    await work();
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
}

async function main(): Promise<void> {
  const db = { url: 'sqlite::memory:' };
  const application = new (class Shop extends Application {})({
    ...{ domain: [Order], moduleRoot: __dirname, configDir: __dirname, configuration: { name: 'shop', db } },
  });
  const container = new Container({ applications: [application], configDir: __dirname });
  const errors = [await errorOf(() => container.start()), await errorOf(() => OneToMany(() => Order)(Order, 'items'))];
  process.stdout.write(`${errors.join('\n')}\n`);
}

void main();
