import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application, Container } from '../../lib/core';
import { PORT } from '../support/core/named-applications';

let project: string;

/** A project whose pino is the real one, with a list in place of the console. */
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'log-writer-'));
  const folder = join(project, 'node_modules/pino');
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(project, 'config'));
  writeFileSync(join(project, 'config/logged.yml'), 'name: logged');
  writeFileSync(join(folder, 'package.json'), '{ "name": "pino", "version": "10.4.0", "main": "index.js" }');
  const pino = JSON.stringify(createRequire(__filename).resolve('pino'));
  writeFileSync(
    join(folder, 'index.js'),
    `const lines = [];
module.exports = () => require(${pino})({}, { write: (line) => lines.push(JSON.parse(line)) });
module.exports.lines = lines;`,
  );
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(project, { recursive: true, force: true });
});

const linesOfPino = () => createRequire(join(project, 'main.js'))('pino').lines as Record<string, unknown>[];

class LoggedApplication extends Application {
  override defineRoutes() {
    this.logger.info('Routes are defined');
    this.logger.warn('A route is odd', new Error('quite'));
  }
}

async function start(logs: object, options: object = {}): Promise<void> {
  const container = new Container({
    projectRoot: project,
    applications: [LoggedApplication],
    configuration: { ...PORT, logs },
    ...options,
  });
  await container.start();
  await fetch(`${container.addresses[0]}/missing`);
  await container.stop();
}

describe('logs.writer', () => {
  it('pino writes the lines of the container and of its applications', async () => {
    await start({ writer: 'pino', requests: 'warn' });

    expect(linesOfPino()).toMatchObject([
      { level: 30, msg: 'Routes are defined' },
      { level: 40, msg: 'A route is odd', err: { message: 'quite' } },
    ]);
  });

  it('has no effect where a logger is passed', async () => {
    const logger = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };
    await start({ writer: 'pino' }, { logger });

    expect(linesOfPino()).toEqual([]);
    expect(logger.info).toHaveBeenCalledWith('Routes are defined');
  });
});

describe('logs.level', () => {
  it('is the lowest one that is written, also to a logger that is passed', async () => {
    const logger = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };
    await start({ level: 'warn' }, { logger });

    expect(logger.info).not.toHaveBeenCalled();
    expect(logger.warn).toHaveBeenCalledWith('A route is odd', expect.any(Error));
  });
});
