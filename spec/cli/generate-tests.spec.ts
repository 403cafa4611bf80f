import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { koaggregateIn } from '../support/koaggregate';
import { koaggregateInProject } from '../support/koaggregate-in-project';
import { koaggregateProcess } from '../support/run-node';
import { jestOnSources } from '../support/sources';
import { projectsFolder } from '../support/written-project';

const ROOT = join(__dirname, '../..');
const CART = join(ROOT, 'samples/shopping-cart');

const JEST = {
  testMatch: ['<rootDir>/spec/**/*.spec.ts'],
  testTimeout: 60_000,
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
  write('jest.config.json', JSON.stringify(jestOnSources(JEST)));
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

const DECORATORS = 'AllowNull, BeforeCreate, Column, DataType, ForeignKey, HasMany, Table';
const TITLE = '@AllowNull(false) @Column(DataType.STRING(40)) declare title: string;';

/** Its values must be greater than those that are generated. */
const WARDS = `
@AggregateRoot
@Table({ tableName: 'wards' })
export class Ward extends BaseDomain {
  ${TITLE}
  @AllowNull(false) @Column(DataType.INTEGER) declare capacity: number;
  @Invariant('has-room', 'A ward has ten places.')
  hasRoom(): boolean {
    return this.capacity >= 10;
  }
}`;

/** A root that changes its values, with children that are rejected for the wrong reason, and children that fail. */
const FAULTS = `
@AggregateRoot
@Table({ tableName: 'louds' })
export class Loud extends BaseDomain {
  ${TITLE}
  @HasMany(() => Taken) declare takens: Taken[];
  @HasMany(() => Broken) declare brokens: Broken[];
  @BeforeCreate static shout(one: Loud) { one.title = one.title.toUpperCase(); }
}

@Table({ tableName: 'takens' })
export class Taken extends BaseDomain {
  ${TITLE}
  @ForeignKey(() => Loud) @AllowNull(false) @Column(DataType.BIGINT) declare loudId: EntityId;
  @BeforeCreate static refuse() { throw new ConflictException('Another entity has the same title.'); }
}

@Table({ tableName: 'brokens' })
export class Broken extends BaseDomain {
  ${TITLE}
  @ForeignKey(() => Loud) @AllowNull(false) @Column(DataType.BIGINT) declare loudId: EntityId;
  @BeforeCreate static fail() { throw new Error('out of order'); }
}`;

const suiteOf = (name: string) => readFileSync(join(project, `spec/generated/${name}.spec.ts`), 'utf8');

describe('koaggregate generate-tests, which runs what it has written', () => {
  beforeEach(() => {
    rmSync(join(project, 'src'), { recursive: true });
    write(
      'src/shop-application.ts',
      "import { Application } from 'koaggregate';\n\nexport class ShopApplication extends Application {}\n",
    );
    writeDomain('ward', WARDS);
  });

  function writeDomain(name: string, text: string): void {
    const names = 'AggregateRoot, BaseDomain, ConflictException, EntityId, Invariant';
    write(
      `src/domain/${name}.ts`,
      `import { ${names} } from 'koaggregate';\nimport { ${DECORATORS} } from 'sequelize-typescript';\n${text}\n`,
    );
  }

  it('skips what only samples can meet, and ends with 1 for wrong content, a wrong status and a 5xx', async () => {
    writeDomain('loud', FAULTS);
    const faulty = await generateAndRun('--kinds', 'crud');
    const skipping = suiteOf('wards');
    rmSync(join(project, 'src/domain/loud.ts'));
    write('spec/samples.ts', 'export const samples = { Ward: { capacity: (count: number) => 10 + count } };\n');
    const corrected = await generateAndRun('--kinds', 'crud');

    expect(faulty.code).toBe(1);
    expect(faulty.err).toContain('6 skipped: the generated values break the invariant "has-room" of Ward: ');
    expect(faulty.err).toContain('  /wards GET lists all entities\n');
    expect(faulty.err).toContain('  and 3 more\nValues that these rules accept can be given in a file samples.ts');
    expect(faulty.err).toContain('/louds POST creates an entity with the values of the payload\n');
    expect(faulty.err).toMatch(/\/takens POST creates .*\n +Error: Expected the status 201\.\n +Received: 409,/);
    expect(faulty.err).toMatch(/\/brokens POST creates .*\n +Error: Expected the status 201\.\n +Received: 500,/);
    expect(skipping.match(/it\.skip\(/g)).toHaveLength(6);
    expect(skipping).toContain(
      '  // Skipped: the generated values break the invariant "has-room" of Ward: A ward has ten',
    );
    expect(suiteOf('louds')).not.toContain('it.skip');
    expect(corrected).toMatchObject({ code: 0, err: expect.stringContaining('6 tests passed.') });
    expect(suiteOf('wards')).toContain("import { samples } from '../samples';");
    expect(suiteOf('wards')).not.toContain('it.skip');
  }, 240_000);

  it('starts the application with the configuration of --config, and ends with 0 if nothing is wrong', async () => {
    renameSync(join(project, 'config'), join(project, 'settings'));

    const { code, err } = await generateAndRun('--kinds', 'paging', '--config', join(project, 'settings'));

    expect(err).toContain('0 tests passed.\n1 skipped: the generated values break the invariant');
    expect(code).toBe(0);
    expect(suiteOf('wards')).toContain("const configDir = process.env.CONFIG_DIR ?? 'settings';");
  }, 120_000);

  it('fails when the configuration of jest leaves the suites out', async () => {
    write('jest.config.json', JSON.stringify(jestOnSources({ ...JEST, testMatch: ['<rootDir>/test/**/*.ts'] })));

    expect(await generateAndRun('--kinds', 'paging')).toMatchObject({
      code: 1,
      out: 'spec/generated/wards.spec.ts\n',
      err: expect.stringContaining('The suites were written, but jest did not run them: see whether testMatch'),
    });
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
