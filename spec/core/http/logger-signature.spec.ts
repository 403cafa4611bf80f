import { Console } from 'node:console';
import { PassThrough } from 'node:stream';
import { format, inspect } from 'node:util';
import { Application, InternalServerErrorException, type Logger, objectFirst } from '../../../lib/core';
import { lineLogger } from '../../../lib/core/http/line-logger';
import { serveApplication } from '../../support/core/serve-application';

type Arguments = readonly [unknown, ...unknown[]];

/** The fields and the message that pino and bunyan write: of the arguments, only an object in the first place is a field. */
class Records {
  readonly written: string[] = [];

  readonly write = (...[first, ...others]: Arguments): void => {
    const isMessage = typeof first !== 'object';
    const fields = first instanceof Error ? { err: first } : isMessage ? {} : first;
    const [message, ...values] = (isMessage ? [first, ...others] : others) as [string, ...unknown[]];
    // Values without a placeholder are dropped.
    const text = values.length > 0 ? format(message, ...values.slice(0, message.split('%').length - 1)) : message;
    this.written.push(`${text} ${inspect(fields)}`);
  };
}

/** Has the public symbol that pino's loggers have. */
function pinoLike({ write }: Records): Logger {
  const parent = { [Symbol.for('pino.serializers')]: {}, info: write, warn: write, error: write };
  return Object.create(parent) as Logger;
}

/** Has the methods of bunyan's class. */
class BunyanLike {
  readonly records = new Records();
  info(...args: Arguments): boolean | void {
    this.records.write(...args);
  }
  warn(...args: Arguments): boolean | void {
    this.records.write(...args);
  }
  error(...args: Arguments): boolean | void {
    this.records.write(...args);
  }
  addStream(): void {}
  reopenFileStreams(): void {}
}

function consoleOf(lines: string[]): Console {
  const stream = new PassThrough();
  stream.on('data', (chunk) => lines.push(String(chunk)));
  return new Console(stream, stream);
}

const KINDS: [string, () => [Logger, readonly string[]]][] = [
  [
    'console',
    () => {
      const lines: string[] = [];
      return [consoleOf(lines), lines];
    },
  ],
  [
    'pino',
    () => {
      const records = new Records();
      return [pinoLike(records), records.written];
    },
  ],
  [
    'bunyan',
    () => {
      const logger = new BunyanLike();
      return [logger, logger.records.written];
    },
  ],
  [
    'a wrapper that objectFirst() names',
    () => {
      const { write, written } = new Records();
      return [objectFirst({ info: write, warn: write, error: write }), written];
    },
  ],
];

class Failures {
  full() {
    throw new InternalServerErrorException('The table is full.', { cause: new RangeError('disk quota exceeded') });
  }
}

class FailingApplication extends Application {
  override defineRoutes() {
    this.resource(Failures).builder('/full/{name}').action('GET', 'full');
  }
}

describe.each(KINDS)('A logger with the signature of %s', (_, create) => {
  it('gets the message of a 500, its error and the cause', async () => {
    const [logger, lines] = create();
    const application = new FailingApplication({ configuration: { name: 'spec' }, logger });
    const served = await serveApplication(FailingApplication, {}, { logger, applications: [application] });

    // In lower case, "%d" is a placeholder of console.
    await served.request('/full/%d0%b0', { headers: { 'X-Request-Id': 'a1' } });
    await served.stop();

    const log = lines.join('\n');
    expect(log).toContain('[a1] GET /full/%d0%b0: 500');
    expect(log).toContain('InternalServerErrorException: The table is full.');
    expect(log).toContain('RangeError: disk quota exceeded');
  });

  it('gets messages without details, texts and objects', () => {
    const [logger, lines] = create();
    const { info, warn, error } = lineLogger(logger);

    info('100 % read');
    warn('lost', 'text', 7);
    error('lost', { code: 'E1' }, new TypeError('both'));

    const log = lines.join('\n');
    expect(log).toMatch(/^100 % read/);
    expect(log).toMatch(/lost text 7/);
    expect(log).toContain('E1');
    expect(log).toContain('TypeError: both');
  });
});

describe('Another logger', () => {
  it('gets message and details as they are', () => {
    const calls: unknown[][] = [];
    const log = (...args: unknown[]) => void calls.push(args);

    lineLogger({ info: log, warn: log, error: log }).error('at /%d0', { code: 'E1' });

    expect(calls).toEqual([['at /%d0', { code: 'E1' }]]);
  });
});
