import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { load } from 'js-yaml';
import { askMissing } from '../../lib/cli/new/ask-missing';
import { TESTED_VERSIONS } from '../../lib/cli/new/tested-versions';
import { dependencies, devDependencies, overrides, version } from '../../package.json';
import { type CommandResult, koaggregateIn } from '../support/koaggregate';
import { checkProject, filesOf, projectsFolder, testProject } from '../support/written-project';

jest.setTimeout(120_000);

const TESTED = { ...dependencies, ...devDependencies };

let folder: string;

beforeEach(() => {
  folder = projectsFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

const textOf = (path: string) => readFileSync(join(folder, path), 'utf8');
const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
const create = (...words: string[]) => koaggregateIn(folder, 'new', ...words);

interface Written {
  readonly checked: CommandResult;
  readonly tested: CommandResult;
}

const projects = new Map<string, Promise<Written>>();

/** What the compiler and the tests say of a project, to which one test is added. It is written once for each option. */
function written(words: readonly string[]): Promise<Written> {
  const key = words.join(' ');
  if (!projects.has(key)) projects.set(key, writeAndTest(words));
  return projects.get(key)!;
}

async function writeAndTest(words: readonly string[]): Promise<Written> {
  await create('shop', ...words);
  const checked = checkProject(join(folder, 'shop'));
  write('shop/spec/jose.spec.ts', "it('loads jose', () => expect(require('jose').jwtVerify).toBeDefined());\n");
  return { checked, tested: await testProject(join(folder, 'shop')) };
}

describe('koaggregate new', () => {
  it('writes a project and prints the next steps', async () => {
    const { code, out, err } = await create('my-shop');

    expect([code, err]).toEqual([0, '']);
    expect(out).toBe('my-shop: 22 files.\n\nNext:\n  cd my-shop\n  npm install\n  npm test\n  npm start');
    expect(filesOf(join(folder, 'my-shop'))).toEqual([
      ...['.dockerignore', '.env', '.env.example', '.gitignore', 'Dockerfile', 'README.md', 'compose.yaml'],
      ...[
        'config/container.yml',
        'config/myshop.yml',
        'config/services/Application',
        'deploy/kubernetes.yaml',
        'deploy/my-shop.service',
        'jest.config.js',
        'migrations/.gitkeep',
        'package.json',
      ],
      ...['pnpm-workspace.yaml', 'spec/domain/product.spec.ts', 'spec/tsconfig.json', 'src/domain/product.ts'],
      ...['src/main.ts', 'src/my-shop-application.ts', 'tsconfig.json'],
    ]);
    expect(textOf('my-shop/src/my-shop-application.ts')).toContain(
      'export class MyShopApplication extends Application',
    );
  });

  it.each([
    ['CommonJS', []],
    ['ES modules', ['--esm']],
  ])('writes a project of %s that compiles, and whose tests pass', async (_, words) => {
    const { checked, tested } = await written(words);

    expect(checked).toEqual({ code: 0, out: '', err: '' });
    expect(tested.err).toContain('Tests:       9 passed, 9 total');
  });

  it('depends on the tested versions, and on this package from the registry', async () => {
    await create('shop');

    const manifest = JSON.parse(textOf('shop/package.json'));
    expect(manifest.dependencies.koaggregate).toBe(`^${version}`);
    expect(manifest.devDependencies.jest).toBe(`^${devDependencies.jest}`);
    expect(TESTED_VERSIONS).toEqual(
      Object.fromEntries(Object.keys(TESTED_VERSIONS).map((name) => [name, TESTED[name as keyof typeof TESTED]])),
    );
  });

  it.each([
    ['CommonJS', []],
    ['ES modules', ['--esm']],
  ])('lets the tests of a project of %s load jose, which is an ES module', async (_, words) => {
    const { tested } = await written(words);

    expect(tested.err).toContain('✓ loads jose');
  });

  it('lets npm install openapi-typescript, for the client, beside its version of TypeScript', async () => {
    await create('shop');

    const manifest = JSON.parse(textOf('shop/package.json'));
    expect(manifest.overrides).toEqual(overrides);
    expect(manifest.devDependencies.typescript).toBe(`~${devDependencies.typescript}`);
  });

  it('starts the server in place of the shell of npm, which would keep signals for itself', async () => {
    await create('shop');
    const { scripts } = JSON.parse(textOf('shop/package.json'));
    mkdirSync(join(folder, 'shop/dist'));
    write(
      'shop/dist/main.js',
      "process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 9); console.log('up');",
    );
    const shell = spawn('sh', ['-c', scripts.start], {
      cwd: join(folder, 'shop'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(shell.stdout, 'data');

    shell.kill('SIGTERM');

    expect(await once(shell, 'exit')).toEqual([7, null]);
  });

  it('lets npm and pnpm build the driver of SQLite', async () => {
    await create('shop');

    const builds = { sqlite3: true, '@parcel/watcher': false };
    expect(JSON.parse(textOf('shop/package.json')).allowScripts).toEqual(builds);
    expect(load(textOf('shop/pnpm-workspace.yaml'))).toEqual({
      allowBuilds: builds,
      onlyBuiltDependencies: ['sqlite3'],
      ignoredBuiltDependencies: ['@parcel/watcher'],
    });
  });

  it('copies the tarball of --package into the project', async () => {
    writeFileSync(join(folder, 'koaggregate-0.1.0.tgz'), 'packed');

    expect((await create('shop', '--package', 'koaggregate-0.1.0.tgz')).code).toBe(0);

    expect(textOf('shop/packages/koaggregate-0.1.0.tgz')).toBe('packed');
    expect(JSON.parse(textOf('shop/package.json')).dependencies.koaggregate).toBe(
      'file:packages/koaggregate-0.1.0.tgz',
    );
    expect(textOf('shop/Dockerfile')).toContain('COPY packages ./packages');
  });
});

describe('The database of a new project', () => {
  const files = () => filesOf(join(folder, 'shop')).filter((file) => file !== '.env');

  it('is a SQLite file by default; DB_URL overrides it', async () => {
    await create('shop');

    expect(textOf('shop/config/shop.yml')).toMatch(/url: \$\{DB_URL:-sqlite:data\/shop\.sqlite\}/);
  });

  it('may be a server, whose password is only in .env', async () => {
    await create('shop', '--database', 'mysql://ann:s3cret@db.example:3307/orders');

    expect(textOf('shop/config/shop.yml')).toMatch(/url: \$\{DB_URL:-mysql:\/\/ann@db\.example:3307\/orders\}/);
    expect(textOf('shop/.env')).toContain('DB_URL=mysql://ann:s3cret@db.example:3307/orders\n');
    expect(textOf('shop/.gitignore')).toContain('.env\n');
    expect(files().filter((file) => textOf(`shop/${file}`).includes('s3cret'))).toEqual([]);
    expect(statSync(join(folder, 'shop', '.env')).mode & 0o777).toBe(0o600);
  });

  it('may be the MariaDB of compose.yaml, with a generated password', async () => {
    await create('shop', '--database', 'mariadb');

    const [, password] = /^DB_PASSWORD=(.*)$/m.exec(textOf('shop/.env')) ?? [];
    const compose = load(textOf('shop/compose.yaml')) as { services: Record<string, { environment: object }> };
    expect(password).toMatch(/^\w{36}$/);
    expect(textOf('shop/.env')).toContain(`DB_URL=mysql://shop:${password}@127.0.0.1:3306/shop\n`);
    expect(compose.services.database?.environment).toMatchObject({ MARIADB_DATABASE: 'shop', MARIADB_USER: 'shop' });
    expect(JSON.parse(textOf('shop/package.json')).devDependencies).toHaveProperty('sqlite3');
  });
});

describe('koaggregate new rejects', () => {
  it.each([
    ['Shop', '"Shop" is not a package name: use lower-case letters, digits and dashes, as in my-shop.'],
    ['../shop', '"../shop" is not a package name'],
    ['koa', 'A project cannot be called "koa": choose another name.'],
    ['2fa', 'the names of its classes must begin with a letter'],
  ])('the name %s', async (name, message) => {
    const { code, err } = await create(name);

    expect(code).toBe(1);
    expect(err).toContain(message);
  });

  it.each([
    [
      ['--database', 'oracle'],
      '--database takes sqlite, mariadb or mysql://user:password@host:port/name; not "oracle".',
    ],
    [['--database', 'mysql://ann@db.example'], 'The URL of --database has no database name: add it'],
    [['--package', 'nothing.tgz'], '--package nothing.tgz is not a tarball: pass the file that "npm pack" writes.'],
  ])('%j', async (words, message) => {
    const { code, err } = await create('shop', ...words);

    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(filesOf(folder)).toEqual([]);
  });

  it('a folder that is not empty; with --force it overwrites files except .env', async () => {
    mkdirSync(join(folder, 'shop'));
    for (const name of ['.env', 'README.md', 'notes.txt']) writeFileSync(join(folder, 'shop', name), 'mine');

    const rejected = await create('shop');
    const forced = await create('shop', '--force');

    expect([rejected.code, rejected.err]).toEqual([
      1,
      'koaggregate new: The folder shop is not empty (.env, README.md, notes.txt): choose another name, or write into it with --force.',
    ]);
    expect([forced.code, forced.err]).toEqual([0, 'Overwritten: README.md.']);
    expect([textOf('shop/notes.txt'), textOf('shop/.env')]).toEqual(['mine', 'mine']);
    expect(textOf('shop/README.md')).toMatch(/^# shop/);
  });
});

describe('At a terminal, koaggregate new', () => {
  async function asked(given: object, ...lines: string[]) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    input.end(lines.map((line) => `${line}\n`).join(''));
    const choices = await askMissing(given, { input, output });
    return { choices, questions: String(output.read()).match(/\w+(?= \()/g) };
  }

  it('asks for missing options; an empty line selects the default', async () => {
    expect(await asked({}, '', '')).toEqual({
      choices: { database: 'sqlite', esm: false },
      questions: ['Database', 'Modules'],
    });
    expect(await asked({ database: 'mariadb' }, 'esm')).toEqual({
      choices: { database: 'mariadb', esm: true },
      questions: ['Modules'],
    });
  });

  it('writes nothing when the input ends before the questions are answered', async () => {
    await expect(asked({}, 'sqlite')).rejects.toThrow('Nothing was written: the questions were not answered.');
  });
});
