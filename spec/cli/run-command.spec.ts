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
    expect(run().code).toBe(0);
  });

  it('answers an unknown command with its name and the usage, and exit code 2', () => {
    const { code, err } = run('fly', '--high');

    expect(code).toBe(2);
    expect(err).toContain('"fly --high" is no command');
    expect(err).toContain('Usage: koaggregate');
  });
});
