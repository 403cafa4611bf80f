import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application, Container } from '../../lib/core';

class ShopApplication extends Application {}

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const server = { connectors: [{ port: 0, scheme: 'http' }] };

let root: string;
const write = (name: string, text: string) => writeFileSync(join(root, 'config', name), text);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'project-'));
  mkdirSync(join(root, 'config', 'services'), { recursive: true });
  write('shop.yml', 'name: shop\n');
});
afterEach(() => rmSync(root, { recursive: true }));

async function startShop(): Promise<readonly string[]> {
  const application = new ShopApplication({ projectRoot: root, logger });
  const container = new Container({
    projectRoot: root,
    applications: [application],
    configuration: { server },
    logger,
  });
  await container.start();
  const mountPaths = container.applications.map(({ mountPath }) => mountPath);
  await container.stop();
  return mountPaths;
}

describe('A container of one application, as in a test', () => {
  it('ignores mounts and keys of the other applications that config/services/Application lists', async () => {
    write('services/Application', 'shop\nbilling\n');
    write('container.yml', 'mounts: { ShopApplication: /shop, BillingApplication: /billing }\nquota: 5\n');

    expect(await startShop()).toEqual(['/shop']);
  });

  it.each([
    ['mounts: { BillingApplication: /billing }\n', 'Unknown application BillingApplication in the key mounts'],
    ['quota: 5\n', 'quota: no application knows this key'],
  ])('rejects %j if no other application is listed', async (text, message) => {
    write('services/Application', 'shop\n');
    write('container.yml', text);

    await expect(startShop()).rejects.toThrow(message);
  });
});
