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
    ['2.15.3', 'koa@^2.16.4'],
    ['3.2.9', 'koa@^3.3.0'],
    ['4.0.0', 'koa@^3.3.0'],
  ])('warns of koa %s, and recommends %s', (version, recommended) => {
    install('koa', version);

    expect(findingsOf('koa')).toEqual([
      {
        code: 'PACKAGE_UNTESTED',
        level: 'warning',
        place: `koa ${version}`,
        problem: 'koaggregate is tested with koa ^2.16.4 || ^3.3.0.',
        remedy: `npm install ${recommended}`,
      },
    ]);
  });

  it('takes a pre-release for its version', () => {
    install('sequelize', '7.0.0-alpha.2');

    expect(findingsOf('sequelize').map(({ remedy }) => remedy)).toEqual(['npm install sequelize@^6.37.8']);
  });
});
