import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scanModules } from '../../lib/rest/scan-modules';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'modules-')));
const { VITEST } = process.env;
afterEach(() => {
  if (VITEST === undefined) delete process.env.VITEST;
});
afterAll(() => rmSync(root, { recursive: true }));

/** Scans `order.js`, which imports `prices.js`, in a folder of its own: jest keeps the text of a file that it has loaded. */
function failure(prices: string): string {
  const folder = mkdtempSync(join(root, 'scanned-'));
  writeFileSync(join(folder, 'order.js'), "require('./prices');");
  writeFileSync(join(folder, 'prices.js'), prices);
  try {
    scanModules(['order.js'], folder);
  } catch (error) {
    return (error as Error).message.replaceAll(folder, '');
  }
  throw new Error('The modules were loaded.');
}

const IMPORTER = ' (/order.js of db.packagesToScan imports it.)';

describe('A module of db.packagesToScan that cannot be loaded', () => {
  it('is named itself, not the first that imports it', () => {
    expect(failure("throw new Error('There is no price.');")).toBe(
      `The module /prices.js cannot be loaded: There is no price.${IMPORTER}`,
    );
  });

  it('is named if the module that it imports is missing', () => {
    expect(failure("require('./nowhere');")).toMatch(
      /^The module \/prices\.js cannot be loaded: Cannot find module '\.\/nowhere'[^\n]* \(\/order\.js of db\.packagesToScan imports it\.\)$/,
    );
  });

  it('is named if another package throws', () => {
    expect(failure("require('joi').attempt(1, 2, {}, 3);")).toMatch(/^The module \/prices\.js cannot be loaded: /);
  });

  it('is named alone if it is scanned itself', () => {
    writeFileSync(join(root, 'alone.js'), "throw new Error('There is no disk.');");

    expect(() => scanModules(['alone.js'], root)).toThrow(
      `The module ${join(root, 'alone.js')} of db.packagesToScan cannot be loaded: There is no disk.`,
    );
  });

  it('says what to pass under vitest', () => {
    process.env.VITEST = 'true';

    expect(failure("throw new SyntaxError('Invalid or unexpected token');")).toContain(
      'pass the classes, as in startTestApplication(ShopApplication, { domain: [Order, OrderItem] }), and classes marked @Resource as "resources".',
    );
  });
});
