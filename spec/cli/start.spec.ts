import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../support/core/run-program';

const ROOT = join(__dirname, '../..');

const APPLICATION = `
  const { Application } = require(${JSON.stringify(join(ROOT, 'lib/core'))});
  class Failures {
    fail() { throw new Error('the table is full', { cause: new RangeError('no space') }); }
    lose() { setTimeout(() => Promise.reject(new Error('lost')), 10); return {}; }
  }
  exports.Demo = class Demo extends Application {
    defineRoutes() {
      const failures = this.resource(Failures);
      failures.builder('/fail').action('GET', 'fail');
      failures.builder('/lose').action('GET', 'lose');
    }
  };
`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'start-'));
  writeFileSync(join(root, 'package.json'), '{ "name": "demo" }');
  writeFileSync(join(root, 'parts.js'), APPLICATION);
  writeFileSync(join(root, 'demo.yml'), 'name: demo\n');
  writeFileSync(join(root, 'container.yml'), 'name: demo\nserver: { connectors: [{ port: 0 }] }\n');
});
afterEach(() => rmSync(root, { recursive: true }));

describe('koaggregate start', () => {
  it('logs the error of a 500 with its cause, and an unhandled rejection, after which it exits with 1', async () => {
    const words = ['start', '--project', root, '--modules', root, '--config', root, '--application', 'parts:Demo'];
    const program = runProgram(
      root,
      `const { runCommand } = require(${JSON.stringify(join(ROOT, 'lib/cli/run-command'))});
       runCommand(${JSON.stringify(words)}, { log: console.log, error: console.error });`,
    );
    await program.printed('listens at');
    const [address] = /http:\/\/[\d.]+:\d+/.exec(program.output)!;

    const { status } = await fetch(`${address}/fail`);
    await program.printed('no space');
    await fetch(`${address}/lose`);

    expect([status, await program.ended()]).toEqual([500, 1]);
    expect(program.output).toMatch(/GET \/fail: 500 .*Error: the table is full\n[\s\S]*RangeError: no space\n/);
    expect(program.output).toContain('nothing handled it: the container stops Error: lost');
  });
});
