import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningProgram, runProgram } from '../../support/core/run-program';

const METADATA = join(__dirname, '../../../lib/metadata');
const PORT = 'server: { connectors: [{ port: 0 }], shutdownTimeoutMs: 1000 }';

/** A container whose plugin and bundle say what happens to them. */
const PROGRAM = (configuration: string, { init = '', destroy = '', stop = '' } = {}) => `
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const never = () => new Promise(() => setInterval(() => undefined, 1000));
  class DemoPlugin {
    async init() { console.log('plugin.init', process.pid); ${init} }
    async destroy() { ${destroy} console.log('plugin.destroy'); }
  }
  class DemoBundle {
    init() { console.log('bundle.init'); }
    start() { console.log('bundle.start'); }
    async stop() { console.log('bundle.stopping'); ${stop} console.log('bundle.stop'); }
  }
  class DemoApplication extends core.Application {
    registerPlugins() { this.registerPlugin(new DemoPlugin()); }
  }
  const application = new DemoApplication({ configuration: { name: 'demo' } });
  core.run(new core.Container({ applications: [application], bundles: [new DemoBundle()], configuration: ${configuration} }));
`;

/** In a namespace of its own a process is the first: signals that it does not handle do nothing there. */
const FIRST = ['unshare', '--pid', '--fork', '--kill-child'] as const;
const canBeFirst = spawnSync(FIRST[0], [...FIRST.slice(1), 'true']).status === 0;
const LAUNCHERS: [string, readonly string[]][] = [
  ['a process', []],
  ...(canBeFirst ? [['PID 1', FIRST] as [string, typeof FIRST]] : []),
];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'run-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('run(container)', () => {
  it('logs the message of a failed start without a stack, and exits with 1', async () => {
    const program = runProgram(root, PROGRAM('{ server: { connectors: [{ port: "many" }] } }'));

    expect(await program.ended()).toBe(1);
    expect(program.output.trim()).toMatch(/^The start failed: .*server\.connectors\.0\.port.*number\.$/);
  });

  it('logs each of several mistakes on its own line, without a stack', async () => {
    const init = `
      const { MetadataError, ModelMistakes } = require(${JSON.stringify(METADATA)});
      const mistakes = new ModelMistakes();
      mistakes.add(new MetadataError('ENTITY_KEY_TWICE', 'Order', 'code, number'), new MetadataError('PRIMARY_KEY_MISSING', 'Item'));
      mistakes.report();`;
    const program = runProgram(root, PROGRAM(`{ ${PORT} }`, { init }));

    expect(await program.ended()).toBe(1);
    expect(program.output.trim().split('\n').slice(-3)).toEqual([
      'The start failed: there are 2 mistakes in the domain model.',
      '- Order marks several fields as @EntityKey (code, number): keep one.',
      '- Item needs exactly one primary key: extend BaseDomain, or mark one column with @PrimaryKey. A view without a key is marked @AggregateRoot({ keyed: false }).',
    ]);
  });
});

describe.each(LAUNCHERS)('run(container) as %s', (name, launcher) => {
  const start = (parts = {}) => runProgram(root, PROGRAM(`{ ${PORT} }`, parts), launcher);
  const kill = ({ child: { pid } }: RunningProgram, signal: NodeJS.Signals) => {
    const inner = launcher.length > 0 ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim() : pid;
    process.kill(Number(inner), signal);
  };

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('logs its addresses, and exits with 0 on %s', async (signal) => {
    const program = start();
    await program.printed('listens at');

    kill(program, signal);

    expect(await program.ended()).toBe(0);
    expect(program.output).toMatch(/container listens at http:\/\/127\.0\.0\.1:\d+/);
    expect(program.output.includes('plugin.init 1\n')).toBe(name === 'PID 1');
    expect(program.output).toMatch(/plugin\.destroy\n$/);
  });

  it('waits for the first stop on further signals', async () => {
    const program = start({ destroy: "console.log('destroying'); await pause(500);" });
    await program.printed('listens at');

    kill(program, 'SIGTERM');
    await program.printed('destroying');
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGINT'] as const) kill(program, signal);

    expect(await program.ended()).toBe(0);
    expect(program.output.match(/destroying|plugin\.destroy|bundle\.stop\b/g)).toEqual([
      'bundle.stop',
      'destroying',
      'plugin.destroy',
    ]);
  });

  it('undoes the start on a signal during it, and exits with 0', async () => {
    const program = start({ init: 'await pause(500);' });
    await program.printed('plugin.init');

    kill(program, 'SIGTERM');

    expect(await program.ended()).toBe(0);
    expect(program.output).not.toContain('listens at');
    expect(program.output).toMatch(/plugin\.destroy\nbundle\.stopping\nbundle\.stop\n$/);
  });

  it('exits with 1 if the start hangs, and stops the started parts', async () => {
    const program = start({ init: 'await never();' });
    await program.printed('plugin.init');

    kill(program, 'SIGTERM');

    expect(await program.ended()).toBe(1);
    expect(program.output).toContain('Container.start() did not end within 1000 ms');
    expect(program.output).toContain('bundle.stop\n');
  });

  it('exits with 1 if a part does not stop, and names it', async () => {
    const program = start({ stop: 'await never();' });
    await program.printed('listens at');

    kill(program, 'SIGTERM');

    expect(await program.ended()).toBe(1);
    expect(program.output).toContain('DemoBundle.stop() did not end within 1000 ms');
    expect(program.output).toContain('plugin.destroy');
  });
});

describe('run(container) and an unhandled rejection', () => {
  const reject = "setTimeout(() => Promise.reject(new Error('lost')), 100);";

  it('logs it, stops the container and exits with 1', async () => {
    const program = runProgram(root, PROGRAM(`{ ${PORT} }`, { init: reject, destroy: 'await pause(50);' }));

    expect(await program.ended()).toBe(1);
    expect(program.output).toContain('A promise was rejected and nothing handled it: the container stops Error: lost');
    expect(program.output).toMatch(/bundle\.stop\nplugin\.destroy\n$/);
  });

  it('logs a further one, and stops once', async () => {
    const destroy = "Promise.reject('again'); await pause(50);";
    const program = runProgram(root, PROGRAM(`{ ${PORT} }`, { init: reject, destroy }));

    expect(await program.ended()).toBe(1);
    expect(program.output).toContain('the container stops again\n');
    expect(program.output.match(/plugin\.destroy/g)).toHaveLength(1);
  });

  it('undoes the start when it happens during it', async () => {
    const program = runProgram(root, PROGRAM(`{ ${PORT} }`, { init: `${reject} await pause(500);` }));

    expect(await program.ended()).toBe(1);
    expect(program.output).not.toContain('listens at');
    expect(program.output).toMatch(/plugin\.destroy\nbundle\.stopping\nbundle\.stop\n$/);
  });
});
