/** A random number generator: the same seed gives the same numbers on every machine. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 up to, but not including, 1 (mulberry32). */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from min to max, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.roll() * (max - min + 1));
  }

  oneOf<T>(choices: readonly T[]): T {
    return choices[this.between(0, choices.length - 1)]!;
  }

  /** True with the given probability. */
  happens(probability: number): boolean {
    return this.roll() < probability;
  }
}
