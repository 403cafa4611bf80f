import { andThen, isPromise, orThrow } from '../../lib/foundation';

const double = (value: number) => value * 2;
const named = (error: unknown) => new TypeError((error as Error).message);

describe('work that may wait', () => {
  it('continues with a value at once', () => {
    expect(andThen(2, double)).toBe(4);
  });

  it('continues with the value of a promise later', async () => {
    const result = andThen(Promise.resolve(2), double);

    expect(isPromise(result)).toBe(true);
    await expect(result).resolves.toBe(4);
  });

  it('takes no other value for a promise', () => {
    expect([undefined, null, 1, 'then', {}, double].some(isPromise)).toBe(false);
  });

  it('throws a converted error, now or by its promise', async () => {
    const fail = () => {
      throw new Error('late');
    };

    expect(() => orThrow(fail, named)).toThrow(TypeError);
    await expect(orThrow(async () => fail(), named)).rejects.toThrow(TypeError);
  });

  it('returns the result of work that succeeds', async () => {
    expect(orThrow(() => 3, named)).toBe(3);
    await expect(orThrow(async () => 3, named)).resolves.toBe(3);
  });
});
