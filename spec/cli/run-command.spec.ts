import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../package.json';
import { koaggregate } from '../support/koaggregate';

describe('koaggregate', () => {
  it('prints the version of the package', async () => {
    expect(await koaggregate('--version')).toEqual({ code: 0, out: version, err: '' });
  });

  it.each([
    [['routes'], true],
    [['contract', 'diff'], true],
    [['contract'], false],
    [['migrate', 'up'], false],
    [['start'], false],
  ])('says in the help of %j whether it prints JSON', async (words, printsJson) => {
    const { out } = await koaggregate(...words, '--help');

    expect([out.includes('  --json '), out.includes('It has no --json: its output is text.')]).toEqual([
      printsJson,
      !printsJson,
    ]);
  });

  it('prints its usage, also with the option -help', async () => {
    expect((await koaggregate('-help')).out).toContain('Usage: koaggregate');
    expect((await koaggregate('-help', 'config')).out).toContain('Usage: koaggregate config [options]');
    expect((await koaggregate('config', '--help')).out).toContain('Usage: koaggregate config [options]');
    expect((await koaggregate('help', 'migrate', 'up')).out).toContain('Usage: koaggregate migrate up [options]');
    expect((await koaggregate('--help', 'migrate', 'up')).out).toContain('Usage: koaggregate migrate up [options]');
    expect((await koaggregate()).code).toBe(0);
  });

  it.each([
    [['fly', '--high'], "unknown command 'fly'"],
    [['--help', 'fly'], "unknown command 'fly'"],
    [['help', 'fly'], "unknown command 'fly'"],
    [['new'], "missing required argument 'name'"],
    [['config', '--colour'], "unknown option '--colour'"],
    [['rutes'], 'Did you mean routes?'],
  ])('prints the error and the usage for %j, with exit code 2', async (words, problem) => {
    const { code, err } = await koaggregate(...words);

    expect(code).toBe(2);
    expect(err).toContain(problem);
    expect(err).toContain('Usage: koaggregate');
  });
});

describe('An error of koaggregate', () => {
  it('begins with the whole name of the command, also of a nested one', async () => {
    const folder = join(tmpdir(), 'no-such-project');

    expect((await koaggregate('routes', '--project', folder)).err).toMatch(
      /^koaggregate routes: The folder .* does not exist/,
    );
    expect((await koaggregate('migrate', 'up', '--project', folder)).err).toMatch(
      /^koaggregate migrate up: The folder/,
    );
  });
});

describe('koaggregate config', () => {
  let config: string;

  beforeEach(() => {
    config = mkdtempSync(join(tmpdir(), 'config-'));
  });
  afterEach(() => rmSync(config, { recursive: true }));

  const project = join(__dirname, '..', '..', 'samples', 'core-only');
  const configOf = (...words: string[]) =>
    koaggregate('config', '--project', project, '--modules', join(project, 'src'), ...words);

  it('prints every key with its value and origin', async () => {
    const { code, out } = await configOf();

    expect(code).toBe(0);
    const lines = out.split('\n').map((line) => line.trim().split(/\s{2,}/));
    expect(lines).toContainEqual(['container']);
    expect(lines).toContainEqual(['limits.body', 'defaults', '1048576']);
    expect(lines).toContainEqual(['BookshelfApplication']);
    expect(lines).toContainEqual(['name', 'samples/core-only/config/bookshelf.yml', '"bookshelf"']);
  });

  it('uses the application of --application', async () => {
    cpSync(join(project, 'config', 'bookshelf.yml'), join(config, 'bookshelf.yml'));

    const { out, code } = await configOf('--config', config, '--application', 'bookshelf-application');

    expect(code).toBe(0);
    expect(out).toMatch(/^BookshelfApplication$/m);
  });

  it('prints no password', async () => {
    expect((await configOf()).out).not.toMatch(/keyStorePassword":"(?!\*\*\*)/);
  });

  it('prints no secret, in keys, objects and URLs', async () => {
    const secrets = [
      'bundles:',
      '  MailBundle:',
      '    password: hunter2',
      '    list: [{ apiKey: hunter2, name: shown }, "redis://:p@hunter2@cache.example:6379/0"]',
      '    url: smtp://ann:hunter2/x@mail.example',
      '    query: mysql://db.example/x?password=hunter2',
      '    users: { ann: { passwordHash: hunter2 } }',
      '    jwt: { secret: hunter2, publicKey: shown }',
    ];
    cpSync(join(project, 'config'), config, { recursive: true });
    writeFileSync(join(config, 'container.yml'), secrets.join('\n'));

    const { out, err } = await configOf('--config', config);

    expect(err).toBe('');
    expect(out).not.toContain('hunter2');
    expect(out).toContain('"smtp://ann:***@mail.example"');
    expect(out).toContain('"name":"shown"');
    expect(out).toMatch(/publicKey +\S+ +"shown"/);
  });

  it('fails when a value is invalid', async () => {
    writeFileSync(join(config, 'container.yml'), 'limits: { body: lots }');

    const { code, err } = await configOf('--config', config);

    expect(code).toBe(1);
    expect(err).toMatch(/^koaggregate config: /);
  });
});
