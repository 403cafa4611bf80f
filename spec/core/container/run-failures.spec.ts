import { ConfigurationError } from '../../../lib/core/config/configuration-error';
import { collectContainers } from '../../../lib/core/container/collect-containers';
import type { Container } from '../../../lib/core/container/container';
import { run } from '../../../lib/core/container/run';

class ProcessExit extends Error {}

/** A container that only logs, with these methods. */
function fakeContainer(start: () => Promise<void>) {
  const lines: string[] = [];
  const logger = { info: (line: string) => lines.push(line), error: (line: string) => lines.push(`! ${line}`) };
  const container = { name: 'shop', addresses: ['http://127.0.0.1:1', 'https://127.0.0.1:2'], logger, start };
  return { container: container as unknown as Container, lines };
}

const failing = (error: unknown) => fakeContainer(() => Promise.reject(error));

let signals: string[];
beforeEach(() => {
  signals = [];
  jest.spyOn(process, 'on').mockImplementation((signal) => {
    signals.push(String(signal));
    return process;
  });
  jest.spyOn(process, 'exit').mockImplementation(() => {
    throw new ProcessExit();
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  process.exitCode = undefined;
});

describe('run(container) in a process', () => {
  it('logs all addresses after the start', async () => {
    const { container, lines } = fakeContainer(() => Promise.resolve());

    await run(container);

    expect(lines).toEqual(['shop listens at http://127.0.0.1:1, https://127.0.0.1:2']);
    expect([signals, process.exitCode]).toEqual([['SIGTERM', 'SIGINT', 'SIGHUP', 'unhandledRejection'], undefined]);
  });

  it.each([
    [
      'a configuration error',
      new ConfigurationError('config/shop.yml', 'db.url', 'is missing'),
      'config/shop.yml: db.url: is missing',
    ],
    ['an error with a code', Object.assign(new Error('port in use'), { code: 'EADDRINUSE' }), 'port in use'],
    ['a text', 'broken', 'broken'],
    ['nothing', undefined, 'undefined'],
  ])('logs the message of a failed start in one line: %s', async (_, error, message) => {
    const { container, lines } = failing(error);

    await expect(run(container)).rejects.toThrow(ProcessExit);

    expect(lines).toEqual([`! The start failed: ${message}`]);
    expect(process.exitCode).toBe(1);
  });

  it('logs the stack of an unexpected error, line by line', async () => {
    const { container, lines } = failing(new TypeError('x is not a function'));

    await expect(run(container)).rejects.toThrow(ProcessExit);

    expect(lines[0]).toBe('! The start failed: TypeError: x is not a function');
    expect(lines[1]).toMatch(/^! {5}at /);
  });

  it('neither starts nor continues while a command collects containers', async () => {
    const start = jest.fn(() => Promise.resolve());
    const { container } = fakeContainer(start);
    const continued = jest.fn();

    const containers = await collectContainers(() => void run(container).then(continued));
    await new Promise(setImmediate);

    expect(containers).toEqual([container]);
    expect([start, continued].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    expect(signals).toEqual([]);
  });
});
