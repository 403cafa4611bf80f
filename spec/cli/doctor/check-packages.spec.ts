import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackages } from '../../../lib/cli/doctor/check-packages';

let projectRoot: string;

beforeEach(() => {
  projectRoot = mkdtempSync(join(tmpdir(), 'packages-'));
});
afterEach(() => rmSync(projectRoot, { recursive: true }));

function install(name: string, version: string): void {
  const folder = join(projectRoot, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }));
}

const findingsOf = (name: string) => checkPackages(projectRoot).filter(({ place }) => place.startsWith(`${name} `));

describe('doctor, on the versions of installed packages', () => {
  it.each(['2.16.4', '2.17.0', '3.3.0', '3.10.1'])('has no finding for koa %s', (version) => {
    install('koa', version);

    expect(findingsOf('koa')).toEqual([]);
  });

  it.each([
    ['2.12.1', 'koa@^2.13.0'],
    ['1.7.1', 'koa@^3.0.0'],
  ])('says that koa %s is too old for the start, and recommends %s', (version, recommended) => {
    install('koa', version);

    expect(findingsOf('koa')).toEqual([
      {
        code: 'PACKAGE_TOO_OLD',
        level: 'error',
        place: `koa ${version}`,
        problem: 'koaggregate needs koa ^2.13.0 || ^3.0.0.',
        remedy: `npm install ${recommended}`,
      },
    ]);
  });

  it('warns of koa 4, which is not tested', () => {
    install('koa', '4.0.0');

    expect(findingsOf('koa')).toEqual([
      {
        code: 'PACKAGE_UNTESTED',
        level: 'warning',
        place: 'koa 4.0.0',
        problem: 'koaggregate is tested with koa ^2.13.0 || ^3.0.0.',
        remedy: 'npm install koa@^3.0.0',
      },
    ]);
  });

  it.each([
    ['koa', '2.13.0', 'CVE-2026-27959', '2.16.4'],
    ['mysql2', '3.7.1', 'CVE-2024-21512', '3.9.8'],
  ])('warns of %s %s, which has a known fault, and names the version without it', (name, version, id, fixed) => {
    install(name, version);

    expect(findingsOf(name)).toEqual([
      {
        code: 'PACKAGE_VULNERABLE',
        level: 'warning',
        place: `${name} ${version}`,
        problem: expect.stringContaining(id),
        remedy: `npm install ${name}@^${fixed}`,
      },
    ]);
  });

  it('takes a pre-release for its version', () => {
    install('sequelize', '7.0.0-alpha.2');

    expect(findingsOf('sequelize').map(({ remedy }) => remedy)).toEqual(['npm install sequelize@^6.29.0']);
  });
});
