import { spawnSync } from 'node:child_process';
import { PasswordHasher } from '../../lib/security';
import { WITH_TYPESCRIPT } from '../support/run-node';

const pipe = (input: string, ...words: string[]) =>
  spawnSync(process.execPath, [...WITH_TYPESCRIPT, 'lib/cli/main.ts', 'hash-password', ...words], {
    input,
    encoding: 'utf8',
  });

describe('koaggregate hash-password', () => {
  it('prints the hash of the first line of standard input', async () => {
    const { status, stdout, stderr } = pipe('grüße: 1\r\nsecond line\n');

    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^\$2[ab]\$10\$.{53}\n$/);
    await expect(new PasswordHasher('specs').verify('grüße: 1', stdout.trim())).resolves.toBe(true);
  });

  it.each([
    ['an empty password', '', 'The password is empty'],
    ['a password that is too long for bcrypt', 'x'.repeat(73), 'A password has at most 72 bytes.'],
  ])('rejects %s with exit code 1', (_, input, problem) => {
    const { status, stdout, stderr } = pipe(input);

    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(problem);
  });

  it('does not accept a password as an argument, where others could read it', () => {
    const { status, stderr } = pipe('', 'secret');

    expect(status).toBe(2);
    expect(stderr).toContain("too many arguments for 'hash-password'");
  });
});
