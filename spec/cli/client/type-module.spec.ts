import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { typeModule } from '../../../lib/cli/client/type-module';

describe('typeModule()', () => {
  let project: string;

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'types-'));
    for (const [name, version] of Object.entries({ 'openapi-typescript': '7.13.0', typescript: '7.0.2' })) {
      mkdirSync(join(project, 'node_modules', name), { recursive: true });
      writeFileSync(join(project, 'node_modules', name, 'package.json'), JSON.stringify({ name, version }));
    }
  });
  afterEach(() => rmSync(project, { recursive: true }));

  it('says what to do in a project with TypeScript 7, which openapi-typescript cannot use', async () => {
    await expect(typeModule({ paths: {} }, project)).rejects.toThrow(
      'The client needs openapi-typescript, which cannot use TypeScript 7.0.2: run this command in a folder with TypeScript 6, and pass it the API by --document.',
    );
  });
});
