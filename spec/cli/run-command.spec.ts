import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../lib/cli/run-command';
import { version } from '../../package.json';

function run(...words: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = runCommand(words, { log: (line) => out.push(line), error: (line) => err.push(line) });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('koaggregate', () => {
  it('prints the version of the package', () => {
    expect(run('--version')).toEqual({ code: 0, out: version, err: '' });
  });

  it('prints its usage, also under the help option of the specification', () => {
    expect(run('-help').out).toContain('Usage: koaggregate');
    expect(run('-help', 'config').out).toContain('koaggregate config [--project DIR]');
    expect(run().code).toBe(0);
  });

  it.each([
    [['fly', '--high'], '"fly --high" is no command'],
    [['--help', 'fly'], '"fly" is no command'],
    [['config', '--colour'], "Unknown option '--colour'"],
  ])('answers %j with what is wrong and the usage, and exit code 2', (words, problem) => {
    const { code, err } = run(...words);

    expect(code).toBe(2);
    expect(err).toContain(problem);
    expect(err).toMatch(/Usage: koaggregate|koaggregate config \[/);
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
    run('config', '--project', project, '--modules', join(project, 'src'), ...words);

  it('prints every key with its value and the level that it comes from', () => {
    const { code, out } = configOf();

    expect(code).toBe(0);
    const lines = out.split('\n').map((line) => line.trim().split(/\s{2,}/));
    expect(lines).toContainEqual(['container']);
    expect(lines).toContainEqual(['limits.body', 'defaults', '1048576']);
    expect(lines).toContainEqual(['BookshelfApplication']);
    expect(lines).toContainEqual(['name', 'samples/core-only/config/bookshelf.yml', '"bookshelf"']);
  });

  it('shows no password', () => {
    expect(configOf().out).not.toMatch(/keyStorePassword":"(?!\*\*\*)/);
  });

  it('fails with file and key when a value is wrong', () => {
    writeFileSync(join(config, 'container.yml'), 'limits: { body: lots }');

    const { code, err } = configOf('--config', config);

    expect(code).toBe(1);
    expect(err).toMatch(/^koaggregate config: /);
  });
});
