import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPackage, loadPackage } from '../../lib/foundation';

const missing = () => new Error('npm install it');

describe('An optional package', () => {
  let project: string;

  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), 'optional-'));
    install('jose', 'module.exports = "of the project";');
    install('broken', 'throw new TypeError("broken");');
  });

  afterAll(() => rmSync(project, { recursive: true }));

  it('is loaded from the project', () => {
    expect(loadPackage('jose', project, missing)).toBe('of the project');
    expect(findPackage('jose', project)).toMatchObject({
      version: '7.7.7',
      folder: join(project, 'node_modules/jose'),
    });
    expect(findPackage('jose', project)!.load()).toBe('of the project');
  });

  it('is otherwise loaded from the packages beside this one', () => {
    expect(loadPackage('bcryptjs', project, missing)).toHaveProperty('hash');
    expect(findPackage('swagger-ui-dist', project)!.folder).toBe(join(process.cwd(), 'node_modules/swagger-ui-dist'));
  });

  it('causes the error of the caller if it is not installed', () => {
    expect(() => loadPackage('nowhere', project, missing)).toThrow('npm install it');
    expect(findPackage('nowhere', project)).toBeUndefined();
  });

  it('may throw errors of its own', () => {
    expect(() => loadPackage('broken', project, missing)).toThrow('broken');
  });

  function install(name: string, code: string): void {
    const folder = join(project, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '7.7.7' }));
    writeFileSync(join(folder, 'index.js'), code);
  }
});
