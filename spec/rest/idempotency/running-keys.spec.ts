import { RunningKeys } from '../../../lib/rest/idempotency/running-keys';

describe('RunningKeys', () => {
  it('runs work once per key, and gives its outcome to requests that arrive meanwhile', async () => {
    const keys = new RunningKeys<string>();
    const work = jest.fn(() => new Promise<string>((resolve) => setTimeout(() => resolve('done'), 20)));

    const outcomes = await Promise.all([1, 2, 3].map(() => keys.run('a', 1000, work)));

    expect(outcomes).toEqual([undefined, 'done', 'done']);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('runs a waiting request when work fails, and throws the error only to its own caller', async () => {
    const keys = new RunningKeys<string>();
    const work = jest.fn().mockRejectedValueOnce(new Error('first')).mockResolvedValue('done');

    const outcomes = await Promise.allSettled([1, 2, 3].map(() => keys.run('a', 1000, work)));

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('does not wait for other keys or for finished work', async () => {
    const keys = new RunningKeys<string>();
    const never = keys.run('a', 0, () => new Promise(() => undefined));

    await keys.run('b', 0, async () => 'b');
    await keys.run('b', 0, async () => 'b');

    await expect(keys.run('a', 5, async () => 'a')).rejects.toThrow('still being processed');
    expect(never).toBeInstanceOf(Promise);
  });
});
