import { STATUS_CODES } from 'node:http';
import { ConflictException, GoneException, HttpException, StatusException } from '../../../lib/core';
import * as exceptions from '../../../lib/core/http/exceptions';

/** The statuses of the shipped classes, with their titles. */
const shipped = Object.values(exceptions).flatMap((value) =>
  typeof value === 'function' ? [[value.status, new value().title] as const] : [],
);

describe('An exception of one status', () => {
  it('has the same title with every version of Node.js', () => {
    expect(Object.fromEntries(shipped)).toEqual({
      303: 'See Other',
      400: 'Bad Request',
      401: 'Unauthorized',
      403: 'Forbidden',
      404: 'Not Found',
      405: 'Method Not Allowed',
      406: 'Not Acceptable',
      408: 'Request Timeout',
      409: 'Conflict',
      410: 'Gone',
      412: 'Precondition Failed',
      413: 'Content Too Large',
      414: 'URI Too Long',
      415: 'Unsupported Media Type',
      416: 'Range Not Satisfiable',
      417: 'Expectation Failed',
      422: 'Unprocessable Entity',
      428: 'Precondition Required',
      429: 'Too Many Requests',
      431: 'Request Header Fields Too Large',
      500: 'Internal Server Error',
      503: 'Service Unavailable',
    });
  });

  it('has the detail and the options of its constructor, and the name of its class', () => {
    const exception = new ConflictException('taken', { headers: { 'Retry-After': '3' }, type: '/taken' });

    expect(exception).toMatchObject({
      name: 'ConflictException',
      status: 409,
      message: 'taken',
      headers: { 'Retry-After': '3' },
      type: '/taken',
    });
    expect(exception).toBeInstanceOf(HttpException);
  });

  it('keeps the status in a subclass with a constructor of its own', () => {
    class SoldOutException extends ConflictException {
      constructor(readonly sku: string) {
        super(`${sku} is sold out`);
      }
    }

    const exception = new SoldOutException('A-1');

    expect(exception).toMatchObject({ name: 'SoldOutException', status: 409, title: 'Conflict', sku: 'A-1' });
    expect(exception).toBeInstanceOf(ConflictException);
  });

  it('is of a class that is assignable to the type of another', () => {
    const refusal: typeof ConflictException = GoneException;

    expect(new refusal('sold')).toMatchObject({ status: 410, title: 'Gone', message: 'sold' });
  });

  it('can be of a status of its own, with the title of Node.js or another one', () => {
    class LockedException extends StatusException {
      static override readonly status = 423;
    }
    class TeapotException extends StatusException {
      static override readonly status = 418;
      static override readonly title = 'I am a teapot';
    }
    class OddException extends StatusException {
      static override readonly status = 499;
    }

    expect(new LockedException()).toMatchObject({ status: 423, title: STATUS_CODES[423] });
    expect(new TeapotException('short')).toMatchObject({ status: 418, title: 'I am a teapot', message: 'short' });
    expect(new OddException()).toMatchObject({ status: 499, title: 'Error' });
  });

  it('cannot be made of a class without a status', () => {
    class Forgotten extends StatusException {}

    expect(() => new Forgotten('lost')).toThrow('Forgotten has no status: give the class a static one');
  });
});
