import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CORE = JSON.stringify(join(__dirname, '../../../lib/core'));
const ROOT = join(__dirname, '../../..');

const PROGRAM = (configuration: string) => `
  const { Application, Container, run } = require(${CORE});
  class DemoApplication extends Application {}
  const application = new DemoApplication({ configuration: { name: 'demo' } });
  run(new Container({ applications: [application], configuration: ${configuration} }));
`;

describe('run(container)', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'run-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** The sources are compiled as they load; the process is bound in time. */
  const start = (configuration: string) => {
    const file = join(root, 'main.js');
    writeFileSync(file, PROGRAM(configuration));
    const register = require.resolve('esbuild-register');
    const child = spawn(process.execPath, ['-r', register, file], {
      cwd: ROOT,
      env: { ...process.env, CONFIG_DIR: root },
      timeout: 12_000,
    });
    const output = { text: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output.text += chunk.toString();
      });
    }
    return { child, output };
  };

  it('prints where it listens, and stops on SIGTERM with 0', async () => {
    const { child, output } = start('{ server: { connectors: [{ port: 0 }] } }');
    while (!output.text.includes('listens at')) await once(child.stdout, 'data');

    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');

    expect(output.text).toMatch(/container listens at http:\/\/127\.0\.0\.1:\d+/);
    expect(code).toBe(0);
  });

  it('prints a start that fails as one message without a stack, and ends with 1', async () => {
    const { child, output } = start('{ server: { connectors: [{ port: "many" }] } }');

    const [code] = await once(child, 'close');

    expect(output.text.trim()).toMatch(/^The start failed: .*server\.connectors\.0\.port.*number\.$/);
    expect(code).toBe(1);
  });
});
