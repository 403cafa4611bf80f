import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadClass } from '../../../lib/core';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'modules-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function failureOf(code: string): { readonly code?: string; readonly message: string } {
  writeFileSync(join(root, 'shop.js'), code);
  try {
    loadClass('shop', root);
  } catch (error) {
    return error as Error;
  }
  throw new Error('The module was loaded.');
}

describe('A module that fails while it is loaded', () => {
  it('is reported with the reason, not as a wrong name', () => {
    const { code, message } = failureOf("throw new Error('There is no disk');");

    expect(code).toBe('MODULE_UNLOADABLE');
    expect(message).toBe(
      `The module "shop" of ${root} cannot be loaded: There is no disk. Correct the module, or one that it imports.`,
    );
  });

  it('is reported with the import that leads nowhere, in one line', () => {
    expect(failureOf("require('./nowhere');").message).toMatch(
      /cannot be loaded: .*Cannot find module '.\/nowhere'.*\.$/,
    );
  });

  it('is reported with the imported module in which the error arose', () => {
    writeFileSync(join(root, 'prices.js'), "throw new Error('There is no price.');");

    expect(failureOf("require('./prices');").message).toBe(
      `The module "shop" of ${root} cannot be loaded: There is no price. Correct ${join(root, 'prices.js')}.`,
    );
  });

  it('is reported with the circle of imports that caused it', () => {
    expect(failureOf('Order; class Order {}').message).toContain(
      "Cannot access 'Order' before initialization, because two modules import each other. Correct",
    );
  });
});
