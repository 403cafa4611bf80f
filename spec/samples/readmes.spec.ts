import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Container } from '../../lib/core';
import { serveOffice } from '../../samples/koa-app/src/serve-office';
import { userOfTheOffice } from '../../samples/koa-app/src/user-of-the-office';
import { OrdersApplication } from '../../samples/orders/src/orders-application';
import { documentedExchanges, responseTo } from '../support/documented-exchanges';
import { serveSample } from '../support/serve-sample';
import { createTestDatabase } from '../support/test-database';

const SAMPLES = join(__dirname, '../../samples');

// The demo data of the orders covers two years.
jest.setTimeout(60_000);

// A server that is still open after a failed expectation would keep the test run from ending.
let stop: () => Promise<unknown>;

afterEach(() => stop());

describe('The README of', () => {
  it('samples/orders shows the actual response of each request', async () => {
    const sample = await serveSample('orders', OrdersApplication);
    stop = () => sample.stop();

    await expectResponsesOf('orders', sample.address, 10);
  });

  it('samples/core-only shows the actual response of each request', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'koaggregate-keys-'));
    const ssl = { certFile: join(folder, 'certificate.pem'), keyFile: join(folder, 'key.pem') };
    const http = { port: 0, scheme: 'http' };
    const projectRoot = join(SAMPLES, 'core-only');
    const container = new Container({
      projectRoot,
      moduleRoot: join(projectRoot, 'src'),
      configuration: { server: { connectors: [http, { port: 0, scheme: 'https', ssl }] } },
    });
    stop = () => container.stop().then(() => rmSync(folder, { recursive: true }));
    await container.start();

    await expectResponsesOf('core-only', container.addresses[0]!, 6);
  });

  it('samples/koa-app shows the actual response of each request', async () => {
    const database = await createTestDatabase();
    const orders = new OrdersApplication({
      projectRoot: join(SAMPLES, 'koa-app'),
      moduleRoot: join(SAMPLES, 'orders/src'),
      authenticators: [userOfTheOffice],
      configuration: { db: { url: database.url } },
    });
    const office = await serveOffice(orders, 0);
    stop = () => office.stop().then(() => database.drop());

    await expectResponsesOf('koa-app', office.address, 7);
  });
});

async function expectResponsesOf(sample: string, address: string, count: number): Promise<void> {
  const exchanges = documentedExchanges(readFileSync(join(SAMPLES, sample, 'README.md'), 'utf8'));

  expect(exchanges).toHaveLength(count);
  for (const { response, ...request } of exchanges) {
    const real = await responseTo({ response, ...request }, address);
    expect({ request, response: real }).toEqual({ request, response });
  }
}
