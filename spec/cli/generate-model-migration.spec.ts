import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { koaggregateIn } from '../support/koaggregate';
import { koaggregateInProject } from '../support/koaggregate-in-project';
import { koaggregateProcess } from '../support/run-node';

const ROOT = join(__dirname, '..', '..');
const PACKAGES = ['typescript', 'sequelize-typescript', 'sequelize', 'reflect-metadata', 'umzug', 'sqlite3'];

let folder: string;
let project: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrated-'));
  await koaggregateIn(folder, 'new', 'shop');
  project = join(folder, 'shop');
  write(
    'node_modules/koaggregate/index.js',
    `module.exports = require(${JSON.stringify(join(ROOT, 'lib/index.ts'))});`,
  );
  for (const name of PACKAGES) symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}

const koaggregate = (...words: string[]) => koaggregateInProject(project, project, ...words);
const CUSTOMER = ['generate-model', 'Customer', '--aggregate-root', '--fields', 'email'];
const migrations = () => readdirSync(join(project, 'migrations')).filter((name) => name.endsWith('.sql'));

describe('koaggregate generate-model', () => {
  it('writes no decimal with more digits than the database of the project keeps', async () => {
    const price = (type: string) => koaggregate('generate-model', 'Price', '--aggregate-root', '--fields', `a:${type}`);

    const { code, err } = await price('decimal(40,2)');

    expect(code).toBe(1);
    expect(err).toMatch(
      /: The field "a" has 40 digits, and the database \(sqlite:\S+\) keeps 15 exactly: write decimal\(15,2\) at most, or use MariaDB or MySQL. Nothing was written.$/m,
    );
    expect(existsSync(join(project, 'src/domain/price.ts'))).toBe(false);
    expect((await price('decimal(15,2)')).code).toBe(0);
  }, 200_000);

  it('writes a migration of the new class if the project has migrations', async () => {
    const without = await koaggregate(...CUSTOMER);
    const before = migrations();
    await koaggregate('migrate', 'create', 'first', '--from-models');
    await koaggregate('migrate', 'up');

    const { code, out } = await koaggregate('generate-model', 'Review', '--belongs-to', 'Product', '--fields', 'text');

    expect([without.code, before, code]).toEqual([0, [], 0]);
    const file = migrations().find((name) => name.endsWith('-add-reviews.sql'))!;
    expect(out.trimEnd().split('\n').at(-1)).toBe(`migrations/${file}`);
    const text = readFileSync(join(project, 'migrations', file), 'utf8');
    expect(text).toContain('CREATE TABLE "reviews"');
    expect(text).not.toContain('CREATE TABLE "customers"');
  }, 200_000);

  it('prints how to write the migration if that fails', async () => {
    write('migrations/20260101000000-first.sql', '-- up\n-- down\n');
    write('.env', 'DB_URL=mysql://nobody@127.0.0.1:1/shop\n');

    const { code, err } = await koaggregateProcess(project, ...CUSTOMER);

    expect(code).toBe(1);
    expect(err).toMatch(
      /The migration was not written: .* Write it later with koaggregate migrate create add-customers --from-models\./,
    );
  }, 100_000);
});
