import { inspect } from 'node:util';
import type { Logger } from '../../../lib/core';
import { lineLogger } from '../../../lib/core/http/line-logger';

function logged(message: string, ...details: unknown[]): unknown[] {
  const lines: unknown[][] = [];
  const logger: Logger = { info: () => undefined, warn: () => undefined, error: (...line) => void lines.push(line) };
  lineLogger(logger).error(message, ...details);
  return lines.flat();
}

describe('A log message', () => {
  it.each([
    ['line breaks', 'a\r\nb', 'a\\r\\nb'],
    ['line breaks beyond ASCII', 'a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\x85d'],
    ['the escapes of a terminal', '\u001b[2Ja\u009b31m\u0007', '\\x1b[2Ja\\x9b31m\\x07'],
    ['a turned direction', 'a\u202eb', 'a\\u202eb'],
    ['nothing of that', 'f\u00fcr \u4f60 "\\n"', 'f\u00fcr \u4f60 "\\n"'],
  ])('is one line, with %s escaped', (_, message, line) => {
    expect(logged(message, message)).toEqual([line, line]);
  });

  it('is escaped in errors and their causes too, and keeps the lines of stacks', () => {
    const cause = Object.assign(new RangeError('inner\n[1] forged'), { code: 'E1' });
    const error = new TypeError('outer\u001b[31m\n    at forged', { cause });
    cause.cause = error;

    const [, copy] = logged('x', error);

    expect(copy).toBeInstanceOf(TypeError);
    expect(copy).toMatchObject({ message: 'outer\\x1b[31m\\n    at forged', cause: { message: 'inner\\n[1] forged' } });
    const text = inspect(copy, { colors: false });
    expect(text).toContain('TypeError: outer\\x1b[31m\\n    at forged\n    at ');
    expect(text).toContain("code: 'E1'");
    expect(text).not.toContain('\u001b');
    expect(text).not.toMatch(/^\[1\] forged/m);
    expect(error.message).toContain('\n');
  });
});

describe('Facts in the log', () => {
  const pino = () =>
    Object.assign({ info: jest.fn(), warn: jest.fn(), error: jest.fn() }, { [Symbol.for('pino.serializers')]: {} });

  afterEach(() => jest.restoreAllMocks());

  it('are a line of JSON of the console, also by way of the logger of a container', () => {
    const info = jest.spyOn(console, 'info').mockImplementation();
    lineLogger(lineLogger(console)).record('info', 'GET /orders 200', { status: 200, path: '100%s' });

    const [format, line] = info.mock.calls[0]!;
    expect(format).toBe('%s');
    expect(JSON.parse(line)).toMatchObject({ level: 'info', msg: 'GET /orders 200', status: 200, path: '100%s' });
  });

  it('are the object of a logger of pino, and a detail of others', () => {
    const [logger, other] = [pino(), { info: jest.fn(), warn: jest.fn(), error: jest.fn() }];
    for (const given of [logger, other]) lineLogger(lineLogger(given)).record('warn', 'a\nb', { status: 404 });

    expect(logger.warn).toHaveBeenCalledWith({ status: 404 }, 'a\\nb');
    expect(other.warn).toHaveBeenCalledWith('a\\nb', { status: 404 });
  });
});

describe('A configured logger', () => {
  const recording = () => ({ info: jest.fn(), warn: jest.fn(), error: jest.fn() });

  afterEach(() => jest.restoreAllMocks());

  it('writes messages from its level on, and facts by their own', () => {
    const given = recording();
    const logger = lineLogger(given);
    logger.configure('error');
    logger.warn('hidden');
    logger.error('shown');
    logger.record('info', 'GET /orders 200', {});

    expect(given.warn).not.toHaveBeenCalled();
    expect(given.error).toHaveBeenCalledWith('shown');
    expect(given.info).toHaveBeenCalledWith('GET /orders 200', {});
  });

  it('writes with another writer in place of the console, but not of a given one', () => {
    const info = jest.spyOn(console, 'info').mockImplementation();
    const [given, writer] = [recording(), recording()];
    for (const logger of [lineLogger(), lineLogger(given)]) {
      logger.configure('info', () => writer);
      logger.info('where?');
    }

    expect(info).not.toHaveBeenCalled();
    expect(writer.info).toHaveBeenCalledTimes(1);
    expect(given.info).toHaveBeenCalledTimes(1);
  });

  it('is configured by its owner alone', () => {
    const given = recording();
    const logger = lineLogger(lineLogger(given));
    logger.configure('error');
    logger.info('shown');

    expect(given.info).toHaveBeenCalledWith('shown');
  });
});
