import { CodedError } from './coded-error';

/** Several mistakes in one error, with a line for each in the message. */
export class SeveralMistakes extends Error {
  override readonly name = 'SeveralMistakes';
  readonly code = 'SEVERAL_MISTAKES';

  /** @param place  for the message: `in the domain model` */
  constructor(
    readonly mistakes: readonly Error[],
    readonly place = '',
  ) {
    const count = ['there are', mistakes.length, 'mistakes', place].filter((word) => word !== '').join(' ');
    super(`${count}.${mistakes.map(({ message }) => `\n- ${message}`).join('')}`);
  }
}

/** Collects mistakes, so that all of them are reported at once. */
export class Mistakes {
  /** By message, which removes duplicates. */
  readonly #found = new Map<string, Error>();

  /** @param place  for the message of several mistakes: `in the domain model` */
  constructor(readonly place = '') {}

  get areAny(): boolean {
    return this.#found.size > 0;
  }

  add(...mistakes: readonly Error[]): void {
    for (const mistake of mistakes) {
      const each = mistake instanceof SeveralMistakes ? mistake.mistakes : [mistake];
      for (const single of each) this.#found.set(single.message, single);
    }
  }

  /**
   * Runs a check and records the mistake that it throws.
   *
   * @throws errors without a code, which are bugs and not mistakes
   */
  collect(check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof CodedError) && !(error instanceof SeveralMistakes)) throw error;
      this.add(error);
    }
  }

  /** @throws the single mistake, or SeveralMistakes */
  report(): void {
    const [first, ...others] = this.#found.values();
    if (first) throw others.length > 0 ? new SeveralMistakes([first, ...others], this.place) : first;
  }
}
