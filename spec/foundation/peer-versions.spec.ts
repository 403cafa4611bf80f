import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPackage } from '../../lib/foundation';
import { isInRange, isTooOld, nearestRange } from '../../lib/foundation/package-versions';
import { verifyPeer, verifyVersion } from '../../lib/foundation/peer-versions';

describe('A range of package.json', () => {
  const RANGE = '^2.13.0 || ^3.3.0';

  it.each([
    ['2.13.0', true, false],
    ['2.16.4', true, false],
    ['2.12.9', false, true],
    ['3.2.9', false, true],
    ['3.3.0', true, false],
    ['4.0.0', false, false],
    ['3.3.0-alpha.1', true, false],
  ])('and the version %s: inside is %s, too old is %s', (version, isInside, isOld) => {
    expect([isInRange(version, RANGE), isTooOld(version, RANGE)]).toEqual([isInside, isOld]);
  });

  it('is nearest by its major version', () => {
    expect(['1.0.0', '2.0.0', '3.0.0', '4.0.0'].map((version) => nearestRange(version, RANGE))).toEqual([
      '^3.3.0',
      '^2.13.0',
      '^3.3.0',
      '^3.3.0',
    ]);
  });
});

describe('The version of a peer dependency', () => {
  let project: string;
  const missing = () => new Error('npm install it');

  beforeAll(() => {
    project = realpathSync(mkdtempSync(join(tmpdir(), 'peers-')));
    install('mysql2', '2.3.3');
    install('jose', '99.0.0');
    install('umzug', undefined);
    install('unrelated', '0.0.1');
  });
  afterAll(() => rmSync(project, { recursive: true }));

  it('that is too old is told by name and version, before the package is loaded', () => {
    expect(() => loadPackage('mysql2/promise.js', project, missing)).toThrow(
      expect.objectContaining({
        code: 'PACKAGE_TOO_OLD',
        message: expect.stringMatching(
          /^mysql2 2\.3\.3 is too old: koaggregate needs mysql2 \^3\..+ Run npm install mysql2@\^3\./,
        ),
      }),
    );
  });

  it.each(['jose', 'umzug', 'unrelated'])(
    'is no reason to reject %s, which is newer, has no version, or is no peer',
    (name) => {
      expect(loadPackage(name, project, missing)).toBe('loaded');
    },
  );

  it('of the installed packages passes', () => {
    for (const name of ['koa', 'sequelize', 'sequelize-typescript', 'bcryptjs'])
      expect(() => verifyPeer(name)).not.toThrow();
  });

  it('is not checked for a package that is not found', () => {
    expect(() => verifyVersion('mysql2', createRequire('/nowhere/index.js'))).not.toThrow();
  });

  function install(name: string, version: string | undefined): void {
    const folder = join(project, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }));
    for (const file of ['index.js', 'promise.js']) writeFileSync(join(folder, file), 'module.exports = "loaded";');
  }
});
