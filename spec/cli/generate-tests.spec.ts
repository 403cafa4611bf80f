import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { koaggregateIn } from '../support/koaggregate';
import { koaggregateInProject } from '../support/koaggregate-in-project';
import { koaggregateProcess } from '../support/run-node';
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

/** Writes the suites and runs them. */
const generateAndRun = (...words: string[]) => koaggregateInProject(project, project, 'generate-tests', ...words);

const generateTests = (...words: string[]) => generateAndRun('--no-verify', ...words);

const suite = () => readFileSync(join(project, 'spec/generated/shopping-carts.spec.ts'), 'utf8');

describe('koaggregate generate-tests', () => {
  it('writes a suite for each aggregate root, which passes', async () => {
    const { code, out, err } = await koaggregateProcess(project, 'generate-tests');

    expect(err).toMatch(/^\d\d tests passed\.$/m);
    expect(out).toBe('spec/generated/shopping-carts.spec.ts\n');
    expect(code).toBe(0);
    expect(suite()).not.toContain('it.skip');
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

    const { code, err } = await generateAndRun();

    expect(err).toMatch(/^\d\d tests passed\.$/m);
    expect(code).toBe(0);
    expect(err).not.toContain('@Scope');
    expect(suite()).toContain("app.as({ name: 'tester', permissions: names, claims: { shop: 'tester' } });");
    expect(suite()).toContain("const scoped: Samples = { ShoppingCart: { tenant: 'tester' } };");
    expect(suite()).toContain('GET lists only entities in the scope of the client');
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

/** Replaces the domain of the project by roots with a required title, each with more code. */
function writeRoots(roots: Readonly<Record<string, string>>): void {
  rmSync(join(project, 'src'), { recursive: true });
  const application =
    "import { Application } from 'koaggregate';\n\nexport class ShopApplication extends Application {}\n";
  write('src/shop-application.ts', application);
  for (const [name, code] of Object.entries(roots))
    write(`src/domain/${name.toLowerCase()}.ts`, rootSource(name, code));
}

const rootSource = (name: string, code: string) => `
import { AggregateRoot, BaseDomain, ConflictException, Invariant } from 'koaggregate';
import { AllowNull, BeforeCreate, Column, DataType, Table } from 'sequelize-typescript';

void [BeforeCreate, ConflictException, Invariant];

@AggregateRoot
@Table({ tableName: '${name.toLowerCase()}s' })
export class ${name} extends BaseDomain {
  @AllowNull(false) @Column(DataType.STRING(40)) declare title: string;
  ${code}
}
`;

const WARD = `
  @AllowNull(false) @Column(DataType.INTEGER) declare capacity: number;
  @Invariant('has-room', 'A ward has ten places.')
  hasRoom(): boolean {
    return this.capacity >= 10;
  }`;

const titlesOfSkipped = (text: string) => [...text.matchAll(/it\.skip\('([^']*)'/g)].map(([, title]) => title);
const wards = () => readFileSync(join(project, 'spec/generated/wards.spec.ts'), 'utf8');

describe('koaggregate generate-tests, which runs what it has written', () => {
  it('skips the tests whose values an invariant rejects, with its sentence, until samples meet it', async () => {
    writeRoots({ Ward: WARD });
    const without = await generateAndRun('--kinds', 'crud');
    const skipped = wards();
    write('spec/samples.ts', 'export const samples = { Ward: { capacity: (count: number) => 10 + count } };\n');
    const withSamples = await generateAndRun('--kinds', 'crud');

    expect(without).toMatchObject({ code: 0, err: expect.stringContaining('0 tests passed.\n6 skipped: ') });
    expect(without.err).toContain('/wards GET lists all entities\n');
    expect(without.err).toContain('and 3 more\nValues that these rules accept can be given in a file samples.ts');
    expect(titlesOfSkipped(skipped)).toHaveLength(6);
    expect(skipped).toContain(
      '// Skipped: the generated values break the invariant "has-room" of Ward: A ward has ten places.\n  it.skip(',
    );
    expect(withSamples).toMatchObject({ code: 0, err: expect.stringContaining('6 tests passed.') });
    expect(wards()).toContain("import { samples } from '../samples';");
    expect(titlesOfSkipped(wards())).toEqual([]);
  }, 120_000);

  it('ends with 1 for wrong content, a wrong status and a 5xx, and leaves those tests as they are', async () => {
    writeRoots({
      Ward: WARD,
      Loud: '@BeforeCreate static shout(one: Loud) { one.title = one.title.toUpperCase(); }',
      Taken: "@BeforeCreate static refuse() { throw new ConflictException('Another entity has the same title.'); }",
      Broken: "@Invariant('sound', 'It is sound.') isSound(): boolean { throw new Error('not sound'); }",
    });

    const { code, err } = await generateAndRun('--kinds', 'crud');

    expect(code).toBe(1);
    expect(err).toContain('6 skipped: the generated values break the invariant "has-room" of Ward');
    expect(err).toContain('/louds POST creates an entity with the values of the payload\n');
    expect(err).toContain('/takens POST creates an entity with the values of the payload\n');
    expect(err).toContain('Expected the status 201.\n    Received: 409');
    expect(err).toContain('/brokens POST creates an entity with the values of the payload\n');
    expect(err).toContain('Expected the status 201.\n    Received: 500');
    for (const name of ['louds', 'takens', 'brokens'])
      expect(readFileSync(join(project, `spec/generated/${name}.spec.ts`), 'utf8')).not.toContain('it.skip');
  }, 120_000);

  it('fails when the configuration of jest leaves the suites out', async () => {
    write('jest.config.json', JSON.stringify({ ...JEST, testMatch: ['<rootDir>/test/**/*.ts'] }));

    expect(await generateAndRun('--kinds', 'paging')).toMatchObject({
      code: 1,
      out: 'spec/generated/shopping-carts.spec.ts\n',
      err: expect.stringContaining('The suites were written, but jest did not run them: see whether testMatch'),
    });
  }, 60_000);

  it('starts the application with the configuration of --config, and of CONFIG_DIR when the suites run', async () => {
    renameSync(join(project, 'config'), join(project, 'settings'));

    const { code, err } = await generateAndRun('--kinds', 'paging', '--config', join(project, 'settings'));

    expect(err).toContain('2 tests passed.');
    expect(code).toBe(0);
    expect(suite()).toContain("const configDir = process.env.CONFIG_DIR ?? 'settings';");
  }, 60_000);
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
