import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { koaggregateIn } from '../support/koaggregate';
import { koaggregateInProject } from '../support/koaggregate-in-project';
import { koaggregateProcess, runNode } from '../support/run-node';
import { jestTransforms } from '../support/sources';
import { projectsFolder } from '../support/written-project';

const ROOT = join(__dirname, '../..');
const CART = join(ROOT, 'samples/shopping-cart');

const JEST = {
  testMatch: ['<rootDir>/spec/**/*.spec.ts'],
  testTimeout: 60_000,
  moduleNameMapper: {
    '^koaggregate$': join(ROOT, 'lib/index.ts'),
    '^koaggregate/(security|testing)$': join(ROOT, 'lib/doors/$1.ts'),
  },
  transform: {
    ...jestTransforms,
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

let folder: string;
let project: string;

beforeEach(() => {
  folder = projectsFolder();
  project = join(folder, 'cart');
  for (const folder of ['src', 'config']) cpSync(join(CART, folder), join(project, folder), { recursive: true });
  const extended = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: { rootDir: 'src', outDir: 'dist' },
    include: ['src'],
  };
  write('tsconfig.json', JSON.stringify(extended));
  write('package.json', '{}');
  write('jest.config.json', JSON.stringify(JEST));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(join(project, file, '..'), { recursive: true });
  writeFileSync(join(project, file), text);
}

const generateTests = (...words: string[]) => koaggregateInProject(project, project, 'generate-tests', ...words);

/** Runs the suites with jest. */
const runSuites = () =>
  runNode(project, [join(ROOT, 'node_modules/jest/bin/jest.js'), '-c', 'jest.config.json'], {
    ...process.env,
    TEST_MYSQL_URL: '',
  });

const suite = () => readFileSync(join(project, 'spec/generated/shopping-carts.spec.ts'), 'utf8');

describe('koaggregate generate-tests', () => {
  it('writes a suite for each aggregate root, which passes', async () => {
    const written = await koaggregateProcess(project, 'generate-tests');
    const { code, err } = await runSuites();

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
    expect(await koaggregateIn(project, 'generate-tests', '--kinds', 'colours')).toMatchObject({
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

  it('fails when no root has tests of the kinds of --kinds', async () => {
    expect(await generateTests('--kinds', 'restore,scopes')).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'No aggregate root with tests of the kinds restore, scopes was found in the applications of the project: correct --kinds. Nothing was written.',
      ),
    });
  }, 30_000);
});

/** Gives the carts of the project a scope, and a field that its rule can compare. */
function scopeCarts(rule: string): void {
  const file = 'src/domain/shopping-cart.ts';
  const text = readFileSync(join(project, file), 'utf8')
    .replace("'koaggregate';", `'koaggregate';\nimport { Scope } from 'koaggregate/security';`)
    .replace('@AggregateRoot', `@Scope((principal) => principal !== undefined && ${rule})\n@AggregateRoot`)
    .replace('  @Unique', '  @Column(DataType.STRING(30))\n  declare tenant: string | null;\n\n  @Unique');
  write(file, text);
}

describe('koaggregate generate-tests, of a root with a scope', () => {
  it('writes a suite whose entities are in the scope of its client, and which passes', async () => {
    scopeCarts('{ tenant: principal.claims.shop as string }');

    const written = await generateTests();
    const { err } = await runSuites();

    expect(written.code).toBe(0);
    expect(written.err).not.toContain('@Scope');
    expect(suite()).toContain("app.as({ name: 'tester', permissions: names, claims: { shop: 'tester' } });");
    expect(suite()).toContain("const defaults = { ShoppingCart: { tenant: 'tester' } };");
    expect(suite()).toContain('GET lists only entities in the scope of the client');
    expect(err).toMatch(/^Tests: +\d\d passed, \d\d total$/m);
  }, 120_000);

  it('writes no suite where the scope has no known values, and says why', async () => {
    scopeCarts('{ customer_email: principal.name }');

    expect(await generateTests()).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /No suite was written for ShoppingCart, which has a @Scope: its rule compares customer_email, which is unique\. Write its tests by hand\.\n.*No suite was written\./s,
      ),
    });
    expect(existsSync(join(project, 'spec/generated'))).toBe(false);
  }, 30_000);
});

describe('koaggregate generate-tests, of two applications', () => {
  it('writes nothing when both have a root whose suite would have the same name', async () => {
    const text = readFileSync(join(project, 'src/shop-application.ts'), 'utf8');
    write('src/outlet-application.ts', text.replace('ShopApplication', 'OutletApplication'));
    write('config/outlet.yml', readFileSync(join(project, 'config/shop.yml'), 'utf8'));
    const container = readFileSync(join(project, 'config/container.yml'), 'utf8');
    write('config/container.yml', `${container}\nmounts: { ShopApplication: /shop, OutletApplication: /outlet }\n`);
    const applications = ['shop-application', 'outlet-application'].flatMap((name) => ['--application', name]);

    expect(await generateTests(...applications)).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'Two applications have a root whose suite is spec/generated/shopping-carts.spec.ts: run the command for each by --application MODULE, with a folder of its own in --out. Nothing was written.',
      ),
    });
  }, 30_000);
});
