import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const CART = join(ROOT, 'samples/shopping-cart');

/** The package from its sources, for the command and for the suites that it writes. */
const PACKAGE = `module.exports = require(${JSON.stringify(join(ROOT, 'lib/index.ts'))});`;

const JEST = {
  testMatch: ['<rootDir>/spec/**/*.spec.ts'],
  testTimeout: 60_000,
  moduleNameMapper: {
    '^koaggregate$': join(ROOT, 'lib/index.ts'),
    '^koaggregate/testing$': join(ROOT, 'lib/doors/testing.ts'),
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
      },
    ],
  },
};

let project: string;

beforeEach(() => {
  mkdirSync(join(ROOT, '.tmp'), { recursive: true });
  project = mkdtempSync(join(ROOT, '.tmp', 'generated-'));
  for (const folder of ['src', 'config']) cpSync(join(CART, folder), join(project, folder), { recursive: true });
  const extended = {
    extends: '../../tsconfig.json',
    compilerOptions: { rootDir: 'src', outDir: 'dist' },
    include: ['src'],
  };
  write('tsconfig.json', JSON.stringify(extended));
  write('package.json', '{}');
  write('node_modules/koaggregate/index.js', PACKAGE);
  write('jest.config.json', JSON.stringify(JEST));
});
afterEach(() => rmSync(project, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(join(project, file, '..'), { recursive: true });
  writeFileSync(join(project, file), text);
}

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function node(words: readonly string[], environment: Record<string, string> = {}): Promise<Result> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...environment };
    execFile(process.execPath, words, { cwd: project, env }, (error, out, err) => {
      resolve({ code: (error?.code as number | undefined) ?? 0, out, err });
    });
  });
}

function generateTests(...words: string[]): Promise<Result> {
  const register = join(ROOT, 'node_modules/esbuild-register/register.js');
  return node(['-r', register, join(ROOT, 'lib/cli/main.ts'), 'generate-tests', ...words]);
}

const suite = () => readFileSync(join(project, 'spec/generated/shopping-carts.spec.ts'), 'utf8');

describe('koaggregate generate-tests', () => {
  it('writes a suite for each aggregate root, which passes', async () => {
    const written = await generateTests();
    const { code, err } = await node([join(ROOT, 'node_modules/jest/bin/jest.js'), '-c', 'jest.config.json'], {
      TEST_MYSQL_URL: '',
    });

    expect(written).toMatchObject({ code: 0, out: 'spec/generated/shopping-carts.spec.ts\n' });
    expect(err).toMatch(/^Tests: +\d\d passed, \d\d total$/m);
    expect(code).toBe(0);
  }, 120_000);

  it('imports modules with their extension in an ESM project', async () => {
    write('package.json', '{ "type": "module" }');

    const { code } = await generateTests();

    expect(code).toBe(0);
    expect(suite()).toContain("import { ShopApplication } from '../../src/shop-application.js';");
  }, 60_000);

  it('keeps an existing suite as .bk', async () => {
    write('spec/generated/shopping-carts.spec.ts', '// mine\n');

    const { out } = await generateTests('-projectDir', project);

    expect(out).toContain('(the previous file is spec/generated/shopping-carts.spec.ts.bk)');
    expect(readdirSync(join(project, 'spec/generated'))).toEqual([
      'shopping-carts.spec.ts',
      'shopping-carts.spec.ts.bk',
    ]);
    expect(suite()).toContain("describe('/shopping_carts/{shopping_cart_id}/items'");
  }, 30_000);

  it('writes only the kinds of --kinds', async () => {
    await generateTests('--kinds', 'paging,errors');

    expect(suite()).toContain('returns one page and the total');
    expect(suite()).toContain('POST with an unknown field returns 422');
    expect(suite()).not.toContain('POST creates an entity');
    expect(await generateTests('--kinds', 'colours')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Unknown kind "colours". Known kinds: crud, bulk,'),
    });
  }, 30_000);

  it('writes the suites of --packages, and fails when they have no aggregate root', async () => {
    expect(await generateTests('-packages', 'domain')).toMatchObject({ code: 0 });
    expect(await generateTests('-packages', 'elsewhere')).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'No aggregate root with routes was found in the packages elsewhere: correct --packages. Nothing was written.',
      ),
    });
  }, 30_000);
});
