/** Chance that can be repeated: the same seed gives the same throws, on every machine. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to, and without, 1 (the generator mulberry32). */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.roll() * (most - least + 1));
  }

  oneOf<T>(choices: readonly T[]): T {
    return choices[this.between(0, choices.length - 1)]!;
  }

  /** True with the given probability. */
  happens(probability: number): boolean {
    return this.roll() < probability;
  }
}
