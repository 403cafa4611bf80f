import { createHash } from 'node:crypto';

/**
 * The seed of a random test: the usual one, or that of `SEED=1 npx jest PATTERN`. The title of the test ends with it,
 * or its error does ({@link repeatable}).
 */
export function seedOr(usual: number): number {
  return Number(process.env.SEED ?? usual);
}

/** {@link seedOr} for a test that runs with several seeds. */
export function seedsOr(usual: readonly number[]): readonly number[] {
  return process.env.SEED === undefined ? usual : [Number(process.env.SEED)];
}

/** Runs a random test. @throws Error that says with which seed it is repeated, and has that of the test as its cause */
export async function repeatable<T>(seed: number, run: (seed: number) => Promise<T>): Promise<T> {
  try {
    return await run(seed);
  } catch (cause) {
    throw new Error(`It failed with the seed ${seed}: run it again with SEED=${seed}.`, { cause });
  }
}

/** A random integer below the given limit. */
export type Below = (limit: number) => number;

/** A linear congruential generator, which returns the same numbers on every machine. */
export function numbersFrom(seed: number): Below {
  let state = seed;
  return (limit) => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** As many bytes without a pattern, the same for each seed and length. */
export function bytesFrom(seed: number, length: number): Buffer {
  return createHash('shake256', { outputLength: length }).update(String(seed)).digest();
}
